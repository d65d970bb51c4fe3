//===- RowMajor.cpp - a matrix in one block -------------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "vector-of-vector/RowMajor.h"
#include "utils/ast/Climb.h"
#include "utils/ast/MembersInView.h"
#include "utils/ast/NamedInText.h"
#include "utils/ast/Operands.h"
#include "utils/ast/SourceText.h"
#include "utils/framework/CodeOfProfile.h"
#include "utils/loops/EnclosingLoops.h"
#include "utils/objects/SameObject.h"
#include "utils/objects/StdTypes.h"
#include "utils/rewrite/FreeName.h"
#include "vector-of-vector/FlatType.h"
#include "vector-of-vector/RowsTogether.h"
#include "clang/AST/ASTContext.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Lex/Lexer.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace clang::tidy::anomalloc {

namespace {
class Flattening {
public:
  Flattening(const DeclaratorDecl &D, const ReferenceIndex &Index)
      : D(D), Index(Index), Context(Index.context()),
        SM(Context.getSourceManager()) {}

  bool run();
  RowMajorChange Made;

private:
  bool type();
  bool member(const FieldDecl &Field);
  bool local(const VarDecl &V);
  bool use(const Expr &Reference);
  bool element(const CXXOperatorCallExpr &Row, const std::string &Length);
  bool rowSize(const CXXOperatorCallExpr &Row, const CXXMemberCallExpr &Size,
               const std::string &Length);
  bool refill(const CXXMemberCallExpr &Call, const std::string &Length);
  bool isMade(const VectorInit &Init, RowsTogether &Found);
  void arguments(const RowsTogether &Init, const std::string &Length,
                 StringRef Value);

  SourceLocation endOf(SourceLocation Token) const {
    return Lexer::getLocForEndOfToken(Token, 0, SM, Context.getLangOpts());
  }
  StringRef charsOf(SourceLocation Begin, SourceLocation End) const {
    return Lexer::getSourceText(CharSourceRange::getCharRange(Begin, End), SM,
                                Context.getLangOpts());
  }
  void replace(SourceLocation Begin, SourceLocation End, const Twine &Text) {
    Made.Fixes.push_back(FixItHint::CreateReplacement(
        CharSourceRange::getCharRange(Begin, End), Text.str()));
  }
  /// Adds the variable in front of D. What begins at one place is one change.
  void declare(SourceLocation At, const Twine &Text) {
    FixItHint &Type = Made.Fixes.front();
    if (Type.RemoveRange.getBegin() == At)
      Type.CodeToInsert = (Text + Type.CodeToInsert).str();
    else
      insert(At, Text);
  }
  void insert(SourceLocation At, const Twine &Text) {
    Made.Fixes.push_back(FixItHint::CreateInsertion(At, Text.str()));
  }
  /// Whether code at \p Range may change: once only, and in no template.
  bool isPlain(SourceRange Range, const Expr &E) {
    const FunctionDecl *F = Index.functionOf(E);
    return F && !F->isDependentContext() && !isInstantiated(F) &&
           isEditable(Range, SM) && Edited.insert(Range.getBegin()).second;
  }

  const DeclaratorDecl &D;
  const ReferenceIndex &Index;
  const ASTContext &Context;
  const SourceManager &SM;
  std::string Stride, Lengths; ///< Its name; the lengths in doubt.
  std::string Element;         ///< The type of the elements, as written.
  bool IsRefilled = false;     ///< The length of the rows changes.
  unsigned Named = 0;          ///< How often the source names D.
  llvm::DenseSet<SourceLocation> Edited;
};
} // namespace

static bool hasComment(StringRef Text) {
  return Text.contains("//") || Text.contains("/*");
}

bool Flattening::isMade(const VectorInit &Init, RowsTogether &Found) {
  auto Together = rowsTogether(Init, Context);
  if (!Together)
    return false;
  Found = *Together;
  auto Text = [&](const Expr &E) {
    return "'" + textOf(E.getSourceRange(), Context).str() + "'";
  };
  if (Found.MayHideError)
    Lengths = Text(*Found.Rows) + " and " + Text(*Found.Columns);
  return true;
}

