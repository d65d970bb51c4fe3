//===- CallResults.h - what a call gives back ------------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The results of a call. Beside a plain value, a call may give an object: in
/// registers, in memory that the caller provides for the returned object
/// (`sret`), or, as a constructor does, where its first argument points to.
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

/// Whether a call of \p F runs the body that \p F has in its module.
bool isOwnCode(const llvm::Function &F);

/// Whether \p T is the type of an object in registers: a structure that has a
/// pointer.
bool isObjectInRegisters(const llvm::Type &T);

/// Whether \p Call returns an object, in memory or in registers, that may hold
/// blocks.
bool returnsObject(const llvm::CallBase &Call);

/// The object that \p Call makes or changes beside the value that it returns:
/// its `sret` argument, else its first argument if that is a pointer. Null if
/// it has neither.
const llvm::Value *objectOf(const llvm::CallBase &Call);

/// The local variable that \p Call may leave a pointer in, as posix_memalign
/// does: its first argument points there, and it returns an integer. Null if
/// there is no such variable.
const llvm::AllocaInst *outputOf(const llvm::CallBase &Call);

} // namespace anomalloc

#endif // ANOMALLOC_PASS_MAKERS_CALLRESULTS_H
