//===- SourceNames.h - what a call through a pointer is called --*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A call through a pointer names no function, but the source of the call has a
/// name there. The line and column of the call lead to the name:
/// \code
///   seq.push_back(split_ex_to_pair(e));   a virtual member: its name's column
///                 ^
///   return Hooks->allocate(Hooks, n);     else where the expression begins
///          ^
/// \endcode
/// The file must be the one that was compiled, as far as its checksum tells.
/// The name must not be a macro's. For a call that loads from a vtable, a name
/// is taken if it is not in capitals. For another call, a name is taken if it
/// is the name of a virtual function or of a variable, or stands behind an
/// object.
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
  /// Whether \p Name is a virtual function of a class of the module.
  bool isVirtual(llvm::StringRef Name);
  /// Whether \p Name is a variable or a data member in the module.
  bool isPointer(llvm::StringRef Name);
  /// Collects Virtual and Pointers, the names of the module, unless that was
  /// done before. It takes long, so it is done only when a name is needed.
  void findNames();

  const llvm::Module &M;
  llvm::DenseMap<const llvm::DIFile *, Source> Sources;
  bool HasNames = false;
  llvm::StringSet<> Virtual, Pointers;
};

} // namespace anomalloc

#endif // ANOMALLOC_PASS_SITES_SOURCENAMES_H
