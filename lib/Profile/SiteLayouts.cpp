//===- SiteLayouts.cpp - the members of what sites allocate ---------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Profile/SiteLayouts.h"
#include "Profile/DebugTypes.h"
#include "Profile/LayoutReader.h"
#include "Profile/ScopedNames.h"
#include "anomalloc/LifetimeFormat.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/DebugInfo/DWARF/DWARFUnit.h"

using namespace llvm;

namespace anomalloc {
namespace {

/// Classes that sites allocate, by one name without scopes.
struct ClassesOfName {
  /// The members of a class of one size; none: not known, or not everywhere the
  /// same.
  struct Definitions {
    std::optional<ClassLayout> Layout;
    size_t Number = 0; ///< Of those that were read.
  };
  struct Class {
    bool IsDefined = false;
    std::map<uint64_t, Definitions> BySize;
  };
  /// Definitions that are read of one class, and of all: a class stands in each
  /// unit that uses it, and a broken object may have any number.
  static constexpr size_t MostAlike = 64, MostOfAll = 4096;
  std::set<std::pair<StringRef, uint64_t>> Wanted; ///< As Profile::Layouts.
  std::map<std::string, Class> ByScopedName;
  size_t Read = 0; ///< Definitions.

  void add(DWARFDie Entry);
  std::optional<ClassLayout> find(StringRef Type, uint64_t Size) const;
};
using ClassTable = StringMap<ClassesOfName>;

/// "B<C::D>" of "A::B<C::D>".
StringRef withoutScopes(StringRef Type) {
  size_t Begin = 0, Depth = 0;
  for (size_t I = 0; I != Type.size(); ++I) {
    if (Type[I] == '<' || Type[I] == '(')
      ++Depth;
    else if ((Type[I] == '>' || Type[I] == ')') && Depth)
      --Depth;
    else if (Type[I] == ':' && !Depth)
      Begin = I + 1;
  }
  return Type.drop_front(Begin);
}

void ClassesOfName::add(DWARFDie Entry) {
  std::string Scoped = scopedTypeName(Entry);
  Class &Its = ByScopedName[Scoped];
  if (Entry.find(dwarf::DW_AT_declaration))
    return;
  Its.IsDefined = true;
  const std::optional<uint64_t> Size =
      dwarf::toUnsigned(Entry.find(dwarf::DW_AT_byte_size));
  if (!Size ||
      none_of(Wanted, [&](const auto &W) { return W.second == *Size; }))
    return;
  Definitions &All = Its.BySize[*Size];
  if (All.Number == MostAlike || (All.Number && !All.Layout))
    return;
  std::optional<ClassLayout> Layout =
      Read++ < MostOfAll ? readLayout(Entry, *Size) : std::nullopt;
  if (!All.Number++)
    All.Layout = std::move(Layout);
  else if (!(All.Layout == Layout))
    All.Layout.reset();
}

std::optional<ClassLayout> ClassesOfName::find(StringRef Type,
                                               uint64_t Size) const {
  const bool HasScopes = withoutScopes(Type) != Type;
  std::optional<ClassLayout> Found;
  for (const auto &[Scoped, Its] : ByScopedName) {
    if (HasScopes && Scoped != Type)
      continue;
    if (!Its.IsDefined) // It may be this one, and have any size.
      return std::nullopt;
    auto I = Its.BySize.find(Size);
    if (I == Its.BySize.end())
      continue;
    if (Found || !I->second.Layout)
      return std::nullopt;
    Found = I->second.Layout;
  }
  return Found;
}

ClassTable classesToFind(const Profile &P) {
  using Counters = format::AccessCounters;
  ClassTable Table;
  for (const Lifetime &L : P.Lifetimes) {
    if (!L.Site || !L.Counts.access(Counters::Blocks))
      continue;
    const Site &S = P.site(*L.Site);
    if (!S.Type.empty() && S.ConstantSize == L.Size &&
        S.Callee.starts_with("_Znw") && L.Size <= 8 * Counters::NumSlots)
      Table[withoutScopes(S.Type)].Wanted.insert({S.Type, L.Size});
  }
  return Table;
}

/// Whether \p Unit has a class of \p Table. Keeps no entry in memory: most
/// units have none.
bool hasClass(DWARFUnit &Unit, const ClassTable &Table) {
  const DWARFDataExtractor Bytes = Unit.getDebugInfoExtractor();
  const uint64_t End = Unit.getNextUnitOffset();
  uint64_t Offset = Unit.getOffset() + Unit.getHeaderSize();
  DWARFDebugInfoEntry Entry;
  while (Offset < End && Entry.extractFast(Unit, &Offset, Bytes, End, 0)) {
    const DWARFDie Its(&Unit, &Entry);
    if (!Its.isNULL() && isClass(Its.getTag()) &&
        Table.count(dwarf::toStringRef(Its.find(dwarf::DW_AT_name))))
      return true;
  }
  return false;
}

void addClasses(DWARFContext &Debug, ClassTable &Table) {
  for (const std::unique_ptr<DWARFUnit> &Unit : Debug.normal_units()) {
    if (!Unit->getUnitDIE() || !hasClass(*Unit, Table))
      continue;
    for (unsigned I = 0, E = Unit->getNumDIEs(); I != E; ++I) {
      const DWARFDie Entry = Unit->getDIEAtIndex(I);
      if (!isClass(Entry.getTag()))
        continue;
      auto Its = Table.find(dwarf::toStringRef(Entry.find(dwarf::DW_AT_name)));
      if (Its != Table.end())
        Its->second.add(Entry);
    }
  }
}

} // namespace

void readSiteLayouts(Profile &P, const SymbolizeOptions &Options) {
  ClassTable Table = classesToFind(P);
  if (Table.empty())
    return;
  for (const Module &M : P.Modules) {
    const std::string Path = placeOfLibrary(Options.Root, M.Path);
    if (isSystemLibrary(M.Path) ||
        matchLibrary(P, Path, M.BuildId) != LibraryMatch::Same)
      continue;
    if (const ObjectWithDebug Its = openWithDebug(Options.Root, Path);
        Its.Debug)
      addClasses(*Its.Debug, Table);
  }
  for (const auto &Name : Table)
    for (const auto &[Type, Size] : Name.second.Wanted)
      if (std::optional<ClassLayout> Its = Name.second.find(Type, Size))
        P.Layouts[{Type, Size}] = std::move(*Its);
}

} // namespace anomalloc
