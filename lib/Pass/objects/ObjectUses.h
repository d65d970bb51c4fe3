//===- ObjectUses.h - what copies and new objects are for -------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What can be done about a copy depends on its source and its destination:
/// \code
///   Path P = O.Path;        a local: read the original
///   draw(O.Path);           an argument
///   return Path;            what is returned
///   this->Path = O.Path;    both stay: share it, or nothing is to be done
///   this->Path = P;         P is not used again: move it
///   Names.push_back(N);     N is not used again: move it
///   Names.push_back(N);     `return Names;` follows: Names cannot stay here
/// \endcode
/// Source and destination are looked at before inlining, while objects still
/// are whole. The result is a list in the module. Each element holds a
/// function, a line, a column, and the ObjectUse there:
/// \code
///   !anomalloc.objects = !{!{!7, i32 12, i32 14, i32 5}}
/// \endcode
///
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_PASS_OBJECTS_OBJECTUSES_H
#define ANOMALLOC_PASS_OBJECTS_OBJECTUSES_H

#include "anomalloc/SiteTable.h"
#include "llvm/ADT/DenseMap.h"
#include <utility>

namespace llvm {
class DILocation;
class DISubprogram;
class Module;
} // namespace llvm

namespace anomalloc {

class ChainBuilder;

/// Puts the list of uses into \p M, in place of an older list. If several
/// objects at one line and column differ in their use, the list leaves them
/// out.
void noteObjectUses(llvm::Module &M, ChainBuilder &Chains);

/// Removes the list of uses from \p M.
void forgetObjectUses(llvm::Module &M);

/// The list of uses of a module, read once.
class ObjectUses {
public:
  explicit ObjectUses(const llvm::Module &M);

  /// The use of the object that a call at \p Location makes. ObjectUse::Unknown
  /// if the list does not have it.
  ObjectUse at(const llvm::DILocation &Location) const;

private:
  using Place =
      std::pair<const llvm::DISubprogram *, std::pair<unsigned, unsigned>>;
  llvm::DenseMap<Place, ObjectUse> Uses;
};

} // namespace anomalloc

#endif // ANOMALLOC_PASS_OBJECTS_OBJECTUSES_H
