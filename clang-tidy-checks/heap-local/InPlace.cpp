//===- InPlace.cpp - a variable in place of a heap object -----------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heap-local/InPlace.h"
#include "heap-local/LocalHeap.h"
#include "utils/ast/Climb.h"
#include "utils/ast/NamedInText.h"
#include "utils/ast/SourceText.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/TypeLoc.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Lex/Lexer.h"

namespace clang::tidy::anomalloc {
namespace {

/// How an object is made, as it is written.
struct Making {
  StringRef Type;
  std::string Arguments; ///< With the parentheses or braces; "" for none.
};

using Fixes = llvm::SmallVector<FixItHint, 2>;

} // namespace

/// Whether \p Class, or a base of it, has an \p Operator of its own, or may
/// have one.
static bool hasOwn(OverloadedOperatorKind Operator, const CXXRecordDecl &Class,
                   ASTContext &Context) {
  const DeclarationName Name =
      Context.DeclarationNames.getCXXOperatorName(Operator);
  return !Class.lookup(Name).empty() ||
         llvm::any_of(Class.bases(), [&](const CXXBaseSpecifier &Base) {
           const CXXRecordDecl *Its = Base.getType()->getAsCXXRecordDecl();
           return !Its || !Its->hasDefinition() ||
                  hasOwn(Operator, *Its->getDefinition(), Context);
         });
}

/// Whether the text of \p E may begin with the name of a type: `T x(U(y));`
/// declares a function.
static bool mayBeginWithType(const Expr &E) {
  const Stmt *At = E.IgnoreUnlessSpelledInSource();
  while (At) {
    if (isa<DeclRefExpr, IntegerLiteral, FloatingLiteral, StringLiteral,
            CXXBoolLiteralExpr, CXXNullPtrLiteralExpr, CXXThisExpr, ParenExpr,
            UnaryOperator, LambdaExpr, CXXNewExpr>(At))
      return isa<UnaryOperator>(At) && cast<UnaryOperator>(At)->isPostfix();
    if (isa<CXXFunctionalCastExpr, CXXTemporaryObjectExpr,
            CXXScalarValueInitExpr>(At))
      return true;
    // The part that the text begins with.
    const Stmt *First = nullptr;
    for (const Stmt *Child : At->children())
      if (Child && Child->getBeginLoc() == At->getBeginLoc())
        First = Child;
    At = First;
  }
  return true;
}

/// The text of parentheses around \p Arguments, for a variable.
static std::optional<std::string>
initializer(StringRef Inside, llvm::ArrayRef<const Expr *> Arguments,
            const CXXRecordDecl &Class) {
  if (Inside.trim().empty()) {
    // `T()` clears what no constructor of a user's initializes.
    const bool Clears =
        !Class.hasUserProvidedDefaultConstructor() && !Class.isInStdNamespace();
    return std::string(Clears ? "{}" : "");
  }
  if (Arguments.empty() || llvm::all_of(Arguments, [](const Expr *E) {
        return mayBeginWithType(*E);
      }))
    return std::nullopt;
  return ("(" + Inside + ")").str();
}

static std::optional<Making> madeByNew(const CXXNewExpr &New,
                                       const CXXRecordDecl &Class,
                                       ASTContext &Context) {
  const TypeSourceInfo *Type = New.getAllocatedTypeSourceInfo();
  if (!Type || New.getTypeIdParens().isValid() ||
      New.getAllocatedType()->getContainedAutoType())
    return std::nullopt;
  Making Its{textOf(Type->getTypeLoc().getSourceRange(), Context), ""};
  const CXXConstructExpr *Made = New.getConstructExpr();
  switch (New.getInitializationStyle()) {
  case CXXNewInitializationStyle::None:
    return Its;
  case CXXNewInitializationStyle::Braces:
    if (!New.getInitializer())
      return std::nullopt;
    Its.Arguments = textOf(Made ? Made->getParenOrBraceRange()
                                : New.getInitializer()->getSourceRange(),
                           Context)
                        .str();
    if (!StringRef(Its.Arguments).starts_with("{"))
      return std::nullopt;
    return Its;
  default:
    break;
  }
  StringRef Text = textOf(New.getDirectInitRange(), Context);
  if (!Made || !Text.consume_front("(") || !Text.consume_back(")"))
    return std::nullopt;
  llvm::SmallVector<const Expr *, 4> Arguments;
  for (const Expr *E : Made->arguments())
    if (!isa<CXXDefaultArgExpr>(E))
      Arguments.push_back(E);
  auto Given = initializer(Text, Arguments, Class);
  if (!Given)
    return std::nullopt;
  Its.Arguments = std::move(*Given);
  return Its;
}

/// Of `std::make_unique<T>(...)`.
static std::optional<Making> madeByCall(const CallExpr &Call,
                                        const CXXRecordDecl &Class,
                                        ASTContext &Context) {
  const auto *Callee =
      dyn_cast<DeclRefExpr>(Call.getCallee()->IgnoreParenImpCasts());
  if (!Callee || Callee->getNumTemplateArgs() != 1)
    return std::nullopt;
  Making Its{textOf(Callee->template_arguments()[0].getSourceRange(), Context),
             ""};
  const SourceLocation Open = Lexer::getLocForEndOfToken(
      Callee->getEndLoc(), 0, Context.getSourceManager(),
      Context.getLangOpts());
  StringRef Text = textOf({Open, Call.getRParenLoc()}, Context);
  if (!Text.consume_front("(") || !Text.consume_back(")"))
    return std::nullopt;
  llvm::SmallVector<const Expr *, 4> Arguments(Call.arg_begin(),
                                               Call.arg_end());
  auto Given = initializer(Text, Arguments, Class);
  if (!Given)
    return std::nullopt;
  Its.Arguments = std::move(*Given);
  return Its;
}

/// Replaces the token at \p At by \p Text.
static FixItHint replaceToken(SourceLocation At, StringRef Text) {
  return FixItHint::CreateReplacement(CharSourceRange::getTokenRange(At, At),
                                      Text);
}

/// Adds the fix-it for the use \p Reference of the pointer to \p To. Returns
/// false if it is of another form, or the text is not editable.
static bool rewriteUse(const Expr &Reference, const ReferenceIndex &Index,
                       bool AddressIsPlain, Fixes &To) {
  ASTContext &Context = Index.context();
  const SourceManager &SM = Context.getSourceManager();
  const Expr &Object = ascend<ImplicitCastExpr>(Reference, Index);
  const Stmt *By = Index.parentOf(Object).get<Stmt>();
  if (!By || !isEditable(By->getSourceRange(), SM))
    return false;
  const bool IsRaw = Reference.getType()->isPointerType();
  // `p->x`
  const auto *Member = dyn_cast<MemberExpr>(By);
  if (const auto *Arrow = dyn_cast<CXXOperatorCallExpr>(By);
      Arrow && Arrow->getOperator() == OO_Arrow)
    Member = Index.parentOf(ascend<ImplicitCastExpr>(*Arrow, Index))
                 .get<MemberExpr>();
  if (Member && Member->isArrow()) {
    if (isa<CXXDestructorDecl>(Member->getMemberDecl()) ||
        !isEditable(Member->getOperatorLoc(), SM))
      return false;
    To.push_back(replaceToken(Member->getOperatorLoc(), "."));
    return true;
  }
  // `*p`
  SourceLocation Star;
  if (const auto *Operator = dyn_cast<CXXOperatorCallExpr>(By);
      Operator && Operator->getOperator() == OO_Star &&
      Operator->getNumArgs() == 1)
    Star = Operator->getOperatorLoc();
  else if (const auto *Deref = dyn_cast<UnaryOperator>(By);
           Deref && Deref->getOpcode() == UO_Deref)
    Star = Deref->getOperatorLoc();
  if (Star.isValid()) {
    // `return*p` needs the space, and so does `&*p` of a class with its own &.
    bool Invalid = false;
    const char *Text = SM.getCharacterData(Star, &Invalid);
    if (Invalid || *Text != '*' || SM.getFileOffset(Star) == 0 ||
        isAsciiIdentifierContinue(Text[-1]) ||
        (!AddressIsPlain && Text[-1] == '&'))
      return false;
    To.push_back(
        FixItHint::CreateRemoval(CharSourceRange::getTokenRange(Star, Star)));
    return true;
  }
  // `f(p.get())`, `f(p)`
  const Expr *Pointer = &Object;
  if (!IsRaw) {
    const auto *Call =
        Member ? Index.parentOf(*Member).get<CXXMemberCallExpr>() : nullptr;
    const auto *Method =
        Member ? dyn_cast<CXXMethodDecl>(Member->getMemberDecl()) : nullptr;
    if (!Call || !Method || !Method->getDeclName().isIdentifier() ||
        Method->getName() != "get")
      return false;
    Pointer = &ascend<ImplicitCastExpr>(*Call, Index);
  }
  const DynTypedNode Around = Index.parentOf(*Pointer);
  const auto *Call = Around.get<CallExpr>();
  const auto *Construct = Around.get<CXXConstructExpr>();
  const bool IsArgument =
      (Call && !isa<CXXOperatorCallExpr>(Call) &&
       llvm::is_contained(Call->arguments(), Pointer)) ||
      (Construct && llvm::is_contained(Construct->arguments(), Pointer));
  const SourceRange Range = Pointer->getSourceRange();
  if (!IsArgument || !AddressIsPlain || !isEditable(Range, SM))
    return false;
  const StringRef Name = textOf(Reference.getSourceRange(), Context);
  const std::string Text = ("&" + Name).str();
  if (losesComment(Range, Text, Context))
    return false;
  To.push_back(FixItHint::CreateReplacement(Range, Text));
  return true;
}

/// The `delete p;` that \p Reference stands in, a statement of a block.
static const CXXDeleteExpr *deletion(const Expr &Reference,
                                     const ReferenceIndex &Index) {
  const Expr &Value = ascend<ImplicitCastExpr>(Reference, Index);
  const auto *Delete = Index.parentOf(Value).get<CXXDeleteExpr>();
  return Delete && !Delete->isArrayForm() &&
                 Index.parentOf(*Delete).get<CompoundStmt>()
             ? Delete
             : nullptr;
}

llvm::SmallVector<FixItHint, 2> putInPlace(const VarDecl &V,
                                           const DeclStmt &Declared,
                                           const Allocated &What,
                                           const ReferenceIndex &Index) {
  ASTContext &Context = Index.context();
  const SourceManager &SM = Context.getSourceManager();
  const FunctionDecl *F = functionAround(V);
  const QualType Pointee = ownedType(V.getType());
  const CXXRecordDecl *Class = What.Object->getAsCXXRecordDecl();
  const SourceRange Whole = V.getSourceRange();
  // The variable is of the class that the pointer names: members are found by
  // that, and functions are not virtual where that was not.
  if (!F || !F->hasBody() || !Class || What.MayBeNull ||
      F->isTemplateInstantiation() || !Declared.isSingleDecl() ||
      What.Object.hasQualifiers() ||
      !Context.hasSameUnqualifiedType(What.Object, Pointee) ||
      Pointee.isVolatileQualified() || !isEditable(Whole, SM) ||
      hasOwn(OO_New, *Class, Context) || hasOwn(OO_Delete, *Class, Context))
    return {};
  const bool AddressIsPlain = !hasOwn(OO_Amp, *Class, Context);

  std::optional<Making> Its;
  if (const auto *New = dyn_cast_or_null<CXXNewExpr>(What.By))
    Its = madeByNew(*New, *Class, Context);
  else if (const auto *Call = dyn_cast_or_null<CallExpr>(What.By))
    Its = madeByCall(*Call, *Class, Context);
  if (!Its || Its->Type.empty())
    return {};
  std::string Text = Pointee.isConstQualified() ? "const " : "";
  Text += (Its->Type + " " + V.getName() + Its->Arguments).str();
  if (losesComment(Whole, Text, Context))
    return {};

  Fixes Result = {FixItHint::CreateReplacement(Whole, Text)};
  for (const Expr *Reference : Index.to(V)) {
    if (Index.functionOf(*Reference) != F)
      return {}; // a lambda
    if (const CXXDeleteExpr *Delete = deletion(*Reference, Index)) {
      const CharSourceRange Gone = wholeStatement(*Delete, Context);
      if (Gone.isInvalid() || !isEditable(Delete->getSourceRange(), SM))
        return {};
      Result.push_back(FixItHint::CreateRemoval(Gone));
    } else if (freedBy(*Reference, Index) ||
               !rewriteUse(*Reference, Index, AddressIsPlain, Result)) {
      return {};
    }
  }
  // Uses in sizeof, and in code that this configuration leaves out.
  const unsigned Others =
      timesNamed(V.getName(), F->getBody()->getSourceRange(), Context) -
      timesNamed(V.getName(), Whole, Context);
  return Others == Index.to(V).size() ? Result : Fixes();
}

} // namespace clang::tidy::anomalloc
