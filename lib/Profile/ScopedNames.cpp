//===- ScopedNames.cpp - C++ names with their scopes ----------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Profile/ScopedNames.h"
#include "Support/Demangle.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/DebugInfo/DWARF/DWARFCompileUnit.h"

using namespace llvm;

namespace anomalloc {

/// From a piece of code to the abstract function, and from that to its
/// declaration in a class. Entries of a broken object may refer in a circle.
static constexpr unsigned MostReferences = 8;
/// Of scopes around a function, and of the bytes of a name.
static constexpr unsigned MostScopes = 64;
static constexpr size_t LongestScopedName = 16 << 10;

DWARFDie declarationOf(DWARFDie Function) {
  for (unsigned I = 0; I != MostReferences; ++I) {
    DWARFDie Next;
    for (dwarf::Attribute By :
         {dwarf::DW_AT_abstract_origin, dwarf::DW_AT_specification})
      if (!Next)
        Next = Function.getAttributeValueAsReferencedDie(By);
    if (!Next)
      break;
    Function = Next;
  }
  return Function;
}

/// At most as long that a name with it is too long.
static StringRef textOf(DWARFDie Entry, dwarf::Attribute Attribute) {
  return StringRef(dwarf::toString(Entry.find(Attribute), ""))
      .take_front(LongestScopedName + 1);
}

static bool isOfCpp(DWARFDie Function) {
  DWARFDie Unit = Function.getDwarfUnit()->getUnitDIE();
  std::optional<uint64_t> Language =
      dwarf::toUnsigned(Unit.find(dwarf::DW_AT_language));
  return Language && dwarf::isCPlusPlus(dwarf::SourceLanguage(*Language));
}

/// The scope that \p Entry is, in which \p Inner stands, or none if nothing is
/// named after it.
static std::optional<std::string> scopeOf(DWARFDie Entry, StringRef Inner) {
  StringRef Name = textOf(Entry, dwarf::DW_AT_name);
  switch (Entry.getTag()) {
  case dwarf::DW_TAG_namespace:
    return Name.empty() ? "(anonymous namespace)" : Name.str();
  case dwarf::DW_TAG_class_type:
  case dwarf::DW_TAG_structure_type:
  case dwarf::DW_TAG_union_type:
    if (!Name.empty())
      return Name.str();
    return Inner == "operator()" ? "{lambda}" : "{unnamed}";
  default:
    return std::nullopt;
  }
}

/// \p Own and the scopes around \p Entry. "": there are none, or too many.
static std::string withScopes(DWARFDie Entry, StringRef Own) {
  SmallVector<std::string, 8> Parts = {Own.str()};
  size_t Size = Own.size();
  auto Add = [&](std::string Part) {
    Size += Part.size();
    Parts.push_back(std::move(Part));
  };
  DWARFDie Scope = Entry.getParent();
  for (unsigned I = 0; Scope && I != MostScopes; ++I) {
    if (Scope.getTag() == dwarf::DW_TAG_subprogram) {
      // What is local to a function is named after it.
      if (const char *Linkage = Scope.getLinkageName()) {
        Add(nameOfFunction(Linkage));
        break;
      }
      Scope = declarationOf(Scope);
      Add(textOf(Scope, dwarf::DW_AT_name).str());
    } else if (std::optional<std::string> Name = scopeOf(Scope, Parts.back())) {
      Add(std::move(*Name));
    }
    Scope = Scope.getParent();
  }
  return Size > LongestScopedName ? "" : join(reverse(Parts), "::");
}

std::string scopedName(DWARFDie Function) {
  if (!Function || !isOfCpp(Function) || Function.getLinkageName())
    return "";
  Function = declarationOf(Function);
  StringRef Own = textOf(Function, dwarf::DW_AT_name);
  std::string Name = Own.empty() ? "" : withScopes(Function, Own);
  return Name.size() > Own.size() ? Name : "";
}

std::string scopedTypeName(DWARFDie Class) {
  StringRef Own = textOf(Class, dwarf::DW_AT_name);
  return Own.empty() ? "" : withScopes(Class, Own);
}

bool canBeAsked(DWARFContext &Debug, uint64_t Address) {
  DWARFCompileUnit *Unit = Debug.getCompileUnitForCodeAddress(Address);
  return !Unit || (Unit->getUnitDIE(/*ExtractUnitDIEOnly=*/false) &&
                   Unit->getNonSkeletonUnitDIE(/*ExtractUnitDIEOnly=*/false));
}

SmallVector<DWARFDie, 8> functionEntriesAt(DWARFContext &Debug,
                                           uint64_t Address) {
  SmallVector<DWARFDie, 8> Functions;
  if (!Debug.getCompileUnitForCodeAddress(Address) ||
      !canBeAsked(Debug, Address))
    return Functions;
  if (DWARFDie Outermost =
          Debug.getDIEsForAddress(Address, /*CheckDWO=*/true).FunctionDIE)
    Outermost.getDwarfUnit()->getInlinedChainForAddress(Address, Functions);
  return Functions;
}

const ObjectWithDebug &ScopedNames::object() {
  if (!Object)
    Object = openWithDebug(Root, Path);
  return *Object;
}

std::vector<std::string> ScopedNames::at(uint64_t Address) {
  std::vector<std::string> Names;
  if (object().Debug)
    for (DWARFDie Function : functionEntriesAt(*object().Debug, Address))
      Names.push_back(scopedName(Function));
  return Names;
}

} // namespace anomalloc
