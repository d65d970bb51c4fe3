//===- Devices.cpp - programs that use accelerators -----------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "record/Devices.h"
#include "Support/ElfSymbols.h"
#include "compile/ElfProbe.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

using namespace llvm;
using namespace llvm::object;

namespace anomalloc {
namespace {

bool isOfDevice(StringRef Symbol) {
  static const StringSet<> Names = {
#define ANOMALLOC_DEVICE(Symbol, Shape, Space) #Symbol,
#include "anomalloc/AllocFunctions.def"
  };
  return Names.contains(Symbol.split('@').first);
}

/// Whether \p Object takes a function from another one.
bool importsOfDevice(const ELF64LEObjectFile &Object) {
  return any_of(Object.getDynamicSymbolIterators(), [](const auto &Symbol) {
    Expected<StringRef> Name = Symbol.getName();
    Expected<uint32_t> Flags = Symbol.getFlags();
    const bool Imports = Name && Flags && (*Flags & SymbolRef::SF_Undefined) &&
                         isOfDevice(*Name);
    if (!Name)
      consumeError(Name.takeError());
    if (!Flags)
      consumeError(Flags.takeError());
    return Imports;
  });
}

void look(StringRef Path, DevicesOf &To) {
  auto File = MemoryBuffer::getFile(Path, /*IsText=*/false,
                                    /*RequiresNullTerminator=*/false);
  if (!File)
    return;
  // Kokkos asks tools for their functions by these names.
  To.Kokkos |= (*File)->getBuffer().contains("kokkosp_allocate_data");
  auto Object = ObjectFile::createObjectFile((*File)->getMemBufferRef());
  if (!Object)
    return consumeError(Object.takeError());
  if (const auto *Its = dyn_cast<ELF64LEObjectFile>(Object->get()))
    To.Functions |= importsOfDevice(*Its);
}

} // namespace

DevicesOf devicesOf(StringRef Image) {
  DevicesOf Its;
  look(Image, Its);
  for (const std::string &Library : librariesOf(Image.str()))
    look(Library, Its);
  return Its;
}

} // namespace anomalloc
