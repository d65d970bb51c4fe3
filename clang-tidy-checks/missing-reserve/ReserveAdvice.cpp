//===- ReserveAdvice.cpp - what to reserve before a loop ------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "missing-reserve/ReserveAdvice.h"
#include "utils/ast/SourceText.h"
#include "utils/objects/CopyTrace.h"
#include "utils/objects/StdTypes.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"

namespace clang::tidy::anomalloc {

/// `3 * Points.size()`: how many elements it gets.
static std::string sizeFor(const Growth &G, const TripCount &Count) {
  std::string Text;
  auto Times = [&](const std::string &Factor, bool IsSum) {
    if (Text.empty())
      Text = Factor;
    else
      Text += " * " + (IsSum ? "(" + Factor + ")" : Factor);
  };
  if (G.Calls > 1)
    Times(std::to_string(G.Calls), false);
  const bool Product = G.Calls > 1 || G.PerInner;
  Times(Product && Count.IsSum && Text.empty() ? "(" + Count.Text + ")"
                                               : Count.Text,
        Count.IsSum);
  if (G.PerInner)
    Times(G.PerInner->Text, G.PerInner->IsSum);
  return Text;
}

bool staysSmall(const Growth &G, const TripCount &Count) {
  const uint64_t AtMost =
      G.Calls * Count.Constant.value_or(UINT32_MAX) *
      (G.PerInner ? G.PerInner->Constant.value_or(UINT32_MAX) : 1);
  if (AtMost <= 4)
    return true;
  // Short strings need no heap memory.
  return isStdString(containerType(*G.Object)) &&
         (Count.Constant ? AtMost < 16
                         : Count.From->getType()->isIntegerType() &&
                               !isa<CXXMemberCallExpr>(Count.From));
}

void ReserveAdvice::add(const Growth &G, const TripCount &Count,
                        bool HasElements, const Stmt &Loop,
                        ASTContext &Context) {
  StringRef Name = textOf(G.Object->getSourceRange(), Context);
  const std::string Dot = G.Object->getType()->isPointerType() ? "->" : ".";
  std::string Size = sizeFor(G, Count);
  if (HasElements)
    Size = Name.str() + Dot + "size() + " + Size;
  const std::string Reserve = Name.str() + Dot + "reserve(" + Size + ")";
  Certain &= !HasElements && !G.AtMost && Count.Certain && !Count.AtMost &&
             (!G.PerInner || (G.PerInner->Certain && Count.Constant));
  const QualType Container = containerType(*G.Object);
  Hashed |= !isStd(Container, {"vector", "basic_string"});
  if (Check.empty() && isStd(Container, {"vector"}))
    Check = checkOfGrowth(Container, Context);
  if (!Containers++) {
    First = &G;
  } else {
    Names += " and ";
    Reserves += " and ";
    Lines +=
        "\n" +
        indentationAt(Loop.getBeginLoc(), Context.getSourceManager()).str();
  }
  Names += ("'" + Name + "'").str();
  Reserves += "'" + Reserve + "'";
  Lines += Reserve + ";";
}

} // namespace clang::tidy::anomalloc