/// Turns `N, std::vector<T>(M, X)` into `N * Length, X`.
void Flattening::arguments(const RowsTogether &Init, const std::string &Length,
                           StringRef Value) {
  const bool Factor = isFactor(*Init.Rows);
  if (!Factor)
    insert(Init.Rows->getBeginLoc(), "(");
  std::string Text = (Factor ? " * " : ") * ") + Length;
  if (Init.Value)
    Value = textOf(Init.Value->getSourceRange(), Context);
  if (!Value.empty())
    Text += (", " + Value).str();
  replace(endOf(Init.Rows->getEndLoc()), endOf(Init.Row->getEndLoc()), Text);
}

bool Flattening::type() {
  const std::optional<FlatType> Flat = flatType(D, Context);
  if (!Flat)
    return false;
  Element = Flat->Element;
  Made.Fixes.push_back(Flat->Fix);
  return true;
}

bool Flattening::member(const FieldDecl &Field) {
  const auto *Class = dyn_cast<CXXRecordDecl>(Field.getParent());
  if (!Class || Class->isUnion() || Field.getAccess() != AS_private ||
      Class->hasFriends() || Field.hasInClassInitializer() ||
      Class->isDependentContext() || isInstantiated(Class) ||
      !allUsesInView(Field, Index))
    return false;
  // One member a declaration.
  for (const FieldDecl *Other : Class->fields())
    if (Other != &Field &&
        Other->getTypeSpecStartLoc() == Field.getTypeSpecStartLoc())
      return false;
  Named = timesNamed(Field.getName(), Class->getSourceRange(), Context);
  for (const CXXMethodDecl *Method : Class->methods()) {
    // A comparison would compare the lengths of no rows, too.
    if (Method->isDefaulted() && Method->isOverloadedOperator() &&
        Method->getOverloadedOperator() != OO_Equal)
      return false;
    if (const FunctionDecl *Body = Method->getDefinition();
        Body && Body->isOutOfLine())
      Named += timesNamed(Field.getName(), Body->getSourceRange(), Context);
  }
  unsigned Seen = 1;
  for (const CXXCtorInitializer *Init : Index.initializers(Field)) {
    const auto *Made =
        dyn_cast<CXXConstructExpr>(Init->getInit()->IgnoreImplicit());
    if (!Init->isWritten()) {
      // Empty, or a part of a copy that the compiler writes.
      if (!Made || (Made->getNumArgs() &&
                    !Made->getConstructor()->isCopyOrMoveConstructor()))
        return false;
      continue;
    }
    ++Seen;
    const VectorInit How = vectorInit(Init->getInit());
    if (How.Is == VectorInit::Empty)
      continue;
    RowsTogether Found;
    const SourceLocation Open = Init->getLParenLoc(),
                         Close = Init->getRParenLoc();
    if (!isMade(How, Found) ||
        !isEditable({Init->getSourceLocation(), Close}, SM) ||
        !textOf({Open, Open}, Context).starts_with("(") ||
        How.Construct->getParenOrBraceRange().getBegin() != Open ||
        hasComment(charsOf(Init->getSourceLocation(), Close)) ||
        !Edited.insert(Open).second)
      return false;
    insert(Init->getMemberLocation(),
           Stride + "(" + textOf(Found.Columns->getSourceRange(), Context) +
               "), ");
    arguments(Found, Stride, "");
  }
  for (const Expr *Reference : Index.to(Field)) {
    if (isMemberwise(*Reference, Index))
      continue; // the length is copied along
    ++Seen;
    if (!use(*Reference))
      return false;
  }
  if (Seen != Named)
    return false;
  const SourceLocation At = aboveComments(Field, SM);
  declare(At, (Field.isMutable() ? "mutable std::size_t " : "std::size_t ") +
                  Stride + " = 0;\n" + indentationAt(At, SM));
  return true;
}

