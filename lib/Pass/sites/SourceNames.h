//===- SourceNames.h - what a call through a pointer is called --*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A call through a pointer names no function, but its source does. The line
/// and column of the call lead there:
/// \code
///   seq.push_back(split_ex_to_pair(e));   a virtual member: its name's column
///                 ^
///   return Hooks->allocate(Hooks, n);     else where the expression begins
///          ^
/// \endcode
/// The file must be the one that was compiled, as far as its checksum tells. A
/// name is taken if it is no macro's: of a call that loads from a vtable, if it
/// is not in capitals; of others, if it stands behind an object or is the name
/// of a variable.
///
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_PASS_SITES_SOURCENAMES_H
#define ANOMALLOC_PASS_SITES_SOURCENAMES_H

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/MemoryBuffer.h"
#include <memory>
#include <vector>

namespace llvm {
class CallBase;
class DIFile;
class Module;
} // namespace llvm

namespace anomalloc {

/// The name that the source gives to the callee of an indirect call.
struct SourceName {
  llvm::StringRef Name; ///< "": not known.
  bool IsVirtual = false;
};

/// Reads each file once. One object serves one module, which must outlive it.
class SourceNames {
public:
  explicit SourceNames(const llvm::Module &M) : M(M) {}

  SourceName of(const llvm::CallBase &Call);

private:
  struct Source {
    std::unique_ptr<llvm::MemoryBuffer> Text; ///< Null: not readable.
    std::vector<size_t> Lines;                ///< Where each begins.
  };
  const Source &source(const llvm::DIFile &File);
  /// Whether that is a virtual function of the module's classes.
  bool isVirtual(llvm::StringRef Name);
  /// Whether that is a variable or a member of the module.
  bool isPointer(llvm::StringRef Name);
  /// All names; takes long, and most modules need none.
  void findNames();

  const llvm::Module &M;
  llvm::DenseMap<const llvm::DIFile *, Source> Sources;
  bool HasNames = false;
  llvm::StringSet<> Virtual, Pointers;
};

} // namespace anomalloc

#endif // ANOMALLOC_PASS_SITES_SOURCENAMES_H
