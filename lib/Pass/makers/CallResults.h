//===- CallResults.h - what a call gives back ------------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The results of a call. Beside a plain value, a call may give an object: in
/// registers, in memory that the caller names, or in the memory that its first
/// argument points to.
///
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_PASS_MAKERS_CALLRESULTS_H
#define ANOMALLOC_PASS_MAKERS_CALLRESULTS_H

namespace llvm {
class AllocaInst;
class CallBase;
class Function;
class Type;
class Value;
} // namespace llvm

namespace anomalloc {

/// The function that \p Call names. Null if \p Call goes through a pointer.
const llvm::Function *calleeOf(const llvm::CallBase &Call);

/// Whether a call of \p F runs the code of this module.
bool isOwnCode(const llvm::Function &F);

/// Whether \p T is the type of an object in registers: a structure that has a
/// pointer.
bool isObjectInRegisters(const llvm::Type &T);

/// Whether \p Call returns an object, in memory or in registers, that may hold
/// blocks.
bool returnsObject(const llvm::CallBase &Call);

/// The object that \p Call makes or changes, beside the value that it returns;
/// or null.
const llvm::Value *objectOf(const llvm::CallBase &Call);

/// The variable that \p Call leaves a pointer in, as posix_memalign does; or
/// null.
const llvm::AllocaInst *outputOf(const llvm::CallBase &Call);

} // namespace anomalloc

#endif // ANOMALLOC_PASS_MAKERS_CALLRESULTS_H
