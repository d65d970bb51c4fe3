//===- Spawn.cpp - a program is started -----------------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Support/Spawn.h"
#include <fcntl.h>
#include <spawn.h>
#include <unistd.h>

namespace anomalloc {

static std::vector<char *> pointersTo(const std::vector<std::string> &Texts) {
  std::vector<char *> Pointers;
  for (const std::string &Text : Texts)
    Pointers.push_back(const_cast<char *>(Text.c_str()));
  Pointers.push_back(nullptr);
  return Pointers;
}

int spawn(pid_t &Id, const std::vector<std::string> &Line,
          const std::vector<GivenDescriptor> &Descriptors,
          const std::optional<std::vector<std::string>> &Environment) {
  posix_spawn_file_actions_t Actions;
  posix_spawn_file_actions_init(&Actions);
  for (const GivenDescriptor &D : Descriptors)
    if (D.Ours == GivenDescriptor::Nothing)
      posix_spawn_file_actions_addopen(&Actions, D.As, "/dev/null", O_RDWR, 0);
    else
      posix_spawn_file_actions_adddup2(&Actions, D.Ours, D.As);
  const int Error = posix_spawn(
      &Id, Line.front().c_str(), &Actions, nullptr, pointersTo(Line).data(),
      Environment ? pointersTo(*Environment).data() : environ);
  posix_spawn_file_actions_destroy(&Actions);
  return Error;
}

} // namespace anomalloc
