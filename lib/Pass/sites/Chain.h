//===- Chain.h - the inline chain of a call ---------------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_PASS_SITES_CHAIN_H
#define ANOMALLOC_PASS_SITES_CHAIN_H

#include "objects/ObjectUses.h"
#include "sites/UnitTable.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringMap.h"
#include <string>

namespace llvm {
class DICompositeType;
class DIFile;
class DILocation;
class DISubprogram;
class Function;
class Module;
} // namespace llvm

namespace anomalloc {

/// The inline chain of a call: from the call outwards through the functions
/// that were inlined around it.
struct Chain {
  FrameIndex Innermost = 0;
  /// Steps outwards to the first user frame, or to the outermost frame if all
  /// files are the system's.
  unsigned UserFrame = 0;
  bool IsUserFrame = false; ///< False: all files are the system's.
  /// Steps outwards to the line to change: the first frame whose function is no
  /// maker. None if all functions of the chain are makers.
  std::optional<unsigned> Change;
};

/// Puts chains into a unit's table. One object serves one module.
class ChainBuilder {
public:
  ChainBuilder(const llvm::Module &M, UnitTable &Table,
               std::vector<std::string> MoreSystemPaths);

  /// The chain of an instruction of \p F at \p Location (may be null).
  Chain chain(const llvm::Function &F, const llvm::DILocation *Location);

  /// Whether at least one level of the inline chain of an instruction of \p F
  /// at \p Location is a line of the user's.
  bool hasUserFrame(const llvm::Function &F, const llvm::DILocation *Location);

  /// The first level of the inline chain at \p Location that is a line of the
  /// user's. The outermost level if none is. Null if \p Location is.
  const llvm::DILocation *userPlace(const llvm::DILocation *Location);

  /// Whether \p F is of a system file or, if that is unknown, has the name of a
  /// function of the C++ library.
  bool isLibraryFunction(const llvm::Function &F);

  /// Whether \p F makes blocks on behalf of its caller: a library function, one
  /// whose name says so, or one that is marked (MakerMarks.h).
  bool isMaker(const llvm::Function &F);

  /// Marks \p F as a maker. From here on isMaker() holds for \p F.
  void markMaker(llvm::Function &F);

  /// Puts the marked makers into the table, also those that were inlined away.
  void tellMarkedMakers();

  /// The row of \p F in the unit's table. Makes the row if there is none yet.
  FunctionIndex function(const llvm::Function &F);

  /// The path of \p File: absolute, or relative to the unit's compilation
  /// directory. It is "" if \p File is null.
  llvm::StringRef file(const llvm::DIFile *File);

private:
  const llvm::DILocation *userLevel(const llvm::DILocation *Location);
  FrameIndex frame(const llvm::Function &F, const llvm::DILocation *Location);
  FunctionIndex function(const llvm::DISubprogram &SP);
  void addClass(const llvm::DISubprogram &SP);
  bool isMaker(const llvm::DISubprogram &SP);
  bool isSystemFrame(FrameIndex I);
  bool isSystemFile(const llvm::DIFile *File);
  bool isSystem(llvm::StringRef Path) const;

  UnitTable &Table;
  std::vector<std::string> MoreSystemPaths;
  ObjectUses Uses;
  llvm::SetVector<const llvm::DISubprogram *> Marked;
  llvm::DenseSet<const llvm::DICompositeType *> Classes; ///< Looked at.
  llvm::DenseMap<const void *, bool> Makers; ///< Functions and subprograms.
  llvm::DenseMap<const llvm::DIFile *, llvm::StringRef> Files;
  llvm::DenseMap<const llvm::DILocation *, FrameIndex> Frames;
  llvm::StringMap<bool> SystemPaths;
  llvm::DenseMap<const llvm::DIFile *, bool> SystemFiles;
};

} // namespace anomalloc

#endif // ANOMALLOC_PASS_SITES_CHAIN_H
