//===- TypeOfNew.cpp - what a new-expression makes ------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Recover/TypeOfNew.h"
#include "Profile/ScopedNames.h"
#include "llvm/DebugInfo/DWARF/DWARFDie.h"

using namespace llvm;
using namespace llvm::dwarf;

namespace anomalloc {

/// Entries of one function that are looked at.
static constexpr size_t MostOfFunction = 1 << 16;

/// Whether a constructor whose place is \p Line and \p Column belongs to
/// \p Call.
static bool isAtCall(const NewCall &Call, uint64_t Line, uint64_t Column) {
  constexpr unsigned OfClang = 4; // As long as "new ".
  return Line == Call.Where.Line &&
         (Column == Call.Where.Column ||
          (!Call.IsArray && Column == Call.Where.Column + OfClang));
}

/// The class that \p Function constructs; none if it is no constructor.
static DWARFDie constructedClass(DWARFDie Function) {
  DWARFDie Declaration = declarationOf(Function);
  DWARFDie Class = Declaration ? Declaration.getParent() : DWARFDie();
  if (!Class || (Class.getTag() != DW_TAG_class_type &&
                 Class.getTag() != DW_TAG_structure_type &&
                 Class.getTag() != DW_TAG_union_type))
    return {};
  const StringRef Name(toString(Class.find(DW_AT_name), ""));
  const StringRef Own(toString(Declaration.find(DW_AT_name), ""));
  return !Own.empty() && Own.split('<').first == Name.split('<').first
             ? Class
             : DWARFDie();
}

/// Whether memory for objects of \p Size bytes, which is not 0, is asked for.
static bool fits(const NewCall &Call, uint64_t Size) {
  if (!Call.IsArray)
    return Call.Size == Size;
  // Their number stands in front of objects that have a destructor: section
  // 2.7 of the Itanium C++ ABI, "Array Operator new Cookies".
  constexpr uint64_t Cookie = 8;
  return !Call.Size || *Call.Size % Size == 0 ||
         (*Call.Size > Cookie && (*Call.Size - Cookie) % Size == 0);
}

std::string typeOfNew(DWARFContext &Debug, const NewCall &Call) {
  const SmallVector<DWARFDie, 8> Functions =
      functionEntriesAt(Debug, Call.Address);
  if (Functions.empty() || !Call.Where.Line || !Call.Where.Column)
    return "";
  std::string Type;
  size_t Seen = 0;
  std::vector<DWARFDie> Scopes = {Functions.front()};
  while (!Scopes.empty()) {
    DWARFDie Scope = Scopes.back();
    Scopes.pop_back();
    for (DWARFDie Entry : Scope.children()) {
      if (++Seen > MostOfFunction)
        return "";
      if (Entry.getTag() == DW_TAG_lexical_block)
        Scopes.push_back(Entry);
      if (Entry.getTag() != DW_TAG_inlined_subroutine ||
          !isAtCall(Call, toUnsigned(Entry.find(DW_AT_call_line), 0),
                    toUnsigned(Entry.find(DW_AT_call_column), 0)))
        continue;
      DWARFDie Class = constructedClass(Entry);
      const uint64_t Size =
          Class ? toUnsigned(Class.find(DW_AT_byte_size), 0) : 0;
      if (!Size || !fits(Call, Size))
        continue;
      std::string Its = scopedTypeName(Class);
      if (Its.empty() || (!Type.empty() && Its != Type))
        return "";
      Type = std::move(Its);
    }
  }
  return Type;
}

} // namespace anomalloc
