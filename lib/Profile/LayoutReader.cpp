//===- LayoutReader.cpp - layouts out of debug information ----------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Profile/LayoutReader.h"
#include "Profile/DebugTypes.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/DebugInfo/DWARF/DWARFUnit.h"

using namespace llvm;
using namespace llvm::dwarf;

namespace anomalloc {
namespace {

/// Of a member's members, and of `const`, `*` and other parts of a type.
constexpr unsigned MostLevels = 16;
/// Entries that are looked at for one class, and bytes of a name.
constexpr size_t MostEntries = 1 << 13, LongestName = 256;
/// Elements of an array of structures, and members of a union, that are told
/// one by one.
constexpr uint64_t MostElements = 64;

StringRef textOfEntry(DWARFDie Entry) {
  return toStringRef(Entry.find(DW_AT_name)).take_front(LongestName);
}

DWARFDie typeOf(DWARFDie Entry) {
  return Entry.getAttributeValueAsReferencedDie(DW_AT_type);
}

std::optional<uint64_t> bytesOf(DWARFDie Type) {
  return Type ? Type.getTypeSize(Type.getDwarfUnit()->getAddressByteSize())
              : std::nullopt;
}

/// The numbers of elements of an array, as code writes them: "[4][8]".
std::string boundsOf(DWARFDie Array) {
  std::string Text;
  unsigned Entries = 0;
  for (DWARFDie Each : Array.children()) {
    if (++Entries > MostLevels)
      break;
    if (Each.getTag() != DW_TAG_subrange_type)
      continue;
    std::optional<uint64_t> Count = toUnsigned(Each.find(DW_AT_count));
    if (!Count)
      if (auto Last = toUnsigned(Each.find(DW_AT_upper_bound)))
        Count = *Last + 1;
    Text += "[" + (Count ? utostr(*Count) : "") + "]";
  }
  return Text;
}

/// The members of an unnamed union: "Number or Weight".
std::string namesOf(DWARFDie Union) {
  std::string Text;
  uint64_t Entries = 0;
  for (DWARFDie Each : Union.children()) {
    if (++Entries > MostElements || Text.size() > LongestName)
      break;
    if (Each.getTag() == DW_TAG_member)
      Text += (Text.empty() ? "" : " or ") + textOfEntry(Each).str();
  }
  return Text;
}

/// As code writes the type; "" if some part of it has no name.
std::string typeInWords(DWARFDie Type, unsigned Level = 0) {
  if (!Type || Level == MostLevels)
    return "";
  auto Around = [&](const char *Before, const std::string &Behind) {
    std::string Inner = typeInWords(typeOf(Type), Level + 1);
    return Inner.empty() ? Inner : Before + Inner + Behind;
  };
  switch (Type.getTag()) {
  case DW_TAG_pointer_type:
    return typeOf(Type) ? Around("", " *") : "void *";
  case DW_TAG_reference_type:
  case DW_TAG_rvalue_reference_type:
    return Around("", " &");
  case DW_TAG_const_type:
    return typeOf(Type) && typeOf(Type).getTag() == DW_TAG_pointer_type
               ? Around("", " const")
               : Around("const ", "");
  case DW_TAG_volatile_type:
    return Around("volatile ", "");
  case DW_TAG_atomic_type:
    return Around("_Atomic ", "");
  case DW_TAG_array_type:
    return Around("", boundsOf(Type));
  default:
    return textOfEntry(Type).str();
  }
}

class LayoutReader {
public:
  explicit LayoutReader(uint64_t Size) : Size(Size) {}

  /// Adds the members of \p Class, which begins at \p At, to \p To. \p Prefix
  /// stands before their names. False if a part is not known.
  bool addMembers(DWARFDie Class, uint64_t At, const std::string &Prefix,
                  std::vector<Member> &To, unsigned Level = 0);

  uint64_t alignment() const { return Alignment; }

private:
  bool addMember(DWARFDie Entry, uint64_t At, const std::string &Prefix,
                 std::vector<Member> &To, unsigned Level);
  bool addElements(Member &Array, DWARFDie Element, uint64_t ElementBytes,
                   unsigned Level);
  bool place(DWARFDie Entry, uint64_t At, uint64_t TypeBytes, Member &M) const;
  void align(DWARFDie Entry) {
    Alignment = std::max(Alignment, toUnsigned(Entry.find(DW_AT_alignment), 0));
  }

