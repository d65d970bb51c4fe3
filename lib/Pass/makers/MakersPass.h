//===- MakersPass.h - recognizes makers before inlining ---------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// `-passes=anomalloc-makers`, which also runs early in the pipeline. A *maker*
/// makes blocks on behalf of its caller. The line to change is the caller's.
/// Names alone do not tell all makers (MakerNames.h). This pass finds the
/// others while functions still are as in the source, and marks them
/// (MakerMarks.h):
/// \code
///   [[clang::annotate("anomalloc::maker")]] Mesh *load();
///   ANOMALLOC_MAKER Mesh *load();                       // the same
///   maker scene::load                      in the file of -anomalloc-functions
///   void *xmalloc(size_t) __attribute__((malloc));
///   Node *makeNode() { return new Node; }               // Factories.h
/// \endcode
///
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_PASS_MAKERS_MAKERSPASS_H
#define ANOMALLOC_PASS_MAKERS_MAKERSPASS_H

#include "Options.h"
#include "llvm/IR/PassManager.h"

namespace anomalloc {

class MakersPass : public llvm::PassInfoMixin<MakersPass> {
public:
  explicit MakersPass(PassOptions Options) : Options(std::move(Options)) {}

  llvm::PreservedAnalyses run(llvm::Module &M, llvm::ModuleAnalysisManager &AM);
  static bool isRequired() { return true; }

private:
  PassOptions Options;
};

} // namespace anomalloc

#endif // ANOMALLOC_PASS_MAKERS_MAKERSPASS_H
