//===- ParameterFacts.h - by value or by reference --------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_CLANG_TIDY_CHECKS_UTILS_USES_PARAMETERFACTS_H
#define ANOMALLOC_CLANG_TIDY_CHECKS_UTILS_USES_PARAMETERFACTS_H

#include "utils/loops/LoopEvidence.h"
#include "clang/Basic/Diagnostic.h"
#include "llvm/ADT/SmallVector.h"

namespace clang {
class ASTContext;
class ParmVarDecl;
} // namespace clang

namespace clang::tidy::anomalloc {

class FunctionFlow;

/// The declaration of the parameter that a person wrote, in the template if
/// \p F is an instantiation; null if it stands in a parameter pack.
const ParmVarDecl *writtenParameter(const FunctionDecl &F, unsigned Parameter);

/// The argument for a parameter in one of the calls of a function; null where
/// the function is only named.
const Expr *argumentAt(const CallSite &Call, unsigned Parameter);

/// The lvalue that an argument for a by-value parameter copies; null if it
/// copies none.
const Expr *copiedByArgument(const Expr &Argument);

/// Whether the body may write to objects that are not its own, so that an
/// argument passed by reference could change during the call.
bool mayChangeOthers(const FunctionFlow &Flow);

/// Turns a by-value parameter into a const reference in all declarations of
/// \p F. Empty where the text cannot be changed with certainty, or another
/// overload would clash.
llvm::SmallVector<FixItHint, 4> passByConstReference(const FunctionDecl &F,
                                                     unsigned Parameter,
                                                     const ASTContext &Context);

/// Whether performance-unnecessary-value-param reports the parameter.
bool stockReportsParameter(const FunctionDecl &F, unsigned Parameter,
                           ASTContext &Context);

} // namespace clang::tidy::anomalloc

#endif // ANOMALLOC_CLANG_TIDY_CHECKS_UTILS_USES_PARAMETERFACTS_H
