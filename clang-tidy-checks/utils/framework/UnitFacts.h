//===- UnitFacts.h - what is known of a translation unit --------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_CLANG_TIDY_CHECKS_UTILS_FRAMEWORK_UNITFACTS_H
#define ANOMALLOC_CLANG_TIDY_CHECKS_UTILS_FRAMEWORK_UNITFACTS_H

#include "utils/ast/References.h"
#include "utils/flow/FunctionFlow.h"
#include "utils/framework/CodeOfProfile.h"
#include "utils/loops/LoopEvidence.h"
#include "utils/objects/HeapOwning.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Mangle.h"
#include "clang/Basic/SourceManager.h"
#include <map>
#include <optional>

namespace clang::tidy::anomalloc {

/// Facts that the checks of one translation unit share. Each kind is computed
/// when first asked for. Used by one thread.
class UnitFacts {
public:
  explicit UnitFacts(ASTContext &Context) : Context(Context), Names(Context) {}

  LoopIndex &loops() {
    return Loops ? *Loops
                 : Loops.emplace(Context, [this]() -> const ReferenceIndex & {
                     return references();
                   });
  }
  ReferenceIndex &references() {
    return References ? *References : References.emplace(Context);
  }
  /// The heap ownership of types. \p ExtraTypes is the value of the option
  /// HeapOwningTypes, which may differ between checks.
  HeapOwning &owning(const std::string &ExtraTypes) {
    return Owning.try_emplace(ExtraTypes, ExtraTypes).first->second;
  }
  const FunctionFlow *flow(const FunctionDecl &Function) {
    auto [Slot, New] = Flows.try_emplace(&Function);
    if (New)
      Slot->second = FunctionFlow::of(Function, Context);
    return Slot->second.get();
  }
  /// The owner of the code of \p Function. A null function has an owner without
  /// a name.
  const CodeOwner &owner(const FunctionDecl *Function) {
    auto [Slot, New] = Owners.try_emplace(Function);
    if (New && Function)
      Slot->second = codeOwner(*Function, Names);
    return Slot->second;
  }
  /// \p File as it is today, in comparison with the file that \p Weights
  /// measured. Null if nothing was measured in the file.
  const FileToday *today(const MeasuredWeights &Weights, FileID File) {
    auto [Slot, New] = Today.try_emplace({&Weights, File});
    const SourceManager &SM = Context.getSourceManager();
    if (New)
      if (auto Entry = SM.getFileEntryRefForID(File))
        Slot->second = Weights.today(Entry->getName(), SM.getBufferData(File));
    return Slot->second ? &*Slot->second : nullptr;
  }

  ASTContext &Context;

private:
  std::optional<LoopIndex> Loops;
  std::optional<ReferenceIndex> References;
  std::map<std::string, HeapOwning> Owning;
  std::map<const FunctionDecl *, std::unique_ptr<FunctionFlow>> Flows;
  ASTNameGenerator Names;
  std::map<const FunctionDecl *, CodeOwner> Owners;
  std::map<std::pair<const MeasuredWeights *, FileID>, std::optional<FileToday>>
      Today;
};

} // namespace clang::tidy::anomalloc

#endif // ANOMALLOC_CLANG_TIDY_CHECKS_UTILS_FRAMEWORK_UNITFACTS_H
