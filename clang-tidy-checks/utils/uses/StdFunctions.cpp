//===- StdFunctions.cpp - what functions of std do ------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "utils/uses/StdFunctions.h"
#include "utils/objects/AllocatingConstructor.h"
#include "clang/AST/DeclCXX.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"

using namespace llvm;

namespace clang::tidy::anomalloc {

namespace {
/// Brings the traits into scope for the rows.
struct FunctionTable : StdFunction {
  static const StdFunction Rows[];
};
const StdFunction FunctionTable::Rows[] = {
#define ANOMALLOC_STD_FUNCTION(Name, Argument, Traits)                         \
  {Name, StdArgument::Argument, Traits},
#include "utils/uses/StdFunctions.def"
};
} // namespace

const StdFunction *stdFunction(StringRef Name) {
  static const StringMap<const StdFunction *> Known = [] {
    StringMap<const StdFunction *> Map;
    for (const StdFunction &Row : FunctionTable::Rows)
      Map.try_emplace(Row.Name, &Row);
    return Map;
  }();
  return Known.lookup(Name);
}

bool isStdFunction(const FunctionDecl &F, unsigned AnyOf) {
  const StdFunction *Row =
      !isa<CXXMethodDecl>(F) && F.getDeclName().isIdentifier()
          ? stdFunction(F.getName())
          : nullptr;
  return Row && Row->is(AnyOf) && outermostNamespace(F) == "std";
}

std::optional<StdArgument> stdArgumentUse(StringRef Function) {
  const StdFunction *Row = stdFunction(Function);
  return Row ? std::optional(Row->Argument) : std::nullopt;
}

bool isBoundedCFunction(StringRef Name) {
  static const StringSet<> Known{
#define ANOMALLOC_C_FUNCTION(Name) Name,
#include "utils/uses/StdFunctions.def"
  };
  return Known.contains(Name);
}

} // namespace clang::tidy::anomalloc
