//===- NamedFrames.h - functions of stacks, by name -------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_REPORT_FORMATS_NAMEDFRAMES_H
#define ANOMALLOC_REPORT_FORMATS_NAMEDFRAMES_H

#include "Analysis/stacks/MeasuredStacks.h"
#include <string>

namespace anomalloc {

/// The functions and lines of MeasuredStacks::Places, each once.
class NamedFrames {
public:
  struct Frame {
    uint32_t Name;           ///< Index of names().
    llvm::StringRef Symbol;  ///< Linkage name; "" if unknown.
    llvm::StringRef File;    ///< "" if unknown.
    uint32_t Line = 0;       ///< 0: unknown.
    uint32_t Column = 0;     ///< 0: unknown.
    llvm::StringRef Library; ///< Path of the object; "" if unknown.
  };

  /// \p Stacks must outlive this object.
  explicit NamedFrames(const MeasuredStacks &Stacks);

  llvm::ArrayRef<Frame> frames() const { return Frames; }
  /// The names of the functions, for people: demangled in full, or
  /// "library+0x12" if a function has no name. No name is empty.
  llvm::ArrayRef<std::string> names() const { return Names; }
  const std::string &name(const Frame &F) const { return Names[F.Name]; }
  /// The indices of a place's frames, innermost first; at least one.
  llvm::ArrayRef<uint32_t> of(uint32_t Place) const {
    return llvm::ArrayRef(Levels).slice(Begin[Place],
                                        Begin[Place + 1] - Begin[Place]);
  }

private:
  std::vector<Frame> Frames;
  std::vector<std::string> Names;
  std::vector<uint32_t> Levels; ///< Indices of Frames, place after place.
  std::vector<uint32_t> Begin;  ///< By place: its first level; then the end.
};

} // namespace anomalloc

#endif // ANOMALLOC_REPORT_FORMATS_NAMEDFRAMES_H
