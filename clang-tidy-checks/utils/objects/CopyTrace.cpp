//===- CopyTrace.cpp - what copies leave to be seen -----------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "utils/objects/CopyTrace.h"
#include "utils/objects/PlainCopy.h"
#include "utils/objects/PointerLike.h"
#include "utils/objects/StdTypes.h"
#include "utils/objects/TypeParts.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"

using namespace llvm;

namespace clang::tidy::anomalloc {

/// Whether a user wrote one of the operations that make or end copies, so that
/// it may do something else. \p Unseen is the answer for one that is not in
/// view.
static bool mayDoMore(const CXXRecordDecl &Class, bool Moves, bool Unseen) {
  auto DoesMore = [Unseen](const CXXMethodDecl *Method) {
    return Method->isUserProvided() && (Unseen || Method->hasBody()) &&
           !isPlain(*Method);
  };
  return any_of(Class.methods(), [&](const CXXMethodDecl *Method) {
    if (const auto *Made = dyn_cast<CXXConstructorDecl>(Method))
      return (Made->isCopyConstructor() ||
              (Moves && Made->isMoveConstructor())) &&
             DoesMore(Made);
    return (Method->isCopyAssignmentOperator() ||
            (Moves && Method->isMoveAssignmentOperator()) ||
            isa<CXXDestructorDecl>(Method)) &&
           DoesMore(Method);
  });
}

/// Of std, what holds an object whose type does not show, or shares one.
static bool mayHoldAnything(QualType Type) {
  return isStd(Type, {"function", "any", "move_only_function", "packaged_task",
                      "shared_future", "future", "exception_ptr",
                      "copyable_function", "coroutine_handle"});
}

static CopyTrace traceOf(QualType Type, bool Moves, bool Unseen = true) {
  CopyTrace Worst = CopyTrace::None;
  findPart(Type, [&](const TypePart &Part) {
    if (Part.Is == TypePart::Pointee)
      return PartWalk::Skip;
    const CXXRecordDecl *Class = Part.Type->getAsCXXRecordDecl();
    if (!Class)
      return PartWalk::Inside;
    if (countsItsCopies(*Class) || mayHoldAnything(Part.Type)) {
      Worst = CopyTrace::Counts;
      return PartWalk::Skip;
    }
    if (isOfStd(*Class))
      return isMadeOfItsArguments(*Class) && stdName(Part.Type) != "unique_ptr"
                 ? PartWalk::Inside
                 : PartWalk::Skip;
    Class = Class->getDefinition();
    if (Class && !mayDoMore(*Class, Moves, Unseen))
      return PartWalk::Inside;
    Worst = CopyTrace::Seen;
    return PartWalk::Found;
  });
  return Worst;
}

CopyTrace traceOfCopies(QualType Type) { return traceOf(Type, false); }
CopyTrace traceOfMoves(QualType Type) { return traceOf(Type, true); }
CopyTrace seenTraceOfMoves(QualType Type) {
  return traceOf(Type, true, /*Unseen=*/false);
}

std::string checkOfGrowth(QualType Container, const ASTContext &Context) {
  const QualType Element = typeArgument(Container, 0);
  // A handle that goes elsewhere counts as one.
  return !Element.isNull() && traceOfMoves(Element) == CopyTrace::Seen
             ? checkOfCopies(CopyTrace::Seen,
                             Element.getAsString(Context.getPrintingPolicy()))
             : "";
}

std::string checkOfCopies(CopyTrace Trace, const std::string &TypeName) {
  switch (Trace) {
  case CopyTrace::None:
    return "";
  case CopyTrace::Counts:
    return "check that nobody counts on a handle of its own, by 'use_count' or "
           "by when the shared object goes";
  case CopyTrace::Seen:
    return "check that the copies and the destructor of '" + TypeName +
           "' do nothing that is missed";
  }
  llvm_unreachable("all traces are above");
}

} // namespace clang::tidy::anomalloc
