//===- AllocatingConstructor.cpp - does a class allocate ------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "utils/objects/AllocatingConstructor.h"
#include "utils/objects/TypeReach.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/StringSet.h"

using namespace llvm;

namespace clang::tidy::anomalloc {

/// The outermost namespace that \p D stands in, or "".
StringRef outermostNamespace(const Decl &D) {
  StringRef Name;
  for (const DeclContext *C = D.getDeclContext(); C; C = C->getParent())
    if (const auto *N = dyn_cast<NamespaceDecl>(C))
      Name = N->getName();
  return Name;
}

namespace {

/// Looks for a call that returns fresh heap memory, also in functions called.
class AllocationFinder : public RecursiveASTVisitor<AllocationFinder> {
public:
  bool shouldVisitImplicitCode() const { return true; } // initialisers
  bool VisitCXXNewExpr(CXXNewExpr *New) {
    const FunctionDecl *Operator = New->getOperatorNew();
    return !(Found =
                 !Operator || !Operator->isReservedGlobalPlacementOperator());
  }
  bool VisitCXXDefaultInitExpr(CXXDefaultInitExpr *Init) {
    return TraverseStmt(Init->getExpr());
  }
  bool TraverseLambdaExpr(LambdaExpr *) { return true; } // runs later, if ever
  bool TraverseCXXThrowExpr(CXXThrowExpr *) { return true; }
  bool VisitCallExpr(CallExpr *Call) {
    const FunctionDecl *Callee = Call->getDirectCallee();
    if (!Callee)
      return true;
    return !(Found = allocates(*Callee)) && look(*Callee);
  }
  bool look(const FunctionDecl &Function) {
    constexpr unsigned MaxCalls = 3; // constructor -> resize -> reallocate
    const FunctionDecl *Body = Function.getTemplateInstantiationPattern();
    if (!Function.hasBody(Body) && !(Body && Body->hasBody(Body)))
      return true;
    if (Calls > MaxCalls || !Seen.insert(Body).second ||
        outermostNamespace(*Body) == "std")
      return true;
    ++Calls;
    TraverseDecl(const_cast<FunctionDecl *>(Body));
    --Calls;
    return !Found;
  }

  bool Found = false;

private:
  static bool allocates(const FunctionDecl &Callee) {
    static const StringSet<> Names{
#define ANOMALLOC_HEAP(Symbol, Shape) #Symbol,
#include "anomalloc/AllocFunctions.def"
        "strdup", "strndup"};
    static const StringSet<> StdNames{"make_unique", "make_shared", "allocate",
                                      "make_unique_for_overwrite"};
    if (Callee.isReplaceableGlobalAllocationFunction())
      return Callee.getDeclName().getCXXOverloadedOperator() == OO_New ||
             Callee.getDeclName().getCXXOverloadedOperator() == OO_Array_New;
    if (!Callee.getDeclName().isIdentifier())
      return false;
    return outermostNamespace(Callee) == "std"
               ? StdNames.contains(Callee.getName())
               : Names.contains(Callee.getName()) && Callee.isExternC();
  }

  unsigned Calls = 0;
  SmallPtrSet<const FunctionDecl *, 8> Seen;
};

} // namespace

bool functionAllocates(const FunctionDecl &Function) {
  AllocationFinder Finder;
  Finder.look(Function);
  return Finder.Found;
}

bool constructorAllocates(const CXXRecordDecl &Record) {
  // A class without a pointer keeps nothing of what its constructor allocates.
  if (!canKeepBlocks(Record))
    return false;
  AllocationFinder Finder;
  for (const Decl *D : Record.decls()) {
    if (const auto *Template = dyn_cast<FunctionTemplateDecl>(D))
      D = Template->getTemplatedDecl();
    if (const auto *C = dyn_cast<CXXConstructorDecl>(D); C && !C->isImplicit())
      if (!Finder.look(*C))
        return true;
  }
  return any_of(Record.fields(), [&](const FieldDecl *F) {
    if (Expr *Init = F->getInClassInitializer())
      Finder.TraverseStmt(Init);
    return Finder.Found;
  });
}

} // namespace clang::tidy::anomalloc
