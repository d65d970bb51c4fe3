//===- ViewUse.cpp - would a std::string_view do --------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "utils/uses/ViewUse.h"
#include "utils/ast/Climb.h"
#include "utils/loops/ColdCode.h"
#include "utils/objects/AllocatingConstructor.h"
#include "utils/objects/StdTypes.h"
#include "utils/objects/TextSource.h"
#include "utils/uses/StdFunctions.h"
#include "utils/uses/StdMembers.h"
#include "clang/AST/ASTContext.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace clang::tidy::anomalloc {

/// Functions of libraries that take any text, as it is. None that makes a
/// number of it: what they take and refuse depends on the type.
static constexpr struct {
  StringRef Namespace;
  StringRef Names[16];
} TakesText[] = {
    {"absl",
     {"StrAppend", "StrCat", "StrAppendFormat", "StrFormat", "StrContains",
      "StartsWith", "EndsWith", "StartsWithIgnoreCase", "EndsWithIgnoreCase",
      "EqualsIgnoreCase"}},
    {"boost",
     {"starts_with", "istarts_with", "ends_with", "iends_with", "contains",
      "icontains", "equals", "iequals", "lexicographical_compare"}},
    {"fmt", {"format", "format_to", "print"}},
    {"std", {"format", "format_to", "print", "println", "quoted"}},
};
/// Classes of views, and what they are called in libraries.
static constexpr StringRef Views[] = {"basic_string_view", "string_view",
                                      "StringRef",         "StringPiece",
                                      "QLatin1StringView", "AlphaNum"};

static constexpr StringRef Ordered[] = {"map", "multimap", "set", "multiset"};
static constexpr StringRef Unordered[] = {"unordered_map", "unordered_multimap",
                                          "unordered_set",
                                          "unordered_multiset"};

static bool hasMember(QualType Type, StringRef Name) {
  const CXXRecordDecl *Record =
      Type.isNull() ? nullptr : Type->getAsCXXRecordDecl();
  if (!Record || !(Record = Record->getDefinition()))
    return false;
  return !Record->lookup(&Record->getASTContext().Idents.get(Name)).empty() ||
         any_of(Record->bases(), [&](const CXXBaseSpecifier &Base) {
           return hasMember(Base.getType(), Name);
         });
}

bool isTransparent(QualType Container) {
  auto Has = [](QualType Type) { return hasMember(Type, "is_transparent"); };
  const StringRef Name = stdName(Container);
  const bool IsMap = Name.ends_with("map");
  if (is_contained(Ordered, Name))
    return Has(typeArgument(Container, IsMap ? 2 : 1));
  return is_contained(Unordered, Name) &&
         Has(typeArgument(Container, IsMap ? 2 : 1)) &&
         Has(typeArgument(Container, IsMap ? 3 : 2));
}

static QualType objectType(const Expr &Object) {
  QualType Type = Object.getType();
  return Type->isPointerType() ? Type->getPointeeType() : Type;
}

bool isLookup(const Expr &Call) {
  const Expr *Object = calledOn(Call);
  if (!Object || !isa<CXXMemberCallExpr>(Call))
    return false;
  const StringRef Container = stdName(objectType(*Object));
  if (!is_contained(Ordered, Container) && !is_contained(Unordered, Container))
    return false;
  return callsMember(Call, StdMember::Lookup);
}

/// Whether a view can be compared with it, or searched for it.
static bool isText(const Expr &E) {
  const QualType Type = E.IgnoreParenImpCasts()->getType();
  return isStdString(Type) || isStd(Type, {"basic_string_view"}) ||
         Type->isPointerType() || Type->isArrayType() ||
         Type->isIntegralOrEnumerationType();
}

/// The node around \p Node that does something, and what stands below it.
static DynTypedNode userOf(const Stmt *&Node, const ReferenceIndex &Index) {
  Node = &ascendWhile(*cast<Expr>(Node), Index, [](const Expr &Up) {
    const auto *Cast = dyn_cast<ImplicitCastExpr>(&Up);
    return isa<ParenExpr, MaterializeTemporaryExpr, CXXBindTemporaryExpr,
               FullExpr>(Up) ||
           (Cast && (Cast->getCastKind() == CK_NoOp ||
                     Cast->getCastKind() == CK_UserDefinedConversion));
  });
  return Index.parentOf(*Node);
}

/// `Name[0]`, `Name.at(0)`: whether just the value is taken.
static bool isValueRead(const Expr &Element, const ReferenceIndex &Index) {
  const Stmt *Node = &Element;
  const auto *Cast = userOf(Node, Index).get<ImplicitCastExpr>();
  return Cast && Cast->getCastKind() == CK_LValueToRValue;
}

