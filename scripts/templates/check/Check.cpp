{header_cpp}
//
//   TODO: the C++ that it finds ->  what to write instead
//
//===----------------------------------------------------------------------===//

#include "{Class}.h"
#include "clang/ASTMatchers/ASTMatchFinder.h"

using namespace clang::ast_matchers;

namespace clang::tidy::anomalloc {

void {Class}::registerMatchers(MatchFinder *Finder) {
  // TODO: match the anomaly. Cheap conditions first: this runs on every node.
  Finder->addMatcher(
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
  LoopEvidence Loops = loopEvidence(*Statement, Context);
  if (!Loops.repeated() && !Common.WarnOutsideLoops)
    return;
  diag(Variable->getLocation(), "TODO: '%0' owns heap memory%1")
      << nameOf(Variable->getType(), Context) << Loops.phrase();
}

} // namespace clang::tidy::anomalloc
