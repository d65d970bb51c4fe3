//===- DarkCode.cpp - the program's code without sites --------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "record/DarkCode.h"
#include "Profile/Library.h"
#include "anomalloc/SiteTable.h"
#include "anomalloc/SystemPaths.h"
#include "cli/Layout.h"
#include "compile/ElfProbe.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Object/ELFObjectFile.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/Path.h"

using namespace llvm;
using namespace llvm::object;

namespace anomalloc {
namespace {

bool holdsSiteTables(const ObjectFile &Object) {
  for (const SectionRef &Section : Object.sections()) {
    Expected<StringRef> Name = Section.getName();
    if (!Name)
      consumeError(Name.takeError());
    else if (*Name == SiteTableSection)
      return true;
  }
  return false;
}

bool isAllocationFunction(StringRef Name) {
  static const StringSet<> Names = {
#define ANOMALLOC_HEAP(Symbol, Shape) #Symbol,
#include "anomalloc/AllocFunctions.def"
  };
  return Names.contains(Name.split('@').first);
}

/// Whether \p Object takes an allocation function from another one.
bool importsAllocation(const ObjectFile &Object) {
  const auto *Its = dyn_cast<ELF64LEObjectFile>(&Object);
  if (!Its)
    return false;
  for (const ELFSymbolRef Symbol : Its->getDynamicSymbolIterators()) {
    Expected<StringRef> Name = Symbol.getName();
    Expected<uint32_t> Flags = Symbol.getFlags();
    const bool Imports = Name && Flags && (*Flags & SymbolRef::SF_Undefined) &&
                         isAllocationFunction(*Name);
    if (!Name)
      consumeError(Name.takeError());
    if (!Flags)
      consumeError(Flags.takeError());
    if (Imports)
      return true;
  }
  return false;
}

/// Whether the sources of \p Unit came with the system, as with libraries of it
/// that are linked statically.
bool isSystemUnit(const DWARFDie &Unit) {
  SmallString<256> File(dwarf::toStringRef(Unit.find(dwarf::DW_AT_name)));
  if (!sys::path::is_absolute(File)) {
    SmallString<256> Folder(
        dwarf::toStringRef(Unit.find(dwarf::DW_AT_comp_dir)));
    sys::path::append(Folder, File);
    File = Folder;
  }
  return File.empty() || isSystemPath(StringRef(File));
}

/// Assemblers of GNU sign, too; code for them seldom allocates.
bool isByGcc(const DWARFDie &Unit) {
  StringRef By = dwarf::toStringRef(Unit.find(dwarf::DW_AT_producer));
  return By.starts_with("GNU ") && !By.starts_with("GNU AS");
}

/// Where functions of our runtime are that was linked statically.
std::vector<uint64_t> runtimeIn(const ObjectFile &Object) {
  std::vector<uint64_t> Addresses;
  for (const SymbolRef &Symbol : Object.symbols()) {
    Expected<StringRef> Name = Symbol.getName();
    Expected<uint64_t> Address = Symbol.getAddress();
    if (Name && Address && Name->starts_with("_ZN9anomalloc7runtime"))
      Addresses.push_back(*Address);
    if (!Name)
      consumeError(Name.takeError());
    if (!Address)
      consumeError(Address.takeError());
  }
  sort(Addresses);
  return Addresses;
}

/// The bytes of \p Unit; 0 if \p Runtime begins in there.
uint64_t codeSizeOf(const DWARFDie &Unit, ArrayRef<uint64_t> Runtime) {
  Expected<DWARFAddressRangesVector> Ranges = Unit.getAddressRanges();
  if (!Ranges) {
    consumeError(Ranges.takeError());
    return 0;
  }
  uint64_t Size = 0;
  for (const DWARFAddressRange &R : *Ranges) {
    // What the linker left out begins at 0, or at the end of all addresses.
    if (!R.LowPC || R.LowPC >= R.HighPC)
      continue;
    const uint64_t *First = lower_bound(Runtime, R.LowPC);
    if (First != Runtime.end() && *First < R.HighPC)
      return 0;
    Size = SaturatingAdd(Size, R.HighPC - R.LowPC);
  }
  return Size;
}

bool isSharedRuntime(StringRef Path) {
  return sys::path::filename(Path) ==
         sys::path::filename(findLayout().SharedRuntime);
}

void addCodeOf(StringRef Path, UserCode &To) {
  ObjectWithDebug Its = openWithDebug("", Path);
  if (!Its.Debug)
    return;
  const ObjectFile &Object = *Its.Code->getBinary();
  const bool IsDark = !holdsSiteTables(Object) && importsAllocation(Object);
  std::vector<uint64_t> Runtime = runtimeIn(Object);
  if (Its.Stripped && Runtime.empty())
    Runtime = runtimeIn(*Its.Stripped->getBinary());
  for (const std::unique_ptr<DWARFUnit> &U : Its.Debug->compile_units()) {
    const DWARFDie Unit = U->getUnitDIE(/*ExtractUnitDIEOnly=*/true);
    if (!Unit || isSystemUnit(Unit))
      continue;
    const uint64_t Size = codeSizeOf(Unit, Runtime);
    To.All = SaturatingAdd(To.All, Size);
    if (IsDark || isByGcc(Unit))
      To.Dark = SaturatingAdd(To.Dark, Size);
  }
}

} // namespace

UserCode userCodeOf(StringRef Image) {
  UserCode Sum;
  addCodeOf(Image, Sum);
  for (const std::string &Path : librariesOf(Image.str()))
    if (!isSystemLibrary(Path) && !isSharedRuntime(Path))
      addCodeOf(Path, Sum);
  return Sum;
}

} // namespace anomalloc