/// Algorithms that change nothing, whatever the iterators allow.
static bool onlyReadsRange(const FunctionDecl &F) {
  return !isa<CXXMethodDecl>(F) && F.getDeclName().isIdentifier() &&
         outermostNamespace(F) == "std" &&
         stdArgumentUse(F.getName()) == StdArgument::Read;
}

static ViewUse iteratorUse(const CXXMemberCallExpr &Iterator,
                           const ReferenceIndex &Index) {
  const Stmt *Node = &Iterator;
  DynTypedNode User = userOf(Node, Index);
  // A copy of the iterator for the parameter.
  if (const auto *Copy = User.get<CXXConstructExpr>();
      Copy && Copy->getNumArgs() == 1) {
    Node = Copy;
    User = userOf(Node, Index);
  }
  const auto *Call = User.get<CallExpr>();
  const FunctionDecl *Callee = Call ? Call->getDirectCallee() : nullptr;
  if (!Callee)
    return ViewUse::String;
  if (isStdFunction(*Callee, StdFunction::Reduces))
    return ViewUse::View;
  const auto *Operator = dyn_cast<CXXOperatorCallExpr>(Call);
  const bool Compares = Operator && (Operator->isComparisonOp());
  const bool IsConst = Iterator.getMethodDecl()->isConst();
  return Compares || (IsConst ? outermostNamespace(*Callee) == "std" &&
                                    !isa<CXXMethodDecl>(Callee)
                              : onlyReadsRange(*Callee))
             ? ViewUse::Likely
             : ViewUse::String;
}

static ViewUse memberUse(const CXXMemberCallExpr &Call,
                         const ReferenceIndex &Index) {
  const CXXMethodDecl *Method = Call.getMethodDecl();
  if (!Method)
    return ViewUse::String;
  if (isa<CXXConversionDecl>(Method))
    return isStd(Method->getReturnType(), {"basic_string_view"})
               ? ViewUse::View
               : ViewUse::String;
  const StringRef Name = methodName(Call);
  if (Name == "substr")
    return viewUseOf(cast<Expr>(Call), Index);
  for (const Expr *Argument : Call.arguments())
    if (isa<CXXDefaultArgExpr>(Argument)) {
      if (Name == "compare") // string_view has no such default
        return ViewUse::String;
    } else if (!isText(*Argument)) {
      return ViewUse::String;
    }
  const StdMember Member = stdMember(Name);
  if (Member.is(StdMember::OfText))
    return ViewUse::View;
  if (Member.is(StdMember::Element))
    return isValueRead(Call, Index) ? ViewUse::View : ViewUse::String;
  if (Member.is(StdMember::Iterator))
    return iteratorUse(Call, Index);
  return ViewUse::String;
}

static ViewUse operatorUse(const CXXOperatorCallExpr &Call, const Stmt *Operand,
                           const ReferenceIndex &Index) {
  const FunctionDecl *Callee = Call.getDirectCallee();
  if (!Callee || outermostNamespace(*Callee) != "std" || !Call.getNumArgs())
    return ViewUse::String;
  const bool IsFirst = Call.getArg(0) == Operand;
  if (Call.getOperator() == OO_Subscript)
    return IsFirst && isValueRead(Call, Index) ? ViewUse::Likely
                                               : ViewUse::String;
  if (Call.getNumArgs() != 2)
    return ViewUse::String;
  const Expr &Other = *Call.getArg(IsFirst ? 1 : 0);
  switch (Call.getOperator()) {
  case OO_EqualEqual:
  case OO_ExclaimEqual:
  case OO_Less:
  case OO_LessEqual:
  case OO_Greater:
  case OO_GreaterEqual:
  case OO_Spaceship:
    return isText(Other) ? ViewUse::View : ViewUse::String;
  case OO_LessLess:
    return !IsFirst && !isa<CXXMethodDecl>(Callee) ? ViewUse::View
                                                   : ViewUse::String;
  case OO_PlusEqual:
    return !IsFirst && isStdString(Other.getType()) ? ViewUse::View
                                                    : ViewUse::String;
  default:
    return ViewUse::String;
  }
}

static bool takesText(const CallExpr &Call) {
  const FunctionDecl *Callee = Call.getDirectCallee();
  if (!Callee || !Callee->getIdentifier())
    return false;
  const StringRef Namespace = outermostNamespace(*Callee);
  return any_of(TakesText, [&](const auto &Library) {
    return Library.Namespace == Namespace &&
           is_contained(Library.Names, Callee->getName());
  });
}

/// for (char C : Name), but not for (char &C : Name)
static ViewUse rangeUse(const VarDecl &Range, const ReferenceIndex &Index) {
  const CXXForRangeStmt *Loop = rangeLoopOf(Range, Index);
  if (!Loop)
    return ViewUse::String;
  const QualType Type = Loop->getLoopVariable()->getType();
  return Type->isReferenceType() && !Type->getPointeeType().isConstQualified()
             ? ViewUse::String
             : ViewUse::View;
}

