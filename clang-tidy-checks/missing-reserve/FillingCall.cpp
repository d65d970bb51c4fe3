//===- FillingCall.cpp - algorithms that fill a container -----------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "missing-reserve/FillingCall.h"
#include "utils/ast/Climb.h"
#include "utils/objects/StdTypes.h"
#include "utils/uses/StdFunctions.h"

namespace clang::tidy::anomalloc {

/// How many elements an algorithm writes whose output is argument \p Output of
/// \p Arguments.
static std::optional<TripCount> countOf(const StdFunction &Algorithm,
                                        llvm::ArrayRef<const Expr *> Arguments,
                                        unsigned Output,
                                        const ASTContext &Context) {
  if (Algorithm.is(StdFunction::WritesCount))
    return Arguments.size() > 1 ? countOfNumber(*Arguments[1], Context)
                                : std::nullopt;
  // Of a range in one argument, or in two.
  if (Output == 1)
    return elementsOf(*Arguments[0], Context);
  return Output ? elementsBetween(*Arguments[0], *Arguments[1], Context)
                : std::nullopt;
}

std::optional<FillingCall> fillingCall(const CallExpr &Inserter,
                                       const ReferenceIndex &Index) {
  const Expr &Argument = outermostValue(Inserter, Index);
  const auto *Call = Index.parentOf(Argument).get<CallExpr>();
  const auto *Callee = Call ? Call->getCalleeDecl() : nullptr;
  llvm::ArrayRef Arguments(Call ? Call->getArgs() : nullptr,
                           Call ? Call->getNumArgs() : 0);
  // A function object of std::ranges is called like the function.
  if (isa_and_nonnull<CXXOperatorCallExpr>(Call)) {
    const auto *Object =
        dyn_cast<DeclRefExpr>(Arguments[0]->IgnoreParenImpCasts());
    Callee = Object ? Object->getDecl() : nullptr;
    Arguments = Arguments.drop_front();
  }
  const auto *Named = dyn_cast_or_null<NamedDecl>(Callee);
  const StdFunction *Algorithm =
      Named && Named->getDeclName().isIdentifier() && isOfStd(*Named)
          ? stdFunction(Named->getName())
          : nullptr;
  const auto *Output = llvm::find(Arguments, &Argument);
  // A std::deque and a std::list have no reserve().
  if (!Algorithm || !Algorithm->is(StdFunction::Writes) ||
      Output == Arguments.end() ||
      !isStd(containerType(*Inserter.getArg(0)), {"vector", "basic_string"}))
    return std::nullopt;
  auto Count = countOf(*Algorithm, Arguments, Output - Arguments.begin(),
                       Index.context());
  if (!Count)
    return std::nullopt;
  return FillingCall{Call,
                     Named->getName(),
                     {Inserter.getArg(0), Call, nullptr, std::nullopt, 1, 1,
                      Algorithm->is(StdFunction::WritesSome)},
                     *Count};
}

} // namespace clang::tidy::anomalloc
