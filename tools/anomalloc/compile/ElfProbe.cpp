//===- ElfProbe.cpp - does a program carry the runtime? -------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "compile/ElfProbe.h"
#include "Support/ElfSymbols.h"
#include "anomalloc/SiteTable.h"
#include "record/QuietChild.h"
#include "llvm/TargetParser/Host.h"
#include "llvm/TargetParser/Triple.h"
#include <unistd.h>

using namespace llvm;
using namespace llvm::object;

namespace anomalloc {
namespace {

constexpr char RuntimeSymbol[] = "__anomalloc_tls";
constexpr char RuntimeName[] = "libanomalloc_rt.so";

template <typename T> T valueOr(Expected<T> Value, T Default) {
  if (Value)
    return std::move(*Value);
  consumeError(Value.takeError());
  return Default;
}

bool needsRuntime(const ELF64LEObjectFile &Object) {
  const auto &File = Object.getELFFile();
  auto Entries = File.dynamicEntries();
  if (!Entries) {
    consumeError(Entries.takeError());
    return false;
  }
  const char *Strings = nullptr;
  for (const auto &Entry : *Entries)
    if (Entry.getTag() == ELF::DT_STRTAB)
      Strings = reinterpret_cast<const char *>(
          valueOr<const uint8_t *>(File.toMappedAddr(Entry.getPtr()), nullptr));
  const char *End = reinterpret_cast<const char *>(File.end());
  if (!Strings)
    return false;
  for (const auto &Entry : *Entries)
    if (Entry.getTag() == ELF::DT_NEEDED &&
        Entry.getVal() < uint64_t(End - Strings)) {
      const char *Name = Strings + Entry.getVal();
      if (StringRef(Name, strnlen(Name, End - Name)).starts_with(RuntimeName))
        return true;
    }
  return false;
}

/// A stripped program with a static runtime has no symbol left, but its site
/// tables; no program links without a runtime when it has these.
bool hasSiteTables(const ELF64LEObjectFile &Object) {
  for (const SectionRef &Section : Object.sections())
    if (valueOr<StringRef>(Section.getName(), "") == SiteTableSection)
      return true;
  return false;
}

/// Path of the dynamic loader that the program asks for; "" if it needs none.
StringRef interpreterOf(const ELF64LEObjectFile &Object) {
  const auto &File = Object.getELFFile();
  auto Headers = File.program_headers();
  if (!Headers) {
    consumeError(Headers.takeError());
    return "";
  }
  for (const auto &Header : *Headers)
    if (Header.p_type == ELF::PT_INTERP && Header.p_filesz &&
        Header.p_offset < File.getBufSize() &&
        Header.p_filesz <= File.getBufSize() - Header.p_offset)
      return StringRef(reinterpret_cast<const char *>(File.base()) +
                           Header.p_offset,
                       Header.p_filesz - 1);
  return "";
}

bool namesInterpreter(const ELF64LEObjectFile &Object) {
  return !interpreterOf(Object).empty();
}

} // namespace

std::vector<std::string> librariesOf(const std::string &Program) {
  // Without an interpreter nobody would heed LD_TRACE_LOADED_OBJECTS, and the
  // program would run.
  Expected<OwningBinary<ObjectFile>> Binary =
      ObjectFile::createObjectFile(Program);
  if (!Binary) {
    consumeError(Binary.takeError());
    return {};
  }
  const auto *Object = dyn_cast<ELF64LEObjectFile>(Binary->getBinary());
  if (!Object || !namesInterpreter(*Object))
    return {};
  std::vector<std::string> Environment = {"LD_TRACE_LOADED_OBJECTS=1"};
  for (char **Entry = environ; *Entry; ++Entry)
    Environment.push_back(*Entry); // LD_LIBRARY_PATH, LD_PRELOAD
  constexpr int Patience = 10000;  // Milliseconds.
  const std::string Told =
      askQuietly(Program, Environment, "", Patience).value_or("");
  SmallVector<StringRef, 32> Lines;
  StringRef(Told).split(Lines, '\n');
  std::vector<std::string> Paths;
  for (StringRef Line : Lines) {
    // "\tlibm.so.6 => /lib/libm.so.6 (0x7f...)", "\t./libown.so (0x7f...)"
    auto [Name, Found] = Line.trim().rsplit(" (").first.split(" => ");
    StringRef Path = Found.empty() ? Name : Found;
    if (Path.contains('/'))
      Paths.push_back(Path.str());
  }
  return Paths;
}

bool isStatic(StringRef Path) {
  Expected<OwningBinary<ObjectFile>> Binary =
      ObjectFile::createObjectFile(Path);
  if (!Binary) {
    consumeError(Binary.takeError());
    return false;
  }
  const auto *Object = dyn_cast<ELF64LEObjectFile>(Binary->getBinary());
  return Object && !namesInterpreter(*Object);
}

std::string formatOf(const std::string &Path) {
  Expected<OwningBinary<ObjectFile>> Binary =
      ObjectFile::createObjectFile(Path);
  if (Binary)
    return Binary->getBinary()->getFileFormatName().str();
  consumeError(Binary.takeError());
  return "unknown";
}

Carries probeProgram(StringRef Path) {
  Expected<OwningBinary<ObjectFile>> Binary =
      ObjectFile::createObjectFile(Path);
  if (!Binary) {
    consumeError(Binary.takeError());
    return Carries::Unknown;
  }
  const auto *Object = dyn_cast<ELF64LEObjectFile>(Binary->getBinary());
  if (!Object || Object->getArch() != Triple(sys::getProcessTriple()).getArch())
    return Carries::OtherMachine;
  if (needsRuntime(*Object))
    return Carries::SharedRuntime;
  if (definesSymbol(Object->symbols(), RuntimeSymbol) ||
      definesSymbol(Object->getDynamicSymbolIterators(), RuntimeSymbol) ||
      hasSiteTables(*Object))
    return Carries::StaticRuntime;
  StringRef Loader = interpreterOf(*Object);
  if (Loader.empty())
    return Carries::Hopeless;
  if (Loader.contains("/ld-musl"))
    return Carries::OtherLibrary;
  return definesSymbol(Object->getDynamicSymbolIterators(), "malloc")
             ? Carries::OwnAllocator
             : Carries::Nothing;
}

} // namespace anomalloc
