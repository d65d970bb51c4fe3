//===- ThreadState.h - what a thread is doing -------------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Builds code that reads and writes the state that the runtime keeps for each
/// thread: struct AnomallocTls (anomalloc/Abi.h).
///
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_PASS_RECORD_THREADSTATE_H
#define ANOMALLOC_PASS_RECORD_THREADSTATE_H

#include "llvm/IR/DerivedTypes.h"
#include "llvm/IR/IRBuilder.h"

namespace anomalloc {

/// One object serves one module.
class ThreadState {
public:
  explicit ThreadState(llvm::Module &M);

  /// The addresses of the thread's state and of its fields.
  llvm::Value *tls(llvm::IRBuilderBase &B);
  llvm::Value *asking(llvm::IRBuilderBase &B, llvm::Value *Tls);
  llvm::Value *via(llvm::IRBuilderBase &B, llvm::Value *Tls);
  llvm::Value *viaSlot(llvm::IRBuilderBase &B, llvm::Value *Tls);

  /// Makes \p Call the maker call in progress: stores the element \p Number of
  /// \p Callers in the thread's Caller. From \p Call on, the blocks of sites in
  /// makers alone are added to the slots of this maker call.
  void setCaller(llvm::CallBase &Call, llvm::GlobalVariable &Callers,
                 unsigned Number);
  llvm::Value *loadCaller(llvm::Instruction *Before);
  void putBackCaller(llvm::Instruction *Before, llvm::Value *Caller);
  /// Sets Caller to 0: from \p Before on, the maker call in progress is not
  /// known.
  void forgetCaller(llvm::Instruction *Before);

  /// Loads or stores the thread's Jump, which tells the first call of a chain
  /// of jumps (Jumps.h).
  llvm::Value *loadJump(llvm::IRBuilderBase &B);
  void storeJump(llvm::IRBuilderBase &B, llvm::Value *Jump);

protected:
  llvm::Value *caller(llvm::IRBuilderBase &B, llvm::Value *Tls,
                      unsigned Offset = 0);

  llvm::Type *I32, *I64;

private:
  llvm::Value *jump(llvm::IRBuilderBase &B);

  llvm::GlobalVariable *Tls;
  bool NamesTls; ///< Assembly code can address the thread's state.
};

} // namespace anomalloc

#endif // ANOMALLOC_PASS_RECORD_THREADSTATE_H