bool Flattening::local(const VarDecl &V) {
  const FunctionDecl *F = functionAround(V);
  if (!F || !V.hasLocalStorage() || isa<ParmVarDecl>(V) || V.isConstexpr() ||
      F->isDependentContext() || isInstantiated(F))
    return false;
  Named = timesNamed(V.getName(), F->getSourceRange(), Context);
  const auto *Declared = Index.parentOf(V).get<DeclStmt>();
  if (!Declared || !Declared->isSingleDecl())
    return false;
  const VectorInit How = vectorInit(V.getInit());
  std::string Length;
  if (How.Is == VectorInit::Count) {
    RowsTogether Found;
    const SourceRange Parens = How.Construct->getParenOrBraceRange();
    if (V.getInitStyle() != VarDecl::CallInit || !isMade(How, Found) ||
        !textOf(Parens, Context).starts_with("(") ||
        hasComment(textOf(V.getSourceRange(), Context)))
      return false;
    Length = textOf(Found.Columns->getSourceRange(), Context);
    arguments(Found, Stride, "");
  } else if (How.Is != VectorInit::Empty ||
             V.getInitStyle() != VarDecl::CallInit) {
    return false;
  }
  unsigned Seen = 1;
  for (const Expr *Reference : Index.to(V)) {
    // What a lambda captures by default is not written there.
    Seen += vectorUse(*Reference, Index).Kind != VectorUseKind::Capture;
    if (!use(*Reference))
      return false;
  }
  if (Seen != Named)
    return false;
  const std::string Line =
      (IsRefilled ? "std::size_t " : "const std::size_t ") + Stride + " = " +
      (Length.empty() ? "0" : Length) + ";";
  auto Before = insertLineBefore(*Declared, Line, Index);
  if (!Before || (Length.empty() && !IsRefilled))
    return false;
  declare(Before->RemoveRange.getBegin(), Before->CodeToInsert);
  return true;
}

bool Flattening::use(const Expr &Reference) {
  const VectorUse U = vectorUse(Reference, Index);
  if (U.Kind == VectorUseKind::Capture) {
    // The length is captured by the same rule, if it is the default.
    const auto *Lambda = cast<LambdaExpr>(U.By);
    return Lambda->getCaptureDefault() == LCD_ByRef &&
           all_of(Lambda->captures(), [&](const LambdaCapture &C) {
             return !C.capturesVariable() || C.getCapturedVar() != &D ||
                    C.isImplicit();
           });
  }
  // `Other.Rows` has its length in `Other.RowsStride`.
  std::string Length = Stride;
  if (const auto *Member = dyn_cast<MemberExpr>(&Reference);
      Member && !Member->isImplicitAccess()) {
    StringRef Base = charsOf(Member->getBeginLoc(), Member->getMemberLoc());
    if (Base.empty() || hasComment(Base) || Base.contains('\n') ||
        !isEditable(Member->getSourceRange(), SM) ||
        !nameSameObject(Member->getBase(), Member->getBase()) ||
        !isQuiet(*Member->getBase()))
      return false;
    Length = Base.str() + Stride;
  }
  if (U.Kind == VectorUseKind::Change)
    return methodName(*cast<Expr>(U.By)) == "clear";
  if (U.Kind == VectorUseKind::Resize)
    return refill(*cast<CXXMemberCallExpr>(U.By), Length);
  const auto *Row = dyn_cast_or_null<CXXOperatorCallExpr>(U.By);
  if (U.Kind != VectorUseKind::Element || !Row ||
      Row->getOperator() != OO_Subscript ||
      outermostSame(Reference, Index).getEndLoc() != Reference.getEndLoc() ||
      !isIndex(*Row->getArg(1), Context) || !isQuiet(*Row->getArg(1)))
    return false;
  const VectorUse Part = vectorUse(*Row, Index);
  if (Part.Kind == VectorUseKind::Size)
    if (const auto *Size = dyn_cast<CXXMemberCallExpr>(Part.By);
        Size && methodName(*Size) == "size")
      return rowSize(*Row, *Size, Length);
  const auto *Column = dyn_cast_or_null<CXXOperatorCallExpr>(Part.By);
  return Part.Kind == VectorUseKind::Element && Column &&
         Column->getOperator() == OO_Subscript &&
         isIndex(*Column->getArg(1), Context) && isQuiet(*Column->getArg(1)) &&
         element(*Column, Length);
}

