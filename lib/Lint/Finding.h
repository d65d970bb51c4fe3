//===- Finding.h - one thing that a check found -----------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_LINT_FINDING_H
#define ANOMALLOC_LINT_FINDING_H

#include "Lint/CheckTable.h"
#include "Weights/Level.h"
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace anomalloc::lint {

/// Plain data; lines and columns count from 1, columns in bytes.
struct Place {
  std::string File; ///< Without symbolic links.
  unsigned Offset = 0;
  unsigned Line = 0;
  unsigned Column = 0;
};

struct Note {
  Place At;
  std::string Message;
};

/// Replaces bytes of a file.
struct Edit {
  std::string File;
  unsigned Offset = 0;
  unsigned Length = 0;
  std::string Text;
};

struct Finding {
  std::string Check;
  Severity Worth = Severity::Unrated;
  Level Loud = Level::Warning; ///< Never Silent.
  /// How sure it is and how often its place runs. None: a check of others says
  /// nothing of that, and none of ours looked there.
  std::optional<Certainty> Sure;
  std::optional<Weight> Heavy;
  std::string Message;
  Place At;
  /// Bytes of the same file to underline: offset and length.
  std::vector<std::pair<unsigned, unsigned>> Ranges;
  std::vector<Note> Notes;
  /// Empty: there is no fix. All edits belong together.
  std::vector<Edit> Fix;
  std::string Fingerprint;
  /// With a profile: how many allocations the finding's lines made. None: the
  /// profile does not know them, or there is no profile.
  std::optional<uint64_t> Allocations;
};

} // namespace anomalloc::lint

#endif // ANOMALLOC_LINT_FINDING_H
