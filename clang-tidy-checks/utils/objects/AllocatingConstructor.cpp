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
    MissedSome |= !Callee;
    if (!Callee)
      return true;
    return !(Found = allocates(*Callee)) && look(*Callee);
  }
  bool VisitCXXConstructExpr(CXXConstructExpr *Made) {
    return !EntersConstructors || look(*Made->getConstructor());
  }
  bool look(const FunctionDecl &Function) {
    constexpr unsigned MaxCalls = 3; // constructor -> resize -> reallocate
    const FunctionDecl *Body = Function.getTemplateInstantiationPattern();
    if (!Function.hasBody(Body) && !(Body && Body->hasBody(Body))) {
      MissedSome |= !isHarmless(Function);
      return true;
    }
    if (outermostNamespace(*Body) == "std" || !Seen.insert(Body).second)
      return true;
    MissedSome |= Calls > MaxCalls;
    if (Calls > MaxCalls)
      return true;
    ++Calls;
    TraverseDecl(const_cast<FunctionDecl *>(Body));
    --Calls;
    return !Found;
  }

  bool Found = false;
  bool MissedSome = false; ///< Functions that might allocate are not in view.
  bool EntersConstructors = false;

private:
  /// Functions without a body in view that allocate nothing: of the compiler,
  /// of std, and those that a count of references goes by.
  static bool isHarmless(const FunctionDecl &Function) {
    const auto *Method = dyn_cast<CXXMethodDecl>(&Function);
    if (Function.getBuiltinID() || Function.isNoReturn() ||
        (Method && !Method->isUserProvided()) ||
        outermostNamespace(Function) == "std")
      return true;
    if (!Function.getDeclName().isIdentifier())
      return false;
    const std::string Name = Function.getName().lower();
    return is_contained({"ref", "addref", "add_ref", "incref", "inc_ref"},
                        StringRef(Name)) ||
           any_of(
               ArrayRef<StringRef>{"reference", "retain", "acquire", "share",
                                   "count"},
               [&](StringRef Part) { return StringRef(Name).contains(Part); });
  }
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

bool copiesShare(const CXXRecordDecl &Record) {
  return all_of(Record.ctors(), [](const CXXConstructorDecl *Copy) {
    if (!Copy->isCopyConstructor() || !Copy->isUserProvided())
      return true; // the compiler copies the pointer
    AllocationFinder Finder;
    Finder.EntersConstructors = true;
    Finder.look(*Copy);
    return !Finder.Found && !Finder.MissedSome;
  });
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
