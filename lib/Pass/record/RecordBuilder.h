//===- RecordBuilder.h - inserts code of ours -------------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_PASS_RECORD_RECORDBUILDER_H
#define ANOMALLOC_PASS_RECORD_RECORDBUILDER_H

#include "llvm/IR/DerivedTypes.h"
#include "llvm/IR/IRBuilder.h"

namespace anomalloc {

/// A builder whose instructions no sanitizer looks at.
class RecordBuilder : public llvm::IRBuilder<llvm::ConstantFolder,
                                             llvm::IRBuilderCallbackInserter> {
public:
  /// Inserts before \p Before, with the debug location of \p Of, or line 0 if
  /// \p Of has none.
  RecordBuilder(llvm::Instruction *Before, const llvm::Instruction &Of);
  /// Inserts at the end of \p AtEnd, a basic block without terminator, with the
  /// debug location of \p Of, or line 0 if \p Of has none.
  RecordBuilder(llvm::BasicBlock *AtEnd, const llvm::Instruction &Of);

private:
  explicit RecordBuilder(llvm::LLVMContext &C);
  void setLocation(const llvm::Instruction &Of);
};

/// Declares a function of the runtime that has no result, with the calling
/// convention that preserves most registers.
llvm::FunctionCallee declareEvent(llvm::Module &M, llvm::StringRef Name,
                                  llvm::ArrayRef<llvm::Type *> Parameters);

/// Declares a thread-local variable of the runtime.
llvm::GlobalVariable *declareThreadLocal(llvm::Module &M, llvm::StringRef Name,
                                         uint64_t Size, llvm::Align A);

/// Finds the instruction in front of which code runs when \p Call has returned
/// normally. Splits the edge of an invoke if necessary. Null: the call does not
/// return.
llvm::Instruction *insertionPointAfter(llvm::CallBase &Call);

} // namespace anomalloc

#endif // ANOMALLOC_PASS_RECORD_RECORDBUILDER_H
