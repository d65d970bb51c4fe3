//===- ClassMembers.cpp - what a class lets others do ---------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "objects/ClassMembers.h"
#include "Support/Demangle.h"
#include "Support/MakerNames.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/BinaryFormat/Dwarf.h"
#include "llvm/IR/DebugInfoMetadata.h"

using namespace llvm;
using namespace anomalloc;

static const DISubprogram &declarationOf(const DISubprogram &SP) {
  return SP.getDeclaration() ? *SP.getDeclaration() : SP;
}

const DICompositeType *anomalloc::classOf(const DISubprogram &SP) {
  return dyn_cast_or_null<DICompositeType>(declarationOf(SP).getScope());
}

/// Debug information says of access what differs from the default.
static bool isPrivate(DINode::DIFlags Flags, const DICompositeType *Class) {
  if (Flags & DINode::FlagAccessibility)
    return (Flags & DINode::FlagAccessibility) != DINode::FlagPublic;
  return Class && Class->getTag() == dwarf::DW_TAG_class_type;
}

bool anomalloc::isPrivateMember(const DISubprogram &SP) {
  return isPrivate(declarationOf(SP).getFlags(), classOf(SP));
}

/// Whether \p Member of \p Class is data that everybody may change.
static bool isOpen(const DIDerivedType &Member, const DICompositeType &Class) {
  const auto *Type = dyn_cast_or_null<DIDerivedType>(Member.getBaseType());
  return Member.getTag() == dwarf::DW_TAG_member && !Member.isStaticMember() &&
         !Member.isArtificial() && !isPrivate(Member.getFlags(), &Class) &&
         !(Type && (Type->getTag() == dwarf::DW_TAG_const_type ||
                    Type->getTag() == dwarf::DW_TAG_reference_type));
}

/// A class whose vtable is in one unit has no identifier there.
std::string anomalloc::nameOfClass(const DICompositeType &Class) {
  std::string Name = demangledName(Class.getIdentifier());
  StringRef Plain = Name;
  if (Plain.consume_front("typeinfo name for "))
    return Plain.str();
  Name.clear();
  for (const DIScope *S = &Class; S && !isa<DIFile, DICompileUnit>(S);
       S = S->getScope()) {
    if (isa<DILocalScope>(S) || S->getName().empty())
      return "";
    Name = S->getName().str() + (Name.empty() ? "" : "::") + Name;
  }
  // As the demangler writes it.
  for (size_t At = Name.find("> >"); At != std::string::npos;
       At = Name.find("> >", At))
    Name.erase(At + 1, 1);
  return Name;
}

std::optional<ClassRefill> anomalloc::refillOf(const DICompositeType &Class) {
  bool AllKnown = true;
  SmallVector<const DICompositeType *, 4> Worklist = {&Class};
  SmallPtrSet<const DICompositeType *, 4> Seen;
  while (!Worklist.empty()) {
    const DICompositeType *One = Worklist.pop_back_val();
    if (!Seen.insert(One).second)
      continue;
    if (One->isForwardDecl()) {
      AllKnown = false;
      continue;
    }
    for (const DINode *Node : One->getElements()) {
      if (const auto *Member = dyn_cast<DISubprogram>(Node);
          Member && !isPrivateMember(*Member) && !Member->isDeleted() &&
          isRefillName(Member->getName()))
        return ClassRefill::Yes;
      const auto *Base = dyn_cast<DIDerivedType>(Node);
      if (Base && isOpen(*Base, *One))
        return ClassRefill::Yes;
      if (Base && Base->getTag() == dwarf::DW_TAG_inheritance)
        if (const auto *Type =
                dyn_cast_or_null<DICompositeType>(Base->getBaseType()))
          Worklist.push_back(Type);
    }
  }
  return AllKnown ? std::optional(ClassRefill::No) : std::nullopt;
}
