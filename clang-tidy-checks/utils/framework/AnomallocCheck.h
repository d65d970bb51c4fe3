//===- AnomallocCheck.h - base of all checks --------------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_CLANG_TIDY_CHECKS_UTILS_FRAMEWORK_ANOMALLOCCHECK_H
#define ANOMALLOC_CLANG_TIDY_CHECKS_UTILS_FRAMEWORK_ANOMALLOCCHECK_H

#include "clang-tidy/ClangTidyCheck.h"
#include "utils/ast/SourceText.h"
#include "utils/framework/CodeOfProfile.h"
#include "utils/framework/ColdFiles.h"
#include "utils/framework/Diagnosis.h"
#include "utils/framework/Options.h"
#include "utils/framework/Weights.h"
#include "utils/objects/ContainerClass.h"
#include "utils/objects/HeapOwning.h"
#include "utils/uses/Uses.h"
#include "llvm/ADT/MapVector.h"

namespace clang::tidy::anomalloc {

class FunctionFlow;
class UnitFacts;
class UserCodeMatcher;

/// Base of all checks. It reads the common options, lets a check match in user
/// code only, and answers questions about the translation unit (all checks
/// share the answers). It keeps a check's findings and prints each place once,
/// at the end of the unit.
class AnomallocCheck : public ClangTidyCheck {
public:
  AnomallocCheck(StringRef Name, ClangTidyContext *Context);
  ~AnomallocCheck() override;

  bool isLanguageVersionSupported(const LangOptions &L) const override {
    return L.CPlusPlus;
  }
  void storeOptions(ClangTidyOptions::OptionMap &Map) override;

  /// Hands addMatchers() a finder that sees user code only.
  void registerMatchers(ast_matchers::MatchFinder *Host) final;
  void onEndOfTranslationUnit() final;

protected:
  /// Adds the check's matchers to \p UserCode. For each match in user code,
  /// check() is called.
  virtual void addMatchers(ast_matchers::MatchFinder &UserCode) = 0;
  /// Called after the last match of a unit, for checks that decide only then.
  virtual void finishUnit(ASTContext &) {}

  /// \name What the source shows
  /// @{
  /// For sure, not suspected ones.
  HeapOwnership heapOwnership(QualType Type, ASTContext &Context);
  /// Suspected ones too: a finding that rests on it has the doubt() as its own.
  HeapOwnership likelyHeapOwnership(QualType Type, ASTContext &Context);
  /// The same of what a copy allocates: nothing where copies share.
  HeapOwnership copiedHeap(QualType Type, ASTContext &Context);
  HeapOwnership likelyCopiedHeap(QualType Type, ASTContext &Context);
  /// A vector or matrix of numbers that owns heap memory, or likely does so.
  ContainerClass containerClass(QualType Type, ASTContext &Context);
  /// How often a statement runs.
  LoopEvidence loopEvidence(const Stmt &S, ASTContext &Context);
  /// All calls of a function in the unit, and where else it is named.
  llvm::ArrayRef<CallSite> callsOf(const FunctionDecl &Function,
                                   ASTContext &Context);
  /// Where variables, parameters and fields are named in the unit.
  const ReferenceIndex &references(ASTContext &Context);
  /// What the unit does with a variable, parameter or field.
  UseSummary usesOf(const ValueDecl &D, ASTContext &Context);
  /// The control flow of a function; null where clang cannot build it.
  const FunctionFlow *flowOf(const FunctionDecl &Function, ASTContext &Context);
  /// @}

