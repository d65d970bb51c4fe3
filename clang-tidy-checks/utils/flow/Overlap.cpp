//===- Overlap.cpp - whether a change meets an object ---------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "utils/flow/Overlap.h"
#include "utils/flow/FunctionFlow.h"
#include "utils/objects/StdTypes.h"
#include "utils/objects/TypeReach.h"
#include "utils/uses/StdMembers.h"
#include "utils/uses/StdUses.h"
#include "clang/AST/DeclCXX.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace clang::tidy::anomalloc {

/// Whether references to elements of the container stay good, and elements as
/// they were, when the method is called on it.
static bool keepsElements(QualType Container, const CXXMethodDecl &Method) {
  UseKind Kind = stdMemberUse(Method);
  if (Kind == UseKind::Read)
    return true;
  bool IsNode = isStdNodeContainer(Container);
  if (Kind == UseKind::Reserve)
    return IsNode;
  if (Kind != UseKind::Grow)
    return false;
  const StdMember Member = stdMember(
      Method.getDeclName().isIdentifier() ? Method.getName() : StringRef());
  return (IsNode && !Member.is(StdMember::Overwrites)) ||
         (stdName(Container) == "deque" &&
          Member.is(StdMember::AtFront | StdMember::AtBack));
}

/// The part of a place after the last pointer that others may share.
static ObjectPlace sharedPart(const ObjectPlace &P) {
  ObjectPlace Tail = P;
  for (unsigned I = P.Steps.size(); I--;)
    if (P.Steps[I].Kind == PlaceStep::Shared) {
      Tail.Root = ObjectPlace::Pointee;
      Tail.Variable = nullptr;
      Tail.Steps.assign(P.Steps.begin() + I + 1, P.Steps.end());
      break;
    }
  return Tail;
}

/// How a change at \p Target meets \p Referent if both start from one object.
static Overlap alongSteps(const ObjectPlace &Target,
                          const ObjectPlace &Referent, const Change &C) {
  unsigned Common = std::min(Target.Steps.size(), Referent.Steps.size());
  for (unsigned I = 0; I < Common; ++I) {
    const PlaceStep &A = Target.Steps[I], &B = Referent.Steps[I];
    if (A.Kind != B.Kind)
      return Overlap::Certain; // an accessor may lead to the other
    if (A.Kind == PlaceStep::Field && A.Member != B.Member &&
        !A.Member->getParent()->isUnion())
      return Overlap::None;
  }
  if (Common == Referent.Steps.size())
    return Overlap::Certain; // a part of it, or itself
  const PlaceStep &Next = Referent.Steps[Common];
  if (C.Method && Next.Kind == PlaceStep::Element && isOfStd(*C.Method) &&
      keepsElements(Next.Of, *C.Method))
    return Overlap::None;
  if (C.Method && isOfStd(*C.Method) &&
      stdMemberUse(*C.Method) == UseKind::Read)
    return Overlap::None;
  return Overlap::Certain;
}

static Overlap byType(const ObjectPlace &Target, const ObjectPlace &Referent,
                      const Change &C) {
  // Members of one class overlap only if they are the same.
  if (areRelated(Target.rootType(), Referent.rootType()) &&
      alongSteps(Target, Referent, C) == Overlap::None)
    return Overlap::None;
  auto Along = [](const ObjectPlace &P, QualType Type) {
    return areRelated(P.Type, Type) || any_of(P.Steps, [&](const PlaceStep &S) {
             return areRelated(S.Of, Type);
           });
  };
  if (Along(Referent, Target.rootType()) || Along(Target, Referent.rootType()))
    return Overlap::Possible;
  return C.Deep && leadsTo(Target.Type, Referent.rootType()) ? Overlap::Possible
                                                             : Overlap::None;
}

bool isConstant(const ObjectPlace &P) {
  return (P.Root == ObjectPlace::Local || P.Root == ObjectPlace::Global) &&
         P.Variable && P.Variable->getType().isConstQualified() &&
         all_of(P.Steps, [](const PlaceStep &S) {
           return S.Kind == PlaceStep::Field && !S.Member->isMutable();
         });
}

bool isPrivate(const ObjectPlace &P, const FunctionFlow &Flow) {
  return P.Root == ObjectPlace::Local && !Flow.isAliased(*P.Variable) &&
         none_of(P.Steps, [](const PlaceStep &S) {
           return S.Kind == PlaceStep::Shared;
         });
}

Overlap overlapOf(const ObjectPlace &Target, const ObjectPlace &Referent,
                  const Change &C, const FunctionFlow &Flow) {
  if (Target.Root == ObjectPlace::Temporary || isConstant(Referent))
    return Overlap::None;
  bool Same = Target.Root == Referent.Root &&
              Target.Variable == Referent.Variable &&
              (Target.Variable || Target.Root == ObjectPlace::This);
  if (Same)
    return alongSteps(Target, Referent, C);
  bool HasShared = any_of(Referent.Steps, [](const PlaceStep &S) {
    return S.Kind == PlaceStep::Shared;
  });
  if (isPrivate(Target, Flow) && !mayHoldReference(Target.rootType()))
    return Overlap::None;
  if (isPrivate(Referent, Flow))
    return Overlap::None;
  bool BothLocal =
      Target.Root == ObjectPlace::Local && Referent.Root == ObjectPlace::Local;
  if (BothLocal && !HasShared && !mayHoldReference(Target.rootType()))
    return Overlap::None;
  if (Target.Root == ObjectPlace::Unknown)
    return Overlap::Possible;
  Overlap Whole = byType(Target, Referent, C);
  if (Whole == Overlap::None && HasShared)
    return byType(Target, sharedPart(Referent), C);
  return Whole;
}

} // namespace clang::tidy::anomalloc
