//===- FortranLine.cpp - what a line makes blocks for ---------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Support/FortranStatement.h"

using namespace llvm;

namespace anomalloc {

/// Of an `allocate`, or of an assignment that may allocate: whether it makes a
/// part of what its function returns, or one row of many.
static void refineAllocation(FortranStatement &Its, const FortranSource &Source,
                             uint32_t Line) {
  const bool IsAllocate = Its.Work == FortranWork::Allocate;
  const std::string Small =
      StringRef(IsAllocate ? Its.Piece : Its.Left).lower();
  auto [Function, Result] = Source.scopes().functionAround(Line);
  if (!Result.empty() &&
      StringRef(Small).take_while(fortran::isPartOfName) == Result) {
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
