//===- ReturnedName.cpp - literals returned as strings --------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   std::string nameOf(Kind K) {      ->  std::string_view nameOf(Kind K) {
//     switch (K) {
//     case Kind::A: return "a name that needs heap memory";
//
//===----------------------------------------------------------------------===//

#include "string-temporary/StringTemporaryCheck.h"
#include "utils/framework/StdSince.h"
#include "clang/ASTMatchers/ASTMatchFinder.h"

using namespace clang::ast_matchers;

namespace clang::tidy::anomalloc {

void StringTemporaryCheck::checkReturned(const FunctionDecl &F,
                                         ASTContext &Context) {
  const auto *Method = dyn_cast<CXXMethodDecl>(&F);
  if (!isPlainString(F.getReturnType()) || isInstantiated(&F) ||
      F.isDependentContext() || (Method && Method->isVirtual()) ||
      !F.doesThisDeclarationHaveABody() ||
      !isEditable(F.getLocation(), Context.getSourceManager()))
    return;
  unsigned Returns = 0;
  uint64_t Longest = 0;
  for (const BoundNodes &Nodes : ast_matchers::match(
           findAll(returnStmt().bind("return")), *F.getBody(), Context)) {
    const auto *Return = Nodes.getNodeAs<ReturnStmt>("return");
    if (!Return->getRetValue())
      return;
    const TextSource Source = textSourceOf(*Return->getRetValue(), Context);
    if (Source.Is != TextSource::Literal)
      return;
    ++Returns;
    Longest = std::max(Longest, *Source.Length);
  }
  Evidence Often = evidenceOfCalls(F, Context);
  if (Returns < 2 || Longest <= TextSource::InPlace || !matters(Often) ||
      weightOf(Often) == Weight::Cold)
    return;
  Diagnosis D;
  D.At = F.getLocation();
  D.Problem = "'" + F.getNameAsString() +
              "' copies a string literal of up to " + std::to_string(Longest) +
              " characters into a new 'std::string' for each call";
  D.Often = Often;
  D.Suggestion = hasStd(StdPart::StringView, Context.getLangOpts())
                     ? "a 'std::string_view' or 'const char *' names it"
                     : "a 'const char *' names it";
  D.Doubt = "whether callers need a 'std::string'";
  report(std::move(D), &F, Context);
}

} // namespace clang::tidy::anomalloc
