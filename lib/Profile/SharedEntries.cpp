//===- SharedEntries.cpp --------------------------------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Profile/SharedEntries.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/DebugInfo/DWARF/DWARFDie.h"
#include "llvm/Support/Path.h"

using namespace llvm;

namespace anomalloc {

/// Entries of a broken file may refer in a circle.
static constexpr unsigned MostSteps = 8;
static constexpr size_t LongestSharedName = 16 << 10;

/// The contents of that section; "" if there is none.
static StringRef contentsOf(const object::ObjectFile &File, StringRef Wanted) {
  for (const object::SectionRef &Section : File.sections()) {
    Expected<StringRef> Name = Section.getName();
    if (!Name) {
      consumeError(Name.takeError());
      continue;
    }
    if (*Name != Wanted)
      continue;
    Expected<StringRef> Contents = Section.getContents();
    if (Contents)
      return *Contents;
    consumeError(Contents.takeError());
  }
  return "";
}

/// Whether the note of \p File has the build id \p Id (elf(5), "Notes"). dwz's
/// file has no program headers, by which LLVM looks for the note.
static bool hasBuildId(const object::ObjectFile &File, StringRef Id) {
  StringRef Note = contentsOf(File, ".note.gnu.build-id");
  constexpr size_t Sizes = 12; // Of name and id, and the type.
  return Note.drop_front(std::min(Sizes, Note.size())) ==
         (StringRef("GNU\0", 4) + Id).str();
}

std::optional<SharedEntries>
SharedEntries::open(StringRef Root, const object::ObjectFile &Debug) {
  // A path, a zero byte, and a build id.
  auto [Link, Id] = contentsOf(Debug, ".gnu_debugaltlink").split('\0');
  if (Link.empty() || Id.empty())
    return std::nullopt;
  SmallString<256> Path(Root);
  if (sys::path::is_relative(Link)) {
    Path = sys::path::parent_path(Debug.getFileName());
    sys::path::append(Path, Link);
  } else {
    Path += Link;
  }
  std::optional<OwnedObject> Object = openLibrary(Path);
  if (!Object || !hasBuildId(*Object->getBinary(), Id))
    return std::nullopt;
  SharedEntries Made;
  Made.File = std::move(*Object);
  Made.Entries = DWARFContext::create(
      *Made.File.getBinary(), DWARFContext::ProcessDebugRelocations::Process,
      nullptr, "", consumeError, consumeError);
  return Made;
}

StringRef SharedEntries::textOf(DWARFDie Entry, dwarf::Attribute A) const {
  std::optional<DWARFFormValue> Value = Entry.find(A);
  if (!Value || Value->getForm() != dwarf::DW_FORM_GNU_strp_alt)
    return dwarf::toString(Value, "");
  return Entries->getDWARFObj()
      .getStrSection()
      .substr(Value->getRawUValue(), LongestSharedName)
      .take_until([](char C) { return !C; });
}

DWARFDie SharedEntries::referenceOf(DWARFDie Entry) const {
  for (dwarf::Attribute A :
       {dwarf::DW_AT_abstract_origin, dwarf::DW_AT_specification})
    if (std::optional<DWARFFormValue> Value = Entry.find(A))
      return Value->getForm() == dwarf::DW_FORM_GNU_ref_alt
                 ? Entries->getDIEForOffset(Value->getRawUValue())
                 : Entry.getAttributeValueAsReferencedDie(*Value);
  return {};
}

std::string SharedEntries::nameOf(DWARFDie Function) const {
  StringRef Name;
  for (unsigned I = 0; I != MostSteps && Function; ++I) {
    for (dwarf::Attribute A :
         {dwarf::DW_AT_linkage_name, dwarf::DW_AT_MIPS_linkage_name})
      if (StringRef Linkage = textOf(Function, A); !Linkage.empty())
        return Linkage.take_front(LongestSharedName).str();
    if (Name.empty())
      Name = textOf(Function, dwarf::DW_AT_name);
    Function = referenceOf(Function);
  }
  return Name.take_front(LongestSharedName).str();
}

} // namespace anomalloc
