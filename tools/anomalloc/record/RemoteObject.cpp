//===- RemoteObject.cpp - a file that another process has mapped ----------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "record/RemoteObject.h"
#include "Support/Errors.h"
#include <sys/stat.h>

using namespace llvm;
using namespace llvm::object;

namespace anomalloc {

/// The load bias, by the first of \p File's segments that is mapped from its
/// beginning on.
static Expected<uint64_t> biasOf(const ELF64LEObjectFile &File,
                                 ArrayRef<MappedRegion> Regions,
                                 StringRef Path) {
  constexpr uint64_t Page = 4096;
  auto Headers = File.getELFFile().program_headers();
  if (!Headers)
    return Headers.takeError();
  for (const auto &Header : *Headers)
    if (Header.p_type == ELF::PT_LOAD)
      for (const MappedRegion &R : Regions)
        if (R.Path == Path && R.Offset == Header.p_offset / Page * Page)
          return R.Begin - Header.p_vaddr / Page * Page;
  return makeError("it is not mapped as ld.so(8) does it");
}

Expected<RemoteObject>
RemoteObject::open(pid_t Id, ArrayRef<MappedRegion> Regions, StringRef Path) {
  const std::string There = inProc(Id, "root") + Path.str();
  uint64_t Inode = 0;
  for (const MappedRegion &R : Regions)
    if (R.Path == Path)
      Inode = R.Deleted ? 0 : R.Inode;
  struct stat Now;
  if (!Inode || stat(There.c_str(), &Now) != 0 || Now.st_ino != Inode)
    return makeError("'" + Path + "' was replaced since process " + Twine(Id) +
                     " loaded it; start the program anew");
  Expected<OwningBinary<ObjectFile>> Binary =
      ObjectFile::createObjectFile(There);
  if (!Binary)
    return inContext(Path, Binary.takeError());
  const auto *File = dyn_cast<ELF64LEObjectFile>(Binary->getBinary());
  if (!File)
    return makeError("'" + Path + "' is no 64-bit ELF file");
  Expected<uint64_t> Bias = biasOf(*File, Regions, Path);
  if (!Bias)
    return inContext(Path, Bias.takeError());
  RemoteObject O(std::move(*Binary));
  O.Bias = *Bias;
  return std::move(O);
}

RemoteObject::Range RemoteObject::find(StringRef Name) const {
  const auto &Its = *cast<ELF64LEObjectFile>(File.getBinary());
  for (const ELFSymbolRef Symbol : Its.getDynamicSymbolIterators()) {
    Expected<StringRef> SymbolName = Symbol.getName();
    Expected<uint32_t> Flags = Symbol.getFlags();
    Expected<uint64_t> Value = Symbol.getValue();
    const bool IsIt = SymbolName && Flags && Value &&
                      SymbolName->split('@').first == Name &&
                      !(*Flags & SymbolRef::SF_Undefined);
    const uint64_t Begin = IsIt ? Bias + *Value : 0;
    if (!SymbolName)
      consumeError(SymbolName.takeError());
    if (!Flags)
      consumeError(Flags.takeError());
    if (!Value)
      consumeError(Value.takeError());
    if (IsIt)
      return {Begin, Begin + Symbol.getSize()};
  }
  return {};
}

} // namespace anomalloc
