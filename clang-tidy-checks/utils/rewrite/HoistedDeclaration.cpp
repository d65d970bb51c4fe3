//===- HoistedDeclaration.cpp - a variable moved out of a loop ------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "utils/rewrite/HoistedDeclaration.h"
#include "utils/ast/Descend.h"
#include "utils/ast/SourceText.h"
#include "utils/loops/EnclosingLoops.h"
#include "utils/objects/AllocatingConstructor.h"
#include "utils/objects/StdTypes.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Lex/Lexer.h"

using namespace llvm;

namespace clang::tidy::anomalloc {

static bool isStringStream(QualType Type) {
  return isStd(Type, {"basic_ostringstream", "basic_stringstream",
                      "basic_istringstream"});
}

/// The arguments as written: without default arguments.
static unsigned writtenArguments(const CXXConstructExpr &Init) {
  unsigned Count = 0;
  while (Count < Init.getNumArgs() && !Init.getArg(Count)->isDefaultArgument())
    ++Count;
  return Count;
}

std::optional<HoistedDeclaration> HoistedDeclaration::of(const VarDecl &V,
                                                         const ASTContext &) {
  HoistedDeclaration H;
  H.V = &V;
  H.Init = dyn_cast_or_null<CXXConstructExpr>(
      V.getInit() ? V.getInit()->IgnoreImplicit() : nullptr);
  if (!H.Init || V.getType()->isDependentType())
    return std::nullopt;
  const CXXConstructorDecl *Constructor = H.Init->getConstructor();
  const unsigned Count = writtenArguments(*H.Init);
  if (Count == 0)
    return H;
  if (Constructor->isMoveConstructor() || H.Init->isStdInitListInitialization())
    return std::nullopt;
  const Expr *First = H.Init->getArg(0);
  if (isStringStream(V.getType())) {
    H.Is = Text;
    // A text that stays, or one in C's manner.
    const QualType Written = First->IgnoreUnlessSpelledInSource()->getType();
    if (Count == 1 && isStdString(First->getType()) &&
        (First->IgnoreImplicit()->isLValue() || Written->isPointerType() ||
         Written->isArrayType()))
      return H;
    return std::nullopt;
  }
  if (isStdNodeContainer(V.getType()))
    return std::nullopt; // a number of buckets, for example
  QualType Parameter = Constructor->getParamDecl(0)->getType();
  if (Constructor->isCopyConstructor() ||
      (Count == 1 && isStdString(V.getType()) && Parameter->isPointerType()))
    H.Is = Copy;
  else if (Count == 1 && Parameter->isIntegerType())
    H.Is = Sized;
  else if (Count == 2 && !isStdContainer(First->getType()) &&
           stdName(H.Init->getArg(1)->getType()) != "allocator")
    H.Is = Assigned;
  else
    return std::nullopt;
  return H;
}

bool HoistedDeclaration::hasConstantSize(const ASTContext &Context) const {
  if (Is != Sized && Is != Assigned)
    return false;
  Expr::EvalResult Value;
  return Init->getArg(0)->getType()->isIntegerType() &&
         Init->getArg(0)->EvaluateAsInt(Value, Context);
}

std::string HoistedDeclaration::advice() const {
  switch (Is) {
  case Empty:
    return isStringStream(V->getType()) ? "empty it" : "'clear()' it";
  case Sized:
    return "'clear()' and 'resize()' it";
  case Assigned:
    return "'assign()' to it";
  case Copy:
    return "assign to it";
  case Text:
    return "give it a new 'str()'";
  }
  llvm_unreachable("all kinds are listed");
}

bool HoistedDeclaration::keepsFormat(const Stmt &Code) {
  static constexpr StringRef Setters[] = {
      "setprecision", "setbase", "setfill",    "setiosflags", "resetiosflags",
      "precision",    "flags",   "fill",       "setf",        "unsetf",
      "imbue",        "copyfmt", "exceptions", "iword",       "pword"};
  const NamedDecl *Named = nullptr;
  if (const auto *Ref = dyn_cast<DeclRefExpr>(&Code))
    Named = Ref->getDecl();
  else if (const auto *Member = dyn_cast<MemberExpr>(&Code))
    Named = Member->getMemberDecl();
  if (const auto *F = dyn_cast_or_null<FunctionDecl>(Named)) {
    if (F->getDeclName().isIdentifier() &&
        is_contained(Setters, F->getName()) && outermostNamespace(*F) == "std")
      return true;
    // std::hex and its kin; operators of the user's may do anything.
    if (F->getNumParams() == 1 &&
        isStd(F->getParamDecl(0)->getType(), {"ios_base", "basic_ios"}))
      return true;
    if (F->getOverloadedOperator() == OO_LessLess &&
        outermostNamespace(*F) != "std")
      return true;
  }
  return anyChild(Code, keepsFormat);
}

std::string HoistedDeclaration::replacement(const ASTContext &Context) const {
  const std::string Name = V->getName().str();
  if (Is == Empty)
    return isStringStream(V->getType())
               ? Name + ".str(\"\"); " + Name + ".clear();"
               : Name + ".clear();";
  const unsigned Count = writtenArguments(*Init);
  StringRef Arguments = textOf(
      {Init->getArg(0)->getBeginLoc(), Init->getArg(Count - 1)->getEndLoc()},
      Context);
  if (Arguments.empty() || Arguments.contains('\n'))
    return "";
  switch (Is) {
  case Copy:
    return Name + " = " + Arguments.str() + ";";
  case Text:
    return Name + ".clear(); " + Name + ".str(" + Arguments.str() + ");";
  case Assigned:
    return Name + ".assign(" + Arguments.str() + ");";
  case Sized: // assign() can be slower: see the check's page
    return Name + ".clear(); " + Name + ".resize(" + Arguments.str() + ");";
  case Empty:
    break;
  }
  llvm_unreachable("all kinds are listed");
}

/// Whether \p Name stands in the function outside of \p Inside: another
/// variable, or a use of one that would be hidden.
static bool isNamedOutside(StringRef Name, SourceRange Function,
                           SourceRange Inside, const ASTContext &Context) {
  const SourceManager &SM = Context.getSourceManager();
  if (!isEditable(Function, SM))
    return true;
  auto [File, From] = SM.getDecomposedLoc(Function.getBegin());
  const unsigned To = SM.getFileOffset(Function.getEnd());
  const unsigned First = SM.getFileOffset(Inside.getBegin());
  const unsigned Last = SM.getFileOffset(Inside.getEnd());
  StringRef Text = SM.getBufferData(File);
  Lexer Raw(SM.getLocForStartOfFile(File), Context.getLangOpts(), Text.begin(),
            Text.begin() + From, Text.end());
  Token T;
  for (bool End = false; !End;) {
    End = Raw.LexFromRawLexer(T);
    unsigned At = SM.getFileOffset(T.getLocation());
    if (At > To)
      break;
    if (T.is(tok::raw_identifier) && T.getRawIdentifier() == Name &&
        (At < First || At > Last))
      return true;
  }
  return false;
}

StringRef writtenType(const DeclStmt &Declared, const ASTContext &Context) {
  const auto &First = *cast<VarDecl>(*Declared.decl_begin());
  const StringRef Type =
      Lexer::getSourceText(CharSourceRange::getCharRange(Declared.getBeginLoc(),
                                                         First.getLocation()),
                           Context.getSourceManager(), Context.getLangOpts())
          .trim();
  return First.getType()->getContainedAutoType() || Type.contains("decltype") ||
                 Type.contains('/') || Type.contains('\n')
             ? StringRef()
             : Type;
}

SmallVector<FixItHint, 2>
moveBeforeLoop(const VarDecl &V, const DeclStmt &Declared, const Stmt &Loop,
               StringRef Initializer, StringRef Again,
               const FunctionDecl *Function, const ReferenceIndex &Index,
               unsigned Nth) {
  const ASTContext &Context = Index.context();
  if (!Function || !Declared.isSingleDecl() || V.hasAttrs() ||
      !V.getIdentifier())
    return {};
  const StringRef Type = writtenType(Declared, Context);
  const Stmt *Body = bodyOfLoop(Loop, Context);
  if (Type.empty() || !Body ||
      losesComment(Declared.getSourceRange(), "", Context))
    return {};
  // Nor a type that the loop itself declares.
  for (const Stmt *S : Body->children())
    if (const auto *Other = dyn_cast_or_null<DeclStmt>(S))
      for (const Decl *D : Other->decls())
        if (isa<TypeDecl>(D) && Type.contains(cast<TypeDecl>(D)->getName()))
          return {};
  SourceRange Scope(Declared.getBeginLoc(), Body->getEndLoc());
  if (isNamedOutside(V.getName(), Function->getSourceRange(), Scope, Context))
    return {};
  auto Before = insertLineBefore(
      Loop, (Type + " " + V.getName() + Initializer + ";").str(), Index, Nth);
  const CharSourceRange Gone = wholeStatement(Declared, Context);
  if (!Before || Gone.isInvalid())
    return {};
  return {*Before, Again.empty() ? FixItHint::CreateRemoval(Gone)
                                 : FixItHint::CreateReplacement(
                                       Declared.getSourceRange(), Again)};
}

SmallVector<FixItHint, 2>
HoistedDeclaration::fixes(const DeclStmt &Declared, const Stmt &Loop,
                          const FunctionDecl *Function,
                          const ReferenceIndex &Index, unsigned Nth) const {
  const std::string Again = replacement(Index.context());
  return Again.empty() ? SmallVector<FixItHint, 2>()
                       : moveBeforeLoop(*V, Declared, Loop, "", Again, Function,
                                        Index, Nth);
}

} // namespace clang::tidy::anomalloc
