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
/// share the answers). It keeps a check's findings until the end of the unit,
/// and then prints one finding for each source location.
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

  /// Reads an option of this check alone, and shows it in the configuration
  /// that clang-tidy prints.
  template <typename T> T option(StringRef Name, T Default) {
    const T Value = Options.get(Name, Default);
    OwnOptions.push_back([=](ClangTidyOptions::OptionMap &Map) {
      Options.store(Map, Name, Value);
    });
    return Value;
  }

  /// \name What the source shows
  /// @{
  /// Whether and why objects of the type own heap memory for sure. The answer
  /// is No if ownership is only suspected.
  HeapOwnership heapOwnership(QualType Type, ASTContext &Context);
  /// Whether and why objects of the type own heap memory, for sure or as is
  /// suspected. A finding that rests on suspected ownership takes the doubt()
  /// of that ownership as its own.
  HeapOwnership likelyHeapOwnership(QualType Type, ASTContext &Context);
  /// Whether and why a copy of an object allocates heap memory for sure. A copy
  /// that shares the memory of the original allocates none.
  HeapOwnership copiedHeap(QualType Type, ASTContext &Context);
  HeapOwnership likelyCopiedHeap(QualType Type, ASTContext &Context);
  /// The interface of \p Type as a class of vectors or matrices of numbers, if
  /// its objects own heap memory, or likely do. Else the result is false.
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
  /// The control flow of \p Function. Null if there is no function, or if clang
  /// cannot build its control flow.
  const FunctionFlow *flowOf(const FunctionDecl *Function, ASTContext &Context);
  /// @}

  /// \name How much it matters
  /// @{
  /// How often a statement runs: the loops around it, and what a profile
  /// measured on its lines.
  Evidence evidence(const Stmt &S, ASTContext &Context);
  /// How often \p S runs, judged by the loops around \p S, and by what a
  /// profile measured on \p Lines instead of on the lines of S.
  Evidence evidence(const Stmt &S, SourceRange Lines, ASTContext &Context);
  /// How often the most frequent of the statements \p Places runs, and what all
  /// of them allocated. If \p Heaviest is given, it is set to the statement
  /// that runs most often; of equals, to the first. Without a statement,
  /// \p Heaviest is left as it is, so the caller sets it to null before.
  Evidence evidence(llvm::ArrayRef<const Stmt *> Places, ASTContext &Context,
                    const Stmt **Heaviest = nullptr);
  /// How often \p Declared runs, the declaration of the variable \p D, and what
  /// was measured there. What was measured where the variable grows, or is
  /// handed to others, is added.
  Evidence evidenceOfObject(const VarDecl &D, const DeclStmt &Declared,
                            ASTContext &Context);
  /// How often objects of \p Class are made, by copying or not. What was
  /// measured where constructors make \p Member, and where the member grows, is
  /// added.
  Evidence evidenceOfMember(const FieldDecl &Member, const CXXRecordDecl &Class,
                            ASTContext &Context);
  /// How often the function is called, and what the calls themselves allocated.
  /// What was allocated to make their arguments does not count.
  Evidence evidenceOfCalls(const FunctionDecl &Function, ASTContext &Context);
  /// The count of a profile for all calls of \p Functions, wherever the calls
  /// stand. For findings about blocks that a function makes for its callers.
  Evidence measuredInCalls(llvm::ArrayRef<const FunctionDecl *> Functions,
                           ASTContext &Context);
  Weight weightOf(const Evidence &Often) const;
  /// Adds to \p To what was measured at another place of the same finding,
  /// \p More. An allocation that both measured counts once.
  void alsoMeasured(Evidence &To, const Evidence &More) const;
  /// Adds the evidence of one more place to \p To. \p To keeps the loops of the
  /// heaviest place (of equals, the first), and what was measured at all
  /// places. Returns whether \p More is now the heaviest: it is heavier than
  /// \p To was, or the first.
  bool add(std::optional<Evidence> &To, const Evidence &More) const;
  /// Whether a finding with this evidence weighs enough to be reported if it
  /// were proved. If this is false, a check need not look any further.
  bool matters(const Evidence &Often) const;
  /// @}

  /// The type as a person would write it, not as vector<T>::value_type.
  static std::string nameOf(QualType Type, const ASTContext &Context);
  /// Keeps a finding until the end of the unit, if findings of its level
  /// (Levels.def) are reported. Of several findings at one place, the loudest
  /// is kept; of equally loud ones, one outside of template instantiations,
  /// else the first. What was measured for all of them is added to the kept
  /// one. Fix-its are dropped in instantiations and where nobody can edit
  /// (macros, system headers). A finding in a cold file is dropped unless a
  /// profile measured its lines.
  void report(Diagnosis F, const DeclContext *Inside, ASTContext &Context);

  /// \name What a profile measured, beside the findings
  /// @{
  /// What the profile measured, or null if there is no profile.
  const MeasuredWeights *weights() const { return Weights.get(); }
  /// The file as it is today, in comparison with the file that was measured.
  /// Null if nothing was measured in the file.
  const FileToday *today(FileID File, ASTContext &Context);
  /// The matcher that all checks of the unit share.
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

  std::vector<std::function<void(ClangTidyOptions::OptionMap &)>> OwnOptions;
  const Certainty Surest; ///< What Checks.def allows the check to claim.
  const ColdFiles Cold;
  std::shared_ptr<UserCodeMatcher> Matcher;
  std::shared_ptr<UnitFacts> Facts;
  std::shared_ptr<const MeasuredWeights> Weights;
  llvm::MapVector<SourceLocation, Kept> Findings;
};

/// Base of the checks whose advice needs C++11.
class Cxx11Check : public AnomallocCheck {
public:
  using AnomallocCheck::AnomallocCheck;
  bool isLanguageVersionSupported(const LangOptions &L) const override {
    return L.CPlusPlus11;
  }
};

} // namespace clang::tidy::anomalloc

/// Stands at the end of a check's file. Defines the function by which the
/// module makes the check, whose class nobody else needs to see.
#define ANOMALLOC_CHECK_FACTORY(ClassName)                                     \
  std::unique_ptr<ClangTidyCheck> make##ClassName(StringRef Name,              \
                                                  ClangTidyContext *Context) { \
    return std::make_unique<ClassName>(Name, Context);                         \
  }

#endif // ANOMALLOC_CLANG_TIDY_CHECKS_UTILS_FRAMEWORK_ANOMALLOCCHECK_H