/// Turns `Rows[I][J]` into `Rows[I * RowsStride + J]`.
bool Flattening::element(const CXXOperatorCallExpr &Column,
                         const std::string &Length) {
  const auto *Row = dyn_cast<CXXOperatorCallExpr>(
      Column.getArg(0)->IgnoreImplicit()); // no parentheses
  if (!Row || !isPlain(Column.getSourceRange(), Column))
    return false;
  const Expr &I = *Row->getArg(1), &J = *Column.getArg(1);
  if (!isEditable(I.getSourceRange(), SM) ||
      !isEditable(J.getSourceRange(), SM))
    return false;
  // From behind I to J nothing but `][` stands there.
  const SourceLocation BehindI = endOf(I.getEndLoc());
  StringRef Between = charsOf(BehindI, J.getBeginLoc());
  std::string Squeezed;
  copy_if(Between, std::back_inserter(Squeezed),
          [](char C) { return !isSpace(C); });
  if (Squeezed != "][" || Between.contains('\n'))
    return false;
  const bool FactorI = isFactor(I), FactorJ = isFactor(J);
  if (const auto *First = dyn_cast<IntegerLiteral>(I.IgnoreImplicit());
      First && First->getValue().isZero()) {
    replace(I.getBeginLoc(), J.getBeginLoc(), "");
    return true;
  }
  if (!FactorI)
    insert(I.getBeginLoc(), "(");
  replace(BehindI, J.getBeginLoc(),
          (FactorI ? "" : ")") + Twine(" * ") + Length + " + " +
              (FactorJ ? "" : "("));
  if (!FactorJ)
    insert(endOf(J.getEndLoc()), ")");
  return true;
}

/// Turns `Rows[I].size()` into `RowsStride`.
bool Flattening::rowSize(const CXXOperatorCallExpr &Row,
                         const CXXMemberCallExpr &Size,
                         const std::string &Length) {
  const SourceRange Range = Size.getSourceRange();
  // No other use inside of what goes.
  if (!isPlain(Range, Row) || hasComment(textOf(Range, Context)) ||
      timesNamed(D.getName(), Row.getArg(1)->getSourceRange(), Context))
    return false;
  replace(Range.getBegin(), endOf(Range.getEnd()), Length);
  return true;
}

/// Turns `Rows.assign(N, std::vector<T>(M));` into
/// `RowsStride = M; Rows.assign(N * RowsStride, T());`.
bool Flattening::refill(const CXXMemberCallExpr &Call,
                        const std::string &Length) {
  const StringRef Name = methodName(Call);
  const auto *V = dyn_cast<VarDecl>(&D);
  if (Name == "resize") {
    // Which rows stay, if there are some? None are there yet.
    const auto *Declared = V ? Index.parentOf(*V).get<DeclStmt>() : nullptr;
    if (!Declared || vectorInit(V->getInit()).Is != VectorInit::Empty ||
        resizeBehind(*Declared, *V, Index) != &Call)
      return false;
  }
  RowsTogether Found;
  VectorInit How{VectorInit::Count, Call.getArg(0),
                 Call.getNumArgs() == 2 ? Call.getArg(1) : nullptr};
  const Expr &Full = ascend<FullExpr>(Call, Index);
  const StringRef Value = Name == "resize" ? StringRef() : StringRef(Element);
  if (!isMade(How, Found) || !isQuiet(*Found.Rows) ||
      !isQuiet(*Found.Columns) || !isPlain(Call.getSourceRange(), Call) ||
      hasComment(textOf(Call.getSourceRange(), Context)) ||
      Value.find_if_not([](char C) {
        return isAlnum(C) || C == '_' || C == ':';
      }) != StringRef::npos)
    return false;
  auto Before = insertLineBefore(
      Full,
      (Length + " = " + textOf(Found.Columns->getSourceRange(), Context) + ";")
          .str(),
      Index);
  if (!Before)
    return false;
  Made.Fixes.push_back(*Before);
  arguments(Found, Length, Value.empty() ? "" : (Value + "()").str());
  IsRefilled = true;
  return true;
}

bool Flattening::run() {
  if (!Context.getLangOpts().CPlusPlus11 || D.hasAttrs() ||
      !D.getIdentifier() || !isEditable(D.getSourceRange(), SM))
    return false;
  Stride = freeName(D.getName(), "Stride", Context);
  if (Stride.empty() || !type())
    return false;
  const auto *Field = dyn_cast<FieldDecl>(&D);
  if (!(Field ? member(*Field) : local(cast<VarDecl>(D))))
    return false;
  if (!Lengths.empty())
    Made.Check = "check that " + Lengths +
                 " are never negative, and their product not too large: a "
                 "vector of vectors would throw";
  if (IsRefilled && Field && Made.Check.empty())
    Made.Check = "check that nobody uses the object after an allocation in "
                 "'assign' has failed";
  return true;
}

RowMajorChange rowMajor(const DeclaratorDecl &D, const ReferenceIndex &Index) {
  Flattening F(D, Index);
  return F.run() ? std::move(F.Made) : RowMajorChange();
}

} // namespace clang::tidy::anomalloc
