{banner}
//
//   TODO: the C++ that it finds ->  what to write instead
//
//===----------------------------------------------------------------------===//

#include "utils/framework/AnomallocCheck.h"
#include "clang/ASTMatchers/ASTMatchFinder.h"

using namespace clang::ast_matchers;

namespace clang::tidy::anomalloc {
namespace {

/// {summary}
struct {Class} : AnomallocCheck {
  using AnomallocCheck::AnomallocCheck;
  void check(const MatchFinder::MatchResult &Result) override;
  void addMatchers(MatchFinder &UserCode) override;
};

} // namespace

void {Class}::addMatchers(MatchFinder &UserCode) {
  // TODO: match the anomaly. Only user code is walked.
  UserCode.addMatcher(
      declStmt(containsDeclaration(
                   0, varDecl(hasName("anomalloc_todo")).bind("variable")))
          .bind("statement"),
      this);
}

void {Class}::check(const MatchFinder::MatchResult &Result) {
  const auto *Variable = Result.Nodes.getNodeAs<VarDecl>("variable");
  const auto *Statement = Result.Nodes.getNodeAs<DeclStmt>("statement");
  ASTContext &Context = *Result.Context;
  if (!isEditable(Variable->getLocation(), *Result.SourceManager) ||
      !heapOwnership(Variable->getType(), Context))
    return;
  Diagnosis F;
  F.At = Variable->getLocation();
  F.Problem = "TODO: '" + nameOf(Variable->getType(), Context) +
              "' owns heap memory";
  F.Often = evidence(*Statement, Context);
  F.Suggestion = "TODO: what to write instead";
  if (matters(F.Often))
    report(std::move(F), Variable->getDeclContext(), Context);
}

ANOMALLOC_CHECK_FACTORY({Class})

} // namespace clang::tidy::anomalloc
