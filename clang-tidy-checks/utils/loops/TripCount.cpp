//===- TripCount.cpp - how often a loop runs, before it runs --------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "utils/loops/TripCount.h"
#include "utils/ast/Descend.h"
#include "utils/ast/SourceText.h"
#include "utils/loops/EnclosingLoops.h"
#include "utils/loops/SteppedLoop.h"
#include "utils/objects/SameObject.h"
#include "utils/objects/StdTypes.h"
#include "utils/uses/StdMembers.h"
#include "utils/uses/VectorUses.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/StmtCXX.h"

using namespace llvm;

namespace clang::tidy::anomalloc {

/// Whether \p S may leave the loop that it is the body of.
static bool mayLeave(const Stmt &S, bool BreakIsOurs) {
  if (isa<ReturnStmt, GotoStmt, IndirectGotoStmt, CoreturnStmt>(S))
    return true;
  if (isa<BreakStmt>(S))
    return BreakIsOurs;
  if (isa<LambdaExpr>(S))
    return false;
  BreakIsOurs &=
      !isa<ForStmt, CXXForRangeStmt, WhileStmt, DoStmt, SwitchStmt>(S);
  return anyChild(S, mayLeave, BreakIsOurs);
}

static bool hasStdSize(QualType Type) {
  return isStdContainer(Type)
             ? !isStd(Type, {"forward_list"})
             : isStd(Type, {"array", "span", "vector", "basic_string_view",
                            "initializer_list"});
}

static bool hasSize(QualType Type) {
  const auto *Record = Type.getNonReferenceType()->getAsCXXRecordDecl();
  if (!Record || !Record->hasDefinition())
    return false;
  for (const CXXMethodDecl *Method : Record->methods())
    if (Method->getDeclName().isIdentifier() && Method->getName() == "size" &&
        Method->isConst() && Method->getNumParams() == 0 &&
        Method->getAccess() == AS_public)
      return true;
  return any_of(Record->bases(), [](const CXXBaseSpecifier &Base) {
    return Base.getAccessSpecifier() == AS_public && hasSize(Base.getType());
  });
}

std::optional<TripCount> elementsOf(const Expr &C, const ASTContext &Context) {
  const Expr *Range = C.IgnoreParenImpCasts();
  if (const auto *Array = Context.getAsConstantArrayType(Range->getType())) {
    TripCount Count;
    Count.From = Range;
    Count.Certain = true;
    Count.Constant = Array->getSize().getZExtValue();
    Count.Text = std::to_string(*Count.Constant);
    return Count;
  }
  StringRef Text = textOf(Range->getSourceRange(), Context);
  const bool IsPointer = Range->getType()->isPointerType();
  const QualType Type =
      IsPointer ? Range->getType()->getPointeeType() : Range->getType();
  const bool Known = hasStdSize(Type);
  if (Text.empty() || !(Known || hasSize(Type)) ||
      !nameSameObject(Range, Range))
    return std::nullopt;
  TripCount Count;
  Count.From = Range;
  Count.Certain = Known;
  if (isa<CXXThisExpr>(Range) && cast<CXXThisExpr>(Range)->isImplicit())
    Count.Text = "size()";
  else if (isa<UnaryOperator, BinaryOperator, CXXThisExpr>(Range))
    return std::nullopt;
  else if (const auto *Call = dyn_cast<CXXOperatorCallExpr>(Range);
           Call && Call->getOperator() == OO_Star)
    Count.Text = ("(" + Text + ").size()").str();
  else
    Count.Text = (Text + (IsPointer ? "->size()" : ".size()")).str();
  return Count;
}

/// Whether \p E is made of nothing that \p Loop declares.
static bool isKnownBefore(const Stmt &E, const Stmt &Loop,
                          const ReferenceIndex &Index) {
  return !anyWithin(E, [&](const Stmt &Part) {
    const auto *Ref = dyn_cast<DeclRefExpr>(&Part);
    return Ref && isDeclaredIn(*Ref->getDecl(), Loop, Index.context());
  });
}

static bool isSum(const Expr &E) {
  const auto *Call = dyn_cast<CXXOperatorCallExpr>(&E);
  return isa<BinaryOperator, AbstractConditionalOperator>(E) ||
         (Call && Call->isInfixBinaryOp());
}

/// The text of a term.
static std::string termOf(const Expr &E, const ASTContext &Context) {
  std::string Text = textOf(E.getSourceRange(), Context).str();
  return isSum(E) && !Text.empty() ? "(" + Text + ")" : Text;
}

/// The size that \p E, casts aside, asks a container of std for; or null.
static const Expr *sizeCallIn(const Expr &E) {
  const Expr *Inner = E.IgnoreParenCasts();
  const Expr *C = objectOfCall(Inner, StdMember::Count);
  return C && hasStdSize(C->getType().getNonReferenceType()) ? Inner : nullptr;
}

/// Whether \p E cannot be negative, nor become so as a number of type \p As.
static bool isNeverNegative(const Expr &E, QualType As,
                            const ASTContext &Context) {
  const QualType Type = E.IgnoreParenImpCasts()->getType();
  return sizeCallIn(E) ||
         (Type->isUnsignedIntegerType() &&
          (As->isUnsignedIntegerType() ||
           Context.getTypeSize(As) > Context.getTypeSize(Type)));
}

/// Whether both give the same value, without side effects. `V.end()` does so
/// though it is not const.
static bool giveSame(const Expr &A, const Expr &B) {
  if (nameSameObject(&A, &B))
    return true;
  const Expr *PlainA = A.IgnoreUnlessSpelledInSource();
  const Expr *PlainB = B.IgnoreUnlessSpelledInSource();
  const Expr *OfA = objectOfCall(PlainA, StdMember::Iterator);
  const Expr *OfB = objectOfCall(PlainB, StdMember::Iterator);
  if (OfA && OfB)
    return methodName(*PlainA) == methodName(*PlainB) &&
           nameSameObject(OfA, OfB);
  const auto *CallA = dyn_cast<CXXOperatorCallExpr>(PlainA);
  const auto *CallB = dyn_cast<CXXOperatorCallExpr>(PlainB);
  return CallA && CallB && CallA->getOperator() == CallB->getOperator() &&
         (CallA->getOperator() == OO_Plus ||
          CallA->getOperator() == OO_Minus) &&
         CallA->getNumArgs() == 2 && CallB->getNumArgs() == 2 &&
         giveSame(*CallA->getArg(0), *CallB->getArg(0)) &&
         giveSame(*CallA->getArg(1), *CallB->getArg(1));
}

/// \p High - \p Low, iterators or numbers; of Low + X, X.
static std::optional<TripCount> difference(const Expr &High, const Expr &Low,
                                           const ASTContext &Context) {
  if (!giveSame(High, High) || !giveSame(Low, Low))
    return std::nullopt;
  TripCount Count;
  const auto *Sum = dyn_cast<BinaryOperator>(&High);
  const auto *Call = dyn_cast<CXXOperatorCallExpr>(&High);
  const bool IsCall =
      Call && Call->getOperator() == OO_Plus && Call->getNumArgs() == 2;
  if (IsCall || (Sum && Sum->getOpcode() == BO_Add)) {
    const Expr *Left = IsCall ? Call->getArg(0) : Sum->getLHS();
    const Expr *Right = IsCall ? Call->getArg(1) : Sum->getRHS();
    if (giveSame(*Left, Low) && Right->getType()->isIntegerType()) {
      const Expr *Size = sizeCallIn(*Right);
      Count.From = Size ? Size : Right->IgnoreParenImpCasts();
      Count.Certain =
          isNeverNegative(*Count.From, Count.From->getType(), Context);
      Count.IsSum = isSum(*Count.From);
      Count.Text = textOf(Count.From->getSourceRange(), Context).str();
      return Count;
    }
  }
  Count.From = &High;
  Count.IsSum = true;
  const std::string From = termOf(Low, Context), To = termOf(High, Context);
  if (!From.empty() && !To.empty())
    Count.Text = To + " - " + From;
  return Count;
}

/// `C` of `C.begin()` and `std::begin(C)`, by traits of the members and names
/// of the functions; or null.
static const Expr *rangeOf(const Expr &Position, unsigned AnyOf,
                           ArrayRef<StringRef> Functions) {
  if (const Expr *C = objectOfCall(&Position, AnyOf))
    return C;
  const auto *Call = dyn_cast<CallExpr>(Position.IgnoreUnlessSpelledInSource());
  const FunctionDecl *F = Call ? Call->getDirectCallee() : nullptr;
  return F && Call->getNumArgs() == 1 && isStdFunction(*F, Functions)
             ? Call->getArg(0)
             : nullptr;
}

/// Whether iterators of the type can be subtracted.
static bool isRandomAccess(QualType Type) {
  if (Type->isPointerType())
    return true;
  const CXXRecordDecl *Class = Type->getAsCXXRecordDecl();
  if (!Class || !Class->hasDefinition())
    return false;
  for (const NamedDecl *Member :
       Class->lookup(&Class->getASTContext().Idents.get("iterator_category")))
    if (const auto *Category = dyn_cast<TypedefNameDecl>(Member))
      return isStd(Category->getUnderlyingType(),
                   {"random_access_iterator_tag", "contiguous_iterator_tag"});
  return any_of(Class->bases(), [](const CXXBaseSpecifier &Base) {
    return isRandomAccess(Base.getType());
  });
}

std::optional<TripCount> elementsBetween(const Expr &First, const Expr &Last,
                                         const ASTContext &Context) {
  const Expr *C = rangeOf(First, StdMember::Begin | StdMember::ReverseBegin,
                          {"begin", "cbegin", "rbegin", "crbegin"});
  const Expr *Other = rangeOf(Last, StdMember::End | StdMember::ReverseEnd,
                              {"end", "cend", "rend", "crend"});
  if (C && Other && nameSameObject(C, Other))
    return elementsOf(*C, Context);
  const Expr *Low = First.IgnoreUnlessSpelledInSource();
  const Expr *High = Last.IgnoreUnlessSpelledInSource();
  if (!isRandomAccess(Low->getType()) || !isRandomAccess(High->getType()))
    return std::nullopt;
  auto Count = difference(*High, *Low, Context);
  if (Count && Count->From == High)
    Count->Certain = true;
  return Count;
}

/// How often a loop runs that steps a number between \p Low, or zero, and
/// \p High.
static std::optional<TripCount> ofNumbers(const SteppedLoop &L, const Expr *Low,
                                          const Expr &High,
                                          const ASTContext &Context) {
  const int64_t Step = std::abs(L.Step);
  if (Step > 1 && L.Op == BO_NE)
    return std::nullopt;
  // (High + More) / Step
  int64_t More = L.Op == BO_LE || L.Op == BO_GE;
  const Expr *Bound = High.IgnoreParenImpCasts();
  Expr::EvalResult Start, End;
  std::optional<TripCount> Count;
  if (!Low || Low->EvaluateAsInt(Start, Context)) {
    const int64_t From = Low ? Start.Val.getInt().getExtValue() : 0;
    const auto *Less = dyn_cast<BinaryOperator>(Bound);
    if (From < 0 || !nameSameObject(Bound, Bound))
      return std::nullopt;
    if (Less && More && !From && Less->getOpcode() == BO_Sub &&
        constantOf(Less->getRHS(), Context) == 1) {
      Bound = Less->getLHS()->IgnoreParenImpCasts();
      More = 0;
    }
    More -= From;
    Count.emplace();
    const Expr *Size = sizeCallIn(*Bound);
    Count->From = Size ? Size : Bound;
    Count->IsSum = isSum(*Count->From);
    Count->Text = textOf(Count->From->getSourceRange(), Context).str();
    // A negative bound would become a huge size.
    Count->Certain =
        More >= 0 && isNeverNegative(*Bound, High.getType(), Context);
    if (Bound->EvaluateAsInt(End, Context)) {
      const int64_t N = End.Val.getInt().getExtValue() + More + Step - 1;
      Count->Constant = N > 0 ? N / Step : 0;
      Count->Certain = true;
    }
  } else if ((Count =
                  difference(*Bound, *Low->IgnoreParenImpCasts(), Context))) {
    Count->Certain = false;
  }
  if (!Count || Count->Text.empty())
    return std::nullopt;
  More += Step - 1;
  if (More) {
    if (Count->IsSum)
      Count->Text = "(" + Count->Text + ")";
    Count->Text += (More > 0 ? " + " : " - ") + std::to_string(std::abs(More));
    Count->IsSum = true;
  }
  if (Step > 1) {
    Count->Text = (Count->IsSum ? "(" + Count->Text + ")" : Count->Text) +
                  " / " + std::to_string(Step);
    Count->IsSum = true;
  }
  return Count;
}

std::optional<TripCount> countOfNumber(const Expr &N,
                                       const ASTContext &Context) {
  SteppedLoop Down;
  Down.Step = -1;
  return N.getType()->isIntegerType() ? ofNumbers(Down, nullptr, N, Context)
                                      : std::nullopt;
}

/// Without a look at what leaves it.
static std::optional<TripCount>
countOf(const Stmt &Loop, const ReferenceIndex &Index, Counting How) {
  const ASTContext &Context = Index.context();
  if (const auto *Range = dyn_cast<CXXForRangeStmt>(&Loop))
    return elementsOf(*Range->getRangeInit(), Context);
  const auto L = steppedLoop(Loop, Index);
  const bool Plain = L && L->IsPlainFor && L->Step == 1;
  if (!L || (How == Counting::Plain && !Plain) ||
      !isKnownBefore(*L->First, Loop, Index) ||
      (L->Last && !isKnownBefore(*L->Last, Loop, Index)))
    return std::nullopt;
  const bool Up = L->Step > 0;
  const Expr *Low = Up ? L->First : L->Last, *High = Up ? L->Last : L->First;
  if (!High || !(L->Op == BO_NE || (Up ? L->Op == BO_LT || L->Op == BO_LE
                                       : L->Op == BO_GT || L->Op == BO_GE)))
    return std::nullopt;
  if (L->V->getType()->isIntegerType()) {
    if (!High->IgnoreParenImpCasts()->getType()->isIntegerType() ||
        (How == Counting::Plain && !constantOf(Low, Context)))
      return std::nullopt;
    return ofNumbers(*L, Low, *High, Context);
  }
  if (!Low || std::abs(L->Step) != 1 || L->Op == BO_LE || L->Op == BO_GE)
    return std::nullopt;
  auto Count = elementsBetween(*Low, *High, Context);
  // A difference: of a pair that is the wrong way round it is negative.
  if (Count && Count->From == High->IgnoreUnlessSpelledInSource()) {
    if (How == Counting::Plain)
      return std::nullopt;
    Count->Certain = L->Op == BO_NE;
  }
  return Count;
}

std::optional<TripCount>
tripCountOf(const Stmt &Loop, const ReferenceIndex &Index, Counting How) {
  const Stmt *Body = bodyOfLoop(Loop, Index.context());
  const bool Leaves = Body && mayLeave(*Body, true);
  if (!Body || (Leaves && How == Counting::Plain))
    return std::nullopt;
  auto Count = countOf(Loop, Index, How);
  if (Count)
    Count->AtMost = Leaves;
  return Count;
}

} // namespace clang::tidy::anomalloc
