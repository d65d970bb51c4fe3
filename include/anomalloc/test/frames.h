//===- frames.h - names for the frames of a stack ---------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Finds names for return addresses. 'anomalloc symbolize' gives functions and
/// lines, if the command is found beside the runtime or in PATH. Else the
/// dynamic symbol tables give functions.
///
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_TEST_FRAMES_H
#define ANOMALLOC_TEST_FRAMES_H

#include "anomalloc/test/measurement.h"
#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cxxabi.h>
#include <dlfcn.h>
#include <fcntl.h>
#include <link.h>
#include <map>
#include <spawn.h>
#include <string>
#include <sys/wait.h>
#include <unistd.h>
#include <utility>
#include <vector>

namespace anomalloc {
namespace test {

/// The text that \p Command prints on its standard output; "" if it cannot be
/// run or fails. It runs without the environment variables by which the runtime
/// would record it.
inline std::string outputOf(const std::vector<std::string> &Command) {
  std::vector<char *> Arguments, Environment;
  for (const std::string &Argument : Command)
    Arguments.push_back(const_cast<char *>(Argument.c_str()));
  Arguments.push_back(nullptr);
  for (char **Entry = environ; *Entry; ++Entry)
    if (std::strncmp(*Entry, "LD_PRELOAD=", 11) &&
        std::strncmp(*Entry, "ANOMALLOC_OPTIONS=", 18))
      Environment.push_back(*Entry);
  Environment.push_back(nullptr);

  int Ends[2];
  if (pipe2(Ends, O_CLOEXEC))
    return {};
  posix_spawn_file_actions_t Actions;
  posix_spawn_file_actions_init(&Actions);
  posix_spawn_file_actions_adddup2(&Actions, Ends[1], STDOUT_FILENO);
  posix_spawn_file_actions_addopen(&Actions, STDIN_FILENO, "/dev/null",
                                   O_RDONLY, 0);
  posix_spawn_file_actions_addopen(&Actions, STDERR_FILENO, "/dev/null",
                                   O_WRONLY, 0);
  pid_t Child;
  int Error = posix_spawnp(&Child, Arguments[0], &Actions, nullptr,
                           Arguments.data(), Environment.data());
  posix_spawn_file_actions_destroy(&Actions);
  close(Ends[1]);
  std::string Output;
  char Part[4096];
  for (ssize_t Size = 1; !Error && Size;) {
    Size = read(Ends[0], Part, sizeof(Part));
    if (Size > 0)
      Output.append(Part, std::size_t(Size));
    else if (Size < 0 && errno != EINTR)
      break;
  }
  close(Ends[0]);
  if (Error)
    return {};
  int Status = 0;
  while (waitpid(Child, &Status, 0) < 0 && errno == EINTR)
    continue;
  return Status == 0 ? Output : std::string();
}

/// The path of the command 'anomalloc' that was installed with the runtime's
/// library: <prefix>/bin/anomalloc if the library is below <prefix>/lib. "" if
/// there is none.
inline std::string commandBesideRuntime() {
  Dl_info Info;
  auto *Runtime = reinterpret_cast<void *>(&__anomalloc_measurement_begin);
  if (!Runtime || !dladdr(Runtime, &Info) || !Info.dli_fname)
    return {};
  std::string Folder = Info.dli_fname;
  // The file, its folder, and one or two of libraries around it.
  for (int Up = 0; Up != 4; ++Up) {
    std::size_t Slash = Folder.rfind('/');
    if (Slash == std::string::npos)
      return {};
    Folder.resize(Slash);
    std::string Command = Folder + "/bin/anomalloc";
    if (Up >= 2 && access(Command.c_str(), X_OK) == 0)
      return Command;
  }
  return {};
}

inline std::string demangled(const char *Name) {
  int Status;
  char *Text = abi::__cxa_demangle(Name, nullptr, nullptr, &Status);
  std::string Result = Text ? Text : Name;
  std::free(Text);
  return Result;
}

inline std::string hexadecimal(std::uint64_t Number) {
  char Text[24];
  std::snprintf(Text, sizeof(Text), "0x%llx",
                static_cast<unsigned long long>(Number));
  return Text;
}

/// Names for return addresses of this process.
class FrameNames {
public:
  /// Asks for the names of \p Frame.
  void want(const void *Frame) { Places.insert({Frame, {}}); }

  /// Looks up all names that were asked for.
  void find() {
    for (auto &[Frame, Its] : Places)
      locate(Frame, Its);
    std::string Command = commandBesideRuntime();
    for (auto &[Module, Frames] : Modules)
      HasLines |= (!Command.empty() && ask(Command, Module, Frames)) ||
                  ask("anomalloc", Module, Frames);
  }

  /// The names of \p Frame. Inlined functions have names of their own,
  /// innermost first.
  const std::vector<std::string> &of(const void *Frame) {
    return Places[Frame].Names;
  }

  /// A text that tells how to get lines; "" if there are lines, or if no frame
  /// is in a known object.
  std::string hint() const {
    if (HasLines || Modules.empty())
      return {};
    return "\n  for lines: compile with -g, and have 'anomalloc' in PATH";
  }

private:
  struct Named {
    std::uint64_t Offset = 0; ///< Of the call, in the file.
    std::vector<std::string> Names;
  };

  /// Finds the name of \p Frame in the dynamic symbol tables.
  void locate(const void *Frame, Named &Place) {
    // The call stands before what it returns to.
    auto Call = reinterpret_cast<std::uint64_t>(Frame) - 1;
    Dl_info Info;
    link_map *Map = nullptr;
    if (!dladdr1(reinterpret_cast<const void *>(Call), &Info,
                 reinterpret_cast<void **>(&Map), RTLD_DL_LINKMAP) ||
        !Map) {
      Place.Names = {hexadecimal(Call)};
      return;
    }
    // The program's own name may be that of a link.
    std::string Module = *Map->l_name ? Map->l_name : "/proc/self/exe";
    char Program[4096];
    if (!*Map->l_name) {
      ssize_t Size = readlink("/proc/self/exe", Program, sizeof(Program));
      if (Size > 0)
        Module.assign(Program, std::size_t(Size));
    }
    Place.Offset = Call - Map->l_addr;
    Place.Names = {(Info.dli_sname ? demangled(Info.dli_sname) + " " : "") +
                   "in " + Module + " at " + hexadecimal(Place.Offset)};
    Modules[Module].push_back(Frame);
  }

  /// Asks \p Command for the names of \p Frames, which are in the object
  /// \p Module. The answer has a line for each level, and an empty line behind
  /// each frame. Returns false if there is no answer.
  bool ask(const std::string &Command, const std::string &Module,
           const std::vector<const void *> &Frames) {
    std::vector<std::string> Line = {Command, "symbolize", Module};
    for (const void *Frame : Frames)
      Line.push_back(hexadecimal(Places[Frame].Offset));
    std::string Answer = outputOf(Line);
    std::size_t At = 0;
    std::vector<std::string> Names;
    auto Frame = Frames.begin();
    for (std::size_t End; Frame != Frames.end() &&
                          (End = Answer.find('\n', At)) != std::string::npos;
         At = End + 1) {
      if (End != At) {
        Names.push_back(Answer.substr(At, End - At));
        continue;
      }
      if (!Names.empty())
        Places[*Frame].Names = std::move(Names);
      Names.clear();
      ++Frame;
    }
    return !Answer.empty();
  }

  std::map<const void *, Named> Places;
  std::map<std::string, std::vector<const void *>> Modules;
  bool HasLines = false;
};

} // namespace test
} // namespace anomalloc

#endif // ANOMALLOC_TEST_FRAMES_H