  /// \name How much it matters
  /// @{
  /// How often a statement runs: the loops around it, and what a profile
  /// measured on its lines.
  Evidence evidence(const Stmt &S, ASTContext &Context);
  /// The same with the loops around \p S, but with what was measured on
  /// \p Lines.
  Evidence evidence(const Stmt &S, SourceRange Lines, ASTContext &Context);
  /// How often any of these statements runs, and what all of them allocated.
  /// \p Heaviest: the one that runs most often, or the first; null if there is
  /// none.
  Evidence evidence(llvm::ArrayRef<const Stmt *> Places, ASTContext &Context,
                    const Stmt **Heaviest = nullptr);
  /// The same of a variable that \p Declared declares, with what was measured
  /// where it grows, or is handed to others.
  Evidence evidenceOfObject(const VarDecl &D, const DeclStmt &Declared,
                            ASTContext &Context);
  /// How often objects of \p Class are made, by copying or not, and what was
  /// measured of \p Member where they are made, and where it grows.
  Evidence evidenceOfMember(const FieldDecl &Member, const CXXRecordDecl &Class,
                            ASTContext &Context);
  /// How often the function is called, and what the calls themselves allocated,
  /// without what made their arguments.
  Evidence evidenceOfCalls(const FunctionDecl &Function, ASTContext &Context);
  /// What a profile counted in all calls of \p Functions, wherever they are:
  /// for what a function makes for its callers.
  Evidence measuredInCalls(llvm::ArrayRef<const FunctionDecl *> Functions,
                           ASTContext &Context);
  Weight weightOf(const Evidence &Often) const;
  /// Adds what was measured at another place of the same finding. Each
  /// allocation counts once.
  void alsoMeasured(Evidence &To, const Evidence &More) const;
  /// Of several places, keeps the loops of the heaviest, of equals the first,
  /// and what was measured at all of them. Returns whether \p More is heavier.
  bool add(std::optional<Evidence> &To, const Evidence &More) const;
  /// Whether a finding may be said at all: a proved one would be, at this
  /// weight. What is not needs no further look.
  bool matters(const Evidence &Often) const;
  /// @}

  /// The type as a person would write it, not as vector<T>::value_type.
  static std::string nameOf(QualType Type, const ASTContext &Context);
  /// Keeps a finding until the end of the unit, if its level (Levels.def) is to
  /// be said. Of several at one place, the loudest is kept, then the one
  /// outside of template instantiations, then the first; it has what was
  /// measured of all of them. Fix-its are dropped in
  /// instantiations and where nobody can edit (macros, system headers). A
  /// finding in a cold file is dropped unless a profile measured its lines.
  void report(Diagnosis F, const DeclContext *Inside, ASTContext &Context);

  /// \name What a profile measured, beside the findings
  /// @{
  /// Null: there is no profile.
  const MeasuredWeights *weights() const { return Weights.get(); }
  /// The file's lines in the profile; null: nothing was measured there.
  const FileToday *today(FileID File, ASTContext &Context);
  /// The checks of the unit, together.
  UserCodeMatcher &unit() { return *Matcher; }
  /// @}

  const CommonOptions Common;

private:
  struct Kept {
    Diagnosis What;
    Certainty Sure;
    Level Loud;
    bool InInstantiation;
  };
  UnitFacts &facts(ASTContext &Context);
  void measureUses(Evidence &Often, const ValueDecl &D, ASTContext &Context);
  void measure(Evidence &Often, const std::optional<CodeSpan> &Code,
               SourceLocation At, ASTContext &Context);
  std::optional<MeasuredAtLines> here(std::optional<Measured> Found,
                                      SourceLocation At, bool InCalls) const;
  bool isSaid(Level Loud) const;
  Weight weightOf(const Diagnosis &F) const;
  void say(const Kept &Finding);
  void sayPlaces(const MeasuredAtLines &Recorded, SourceLocation At);

  const Certainty Surest; ///< What Checks.def allows the check to claim.
  const ColdFiles Cold;
  std::shared_ptr<UserCodeMatcher> Matcher;
  std::shared_ptr<UnitFacts> Facts;
  std::shared_ptr<const MeasuredWeights> Weights;
  llvm::MapVector<SourceLocation, Kept> Findings;
};

} // namespace clang::tidy::anomalloc

#endif // ANOMALLOC_CLANG_TIDY_CHECKS_UTILS_FRAMEWORK_ANOMALLOCCHECK_H
