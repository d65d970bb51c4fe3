//===- FortranLine.cpp - what a line makes blocks for ---------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Support/FortranStatement.h"

using namespace llvm;

namespace anomalloc {

/// Whether \p S, in small letters, names the variable \p Name.
static bool names(StringRef S, StringRef Name) {
  for (size_t At = 0; (At = S.find(Name, At)) != StringRef::npos; ++At)
    if ((!At || !(fortran::isPartOfName(S[At - 1]) || S[At - 1] == '%')) &&
        S.drop_front(At).take_while(fortran::isPartOfName) == Name)
      return true;
  return false;
}

/// Of an `allocate`, or of an assignment that may allocate: whether it makes a
/// part of what its function returns, or one row of many. An assignment that is
/// repeated, or that builds on the result, makes more than one object a call.
static void refineAllocation(FortranStatement &Its, const FortranSource &Source,
                             uint32_t Line) {
  const bool IsAllocate = Its.Work == FortranWork::Allocate;
  const std::string Small =
      StringRef(IsAllocate ? Its.Piece : Its.Left).lower();
  auto [Function, Result, IsInLoop] = Source.scopes().functionAround(Line);
  if (!Result.empty() &&
      StringRef(Small).take_while(fortran::isPartOfName) == Result) {
    if (!IsAllocate &&
        (IsInLoop || names(StringRef(Its.Piece).lower(), Result)))
      return;
    Its.Work = FortranWork::ReturnedObject;
    Its.Piece = Function;
  } else if (IsAllocate && Small.find(")%") != std::string::npos) {
    Its.Work = FortranWork::Row;
  }
}

FortranStatement statementAt(const FortranSource &Source, uint32_t Line) {
  FortranStatement Its;
  bool Found = false;
  for (const FortranText &Text : Source.statementsAt(Line)) {
    FortranStatement One = readStatement(Text, Source, Line);
    if (One.Work == FortranWork::Unknown)
      continue;
    if (Found)
      return {};
    Its = std::move(One);
    if (Its.Work == FortranWork::Allocate ||
        Its.Work == FortranWork::Temporary ||
        Its.Work == FortranWork::TemporaryOrAssigned)
      refineAllocation(Its, Source, Line);
    Found = true;
  }
  return Its;
}

} // namespace anomalloc
