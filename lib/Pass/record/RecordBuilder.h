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
  /// Inserts before \p Before, at the location of \p Of, or at line 0.
  RecordBuilder(llvm::Instruction *Before, const llvm::Instruction &Of);
  /// The same at the end of a block without terminator.
  RecordBuilder(llvm::BasicBlock *AtEnd, const llvm::Instruction &Of);

private:
  explicit RecordBuilder(llvm::LLVMContext &C);
  void setLocation(const llvm::Instruction &Of);
};

/// A function of the runtime's, without result, of the convention that
/// preserves most registers.
llvm::FunctionCallee declareEvent(llvm::Module &M, llvm::StringRef Name,
                                  llvm::ArrayRef<llvm::Type *> Parameters);

/// A thread-local variable of the runtime's.
llvm::GlobalVariable *declareThreadLocal(llvm::Module &M, llvm::StringRef Name,
                                         uint64_t Size, llvm::Align A);

/// Where code that follows \p Call on its normal way out goes (before the
/// returned instruction); splits the edge of an invoke if it must. Null: the
/// call does not return.
llvm::Instruction *insertionPointAfter(llvm::CallBase &Call);

} // namespace anomalloc

#endif // ANOMALLOC_PASS_RECORD_RECORDBUILDER_H