  uint64_t Size;
  uint64_t Alignment = 8;
  size_t Seen = 0;
};

/// Says in \p M where \p Entry lies in a class that begins at \p At.
bool LayoutReader::place(DWARFDie Entry, uint64_t At, uint64_t TypeBytes,
                         Member &M) const {
  const std::optional<DWARFFormValue> Form =
      Entry.find(DW_AT_data_member_location);
  const std::optional<uint64_t> Location =
      Form ? Form->getAsUnsignedConstant() : std::optional<uint64_t>(0);
  if (!Location || *Location > Size)
    return false;
  M.Offset = At + *Location;
  M.Bytes = TypeBytes;
  // A bit field of before DWARF 4 is told with all of its unit.
  const std::optional<uint64_t> Bits = toUnsigned(Entry.find(DW_AT_bit_size));
  const std::optional<uint64_t> First =
      toUnsigned(Entry.find(DW_AT_data_bit_offset));
  if (Bits && First) {
    if (*Bits > 8 * Size || *First > 8 * Size)
      return false;
    M.Offset = At + *First / 8;
    M.Bytes = (*First + *Bits + 7) / 8 - *First / 8;
  }
  M.IsScalar = !Bits;
  return M.Offset <= Size && M.Bytes <= Size - M.Offset;
}

bool LayoutReader::addElements(Member &Array, DWARFDie Element,
                               uint64_t ElementBytes, unsigned Level) {
  if (!isClass(Element.getTag())) {
    Array.ElementBytes =
        Element.getTag() == DW_TAG_union_type ? 0 : ElementBytes;
    return true;
  }
  const uint64_t Count = Array.Bytes / ElementBytes;
  for (uint64_t I = 0; I != Count && Count <= MostElements; ++I) {
    Member One;
    One.Offset = Array.Offset + I * ElementBytes;
    One.Bytes = ElementBytes;
    One.Name = Array.Name + "[" + utostr(I) + "]";
    One.Type = textOfEntry(Element).str();
    if (!addMembers(Element, One.Offset, One.Name + ".", One.Parts, Level + 1))
      return false;
    Array.Parts.push_back(std::move(One));
  }
  return true;
}

bool LayoutReader::addMember(DWARFDie Entry, uint64_t At,
                             const std::string &Prefix, std::vector<Member> &To,
                             unsigned Level) {
  const DWARFDie Type = plainType(typeOf(Entry));
  const std::optional<uint64_t> TypeBytes = bytesOf(Type);
  Member M;
  if (!TypeBytes || !place(Entry, At, *TypeBytes, M))
    return false;
  if (!M.Bytes) // An array of unknown length, behind all others.
    return true;
  align(Entry);
  const StringRef Name = textOfEntry(Entry);
  M.Name = Prefix + Name.str();
  M.Type = typeInWords(typeOf(Entry));
  M.IsHidden = toUnsigned(Entry.find(DW_AT_artificial), 0);
  if (isClass(Type.getTag())) {
    M.IsScalar = false;
    if (Name.empty())
      return addMembers(Type, M.Offset, Prefix, To, Level + 1);
    if (!addMembers(Type, M.Offset, M.Name + ".", M.Parts, Level + 1))
      return false;
    if (M.Parts.empty()) // An empty class has no room of its own.
      return true;
  } else if (Type.getTag() == DW_TAG_union_type) {
    M.IsScalar = false;
    if (Name.empty())
      M.Name = Prefix + namesOf(Type);
    align(Type);
  } else if (Type.getTag() == DW_TAG_array_type) {
    M.IsScalar = false;
    const DWARFDie Element = plainType(typeOf(Type));
    const uint64_t Bytes = bytesOf(Element).value_or(0);
    if (!Bytes || !addElements(M, Element, Bytes, Level))
      return false;
  } else if (M.Bytes > 8) {
    Alignment = std::max<uint64_t>(Alignment, 16); // long double, __int128
  }
  To.push_back(std::move(M));
  return true;
}

bool LayoutReader::addMembers(DWARFDie Class, uint64_t At,
                              const std::string &Prefix,
                              std::vector<Member> &To, unsigned Level) {
  if (Level == MostLevels || Prefix.size() > LongestName ||
      Class.find(DW_AT_declaration))
    return false;
  align(Class);
  for (DWARFDie Entry : Class.children()) {
    if (++Seen > MostEntries)
      return false;
    switch (Entry.getTag()) {
    case DW_TAG_inheritance: {
      const DWARFDie Base = plainType(typeOf(Entry));
      Member Its;
      if (!Base || Entry.find(DW_AT_virtuality) || !place(Entry, At, 0, Its) ||
          !addMembers(Base, Its.Offset, Prefix, To, Level + 1))
        return false;
      break;
    }
    case DW_TAG_member: // A static one is no part of the object.
      if (!Entry.find(DW_AT_external) && !Entry.find(DW_AT_declaration) &&
          !addMember(Entry, At, Prefix, To, Level))
        return false;
      break;
    case DW_TAG_variant_part:
      return false;
    default:
      break;
    }
  }
  return true;
}

} // namespace

std::optional<ClassLayout> readLayout(DWARFDie Class, uint64_t Bytes) {
  LayoutReader Reader(Bytes);
  ClassLayout Result;
  if (!isClass(Class.getTag()) || !Reader.addMembers(Class, 0, "", Result.Members))
    return std::nullopt;
  Result.Alignment = Reader.alignment();
  stable_sort(Result.Members, [](const Member &A, const Member &B) {
    return A.Offset < B.Offset;
  });
  return Result;
}

} // namespace anomalloc
