//===- CodeIndex.h - the functions of one profile ---------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_COMPARE_CODEINDEX_H
#define ANOMALLOC_COMPARE_CODEINDEX_H

#include "Compare/Align.h"
#include "Compare/NameTable.h"
#include "Profile/Profile.h"
#include <map>
#include <set>

namespace anomalloc {

/// What chains of sites and of maker calls tell of the program's functions.
/// Refers to the profile and the names, which must outlive it.
class CodeIndex {
public:
  /// A function of the program's own.
  struct Function {
    llvm::StringRef File; ///< Last part of its path.
    /// Its lines that make blocks or call what does, with what each calls.
    std::set<std::pair<uint32_t, uint32_t>> Calls;
    SeenSizes Sizes; ///< Of blocks that were made in it.
    uint32_t firstLine() const { return Calls.begin()->first; }
  };
  struct ChangeLine {
    std::set<uint32_t> Callees; ///< Names of what it calls.
    SeenSizes Sizes;            ///< As far as they are known for it alone.
  };
  /// Of a function in a file: its lines to change, or where all levels are
  /// makers the first user frames.
  using ChangeLines = std::map<uint32_t, ChangeLine>;
  using LineGroup = std::pair<uint32_t, llvm::StringRef>;

  CodeIndex(const Profile &P, NameTable &Names);

  const Profile &profile() const { return P; }
  const SeenSizes &sizesOf(SiteIndex Site) const {
    return Sizes[uint32_t(Site)];
  }
  const std::map<uint32_t, Function> &functions() const { return Functions; }
  /// By name of the function, and last part of the path of the file.
  const std::map<LineGroup, ChangeLines> &changeLines() const { return Lines; }

private:
  void addChain(llvm::ArrayRef<Frame> Chain, uint32_t ChangeFrame,
                uint32_t Callee, const SeenSizes &Its);

  const Profile &P;
  NameTable &Names;
  std::vector<SeenSizes> Sizes; ///< By site.
  std::map<uint32_t, Function> Functions;
  std::map<LineGroup, ChangeLines> Lines;
  std::map<llvm::StringRef, bool> SystemFiles;
};

/// The last part of \p Path.
llvm::StringRef fileName(llvm::StringRef Path);

} // namespace anomalloc

#endif // ANOMALLOC_COMPARE_CODEINDEX_H