/// The class of a library's own views that is made here, or null.
static const CXXRecordDecl *viewClass(const CXXConstructExpr &Construct) {
  const CXXRecordDecl *Class = Construct.getConstructor()->getParent();
  return Class->getIdentifier() && is_contained(Views, Class->getName())
             ? Class
             : nullptr;
}

/// A view of another library is made of it, or a string to be changed.
static ViewUse constructionUse(const CXXConstructExpr &Construct,
                               const ReferenceIndex &Index) {
  if (viewClass(Construct))
    return ViewUse::Likely;
  const bool IsCopy = isPlainString(Construct.getType()) &&
                      Construct.getConstructor()->isCopyConstructor();
  return IsCopy && Index.parentOf(Construct).get<VarDecl>() ? ViewUse::Likely
                                                            : ViewUse::String;
}

ViewUse viewUseOf(const Expr &String, const ReferenceIndex &Index) {
  const Stmt *Node = &String;
  const DynTypedNode User = userOf(Node, Index);
  if (const auto *Range = User.get<VarDecl>()) // `auto &&__range1 = Name`
    return rangeUse(*Range, Index);
  if (const auto *Member = User.get<MemberExpr>()) {
    const auto *Call = Index.parentOf(*Member).get<CXXMemberCallExpr>();
    return Call && Call->getCallee() == Member ? memberUse(*Call, Index)
                                               : ViewUse::String;
  }
  if (const auto *Operator = User.get<CXXOperatorCallExpr>())
    return operatorUse(*Operator, Node, Index);
  if (const auto *Construct = User.get<CXXConstructExpr>())
    return constructionUse(*Construct, Index);
  if (const auto *Plain = User.get<CallExpr>();
      Plain && !isa<CXXMemberCallExpr>(Plain))
    return takesText(*Plain) ? ViewUse::Likely : ViewUse::String;
  const auto *Call = User.get<CXXMemberCallExpr>();
  if (!Call || Call->getNumArgs() == 0)
    return ViewUse::String;
  const Expr *Object = calledOn(*Call);
  if (isLookup(*Call))
    return isTransparent(objectType(*Object)) ? ViewUse::View : ViewUse::Lookup;
  return isStdString(objectType(*Object)) &&
                 callsMember(*Call, StdMember::TakesText)
             ? ViewUse::View
             : ViewUse::String;
}

ViewUse viewUseOf(const ValueDecl &D, const ReferenceIndex &Index) {
  ArrayRef<const Expr *> References = Index.to(D);
  if (References.empty())
    return ViewUse::String;
  const bool IsConst = D.getType().getNonReferenceType().isConstQualified();
  ViewUse Strongest = ViewUse::View;
  for (const Expr *Reference : References) {
    ViewUse Needs = viewUseOf(*Reference, Index);
    // The message of an error can make a string of what nobody changes.
    if (Needs == ViewUse::String && IsConst && isColdCode(*Reference, Index))
      Needs = ViewUse::Likely;
    Strongest = std::max(Strongest, Needs);
    if (Strongest == ViewUse::String)
      break;
  }
  return Strongest;
}

std::string viewNameOf(const Expr &String, const ReferenceIndex &Index) {
  const Stmt *Node = &String;
  const auto *View = userOf(Node, Index).get<CXXConstructExpr>();
  if (!View || !viewClass(*View))
    return StdView.str();
  // As the parameter is written, where it is made for one.
  const Expr &Whole = outermostValue(*View, Index);
  QualType Type = View->getType();
  if (const auto *Call = Index.parentOf(Whole).get<CallExpr>())
    if (const FunctionDecl *Callee = Call->getDirectCallee())
      for (unsigned I = 0, Self = isa<CXXOperatorCallExpr>(Call) &&
                                  isa<CXXMethodDecl>(Callee);
           I + Self < Call->getNumArgs() && I < Callee->getNumParams(); ++I)
        if (Call->getArg(I + Self) == &Whole)
          Type = Callee->getParamDecl(I)->getType().getNonReferenceType();
  // With its namespace: `string_view` alone would be read as that of std.
  if (const auto *Alias = Type->getAs<TypedefType>())
    return Alias->getDecl()->getQualifiedNameAsString();
  return Type.getCanonicalType().getUnqualifiedType().getAsString(
      Index.context().getPrintingPolicy());
}

std::string viewNameOf(const ValueDecl &D, const ReferenceIndex &Index) {
  for (const Expr *Reference : Index.to(D))
    if (std::string Name = viewNameOf(*Reference, Index); Name != StdView)
      return Name;
  return StdView.str();
}

} // namespace clang::tidy::anomalloc
