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

/// The functions of a program, as the chains of sites and of maker calls show
/// them. Refers to the profile and the names; both must outlive the index.
class CodeIndex {
public:
  /// The level of a Site's or MakerCall's chain where a comparison looks: the
  /// line to change. If all levels are makers, the first user frame.
  template <typename T> static uint32_t levelOf(const T &Row) {
    return Row.ChangeFrame.value_or(Row.UserFrame);
  }

  /// A function of the program's own.
  struct Function {
    llvm::StringRef File; ///< Last part of its path.
    /// The lines that make blocks or call a function that does: each as its
    /// line number and the NameTable number of its callee.
    std::set<std::pair<uint32_t, uint32_t>> Calls;
    SeenSizes Sizes; ///< Of the blocks that were made in the function.
    uint32_t firstLine() const { return Calls.begin()->first; }
  };
  struct ChangeLine {
    std::set<uint32_t> Callees; ///< NameTable numbers of what the line calls.
    SeenSizes Sizes;            ///< As far as known for this line alone.
  };
  /// By line number: the lines of one function in one file (levelOf).
  using ChangeLines = std::map<uint32_t, ChangeLine>;
  using LineGroup = std::pair<uint32_t, llvm::StringRef>;

  CodeIndex(const Profile &P, NameTable &Names);

  const Profile &profile() const { return P; }
  const SeenSizes &sizesOf(SiteIndex Site) const {
    return Sizes[uint32_t(Site)];
  }
  const std::map<uint32_t, Function> &functions() const { return Functions; }
  /// By the name of the function and the last part of the path of its file.
  const std::map<LineGroup, ChangeLines> &changeLines() const { return Lines; }

private:
  void addChain(llvm::ArrayRef<Frame> Chain, uint32_t Level, uint32_t Callee,
                const SeenSizes &Its);

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
