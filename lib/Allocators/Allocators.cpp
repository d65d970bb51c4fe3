//===- Allocators.cpp - allocators to run a program with ------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Allocators/Allocators.h"
#include "Allocators/LibraryFolders.h"
#include "Support/ElfSymbols.h"
#include "Support/NearestWord.h"
#include "Support/RegularFile.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Object/ELFObjectFile.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/TargetParser/Host.h"
#include "llvm/TargetParser/Triple.h"

using namespace llvm;

namespace anomalloc {
namespace {

constexpr KnownAllocator Known[] = {
#define ANOMALLOC_ALLOCATOR(Id, Files, Package, Title)                         \
  {Id, Files, Package, Title},
#include "Allocators/Known.def"
};

Error wrong(const Twine &Message) {
  return createStringError(inconvertibleErrorCode(), Message);
}

std::string namesOfKnown() {
  std::vector<StringRef> Names;
  for (const KnownAllocator &One : Known)
    Names.push_back(One.Id);
  return join(Names, ", ");
}

Expected<Allocator> resolveKnown(const KnownAllocator &One) {
  if (One.Files.empty())
    return Allocator{One.Id.str(), "", &One};
  SmallVector<StringRef, 4> Files;
  One.Files.split(Files, ',');
  std::string Path = findInLibraryFolders(Files);
  if (Path.empty())
    return wrong(One.Id + " is not installed: " + Files[0] +
                 " stands in no folder of libraries (Debian has it in the "
                 "package " +
                 One.Package + ": 'apt install " + One.Package +
                 "'); or name its library by a path");
  return Allocator{One.Id.str(), std::move(Path), &One};
}

/// Why the file \p Path cannot be preloaded as an allocator; "" if it can.
std::string obstacleOf(StringRef Path) {
  Expected<object::OwningBinary<object::ObjectFile>> Binary =
      object::ObjectFile::createObjectFile(Path);
  if (!Binary) {
    consumeError(Binary.takeError());
    return "is no shared library";
  }
  const auto *Elf = dyn_cast<object::ELFObjectFileBase>(Binary->getBinary());
  if (!Elf || Elf->getEType() != ELF::ET_DYN)
    return "is no shared library";
  if (Elf->getArch() != Triple(sys::getProcessTriple()).getArch() ||
      Elf->getBytesInAddress() != sizeof(void *))
    return "is a library for another machine: " +
           Elf->getFileFormatName().str();
  if (!definesSymbol(Elf->getDynamicSymbolIterators(), "malloc"))
    return "has no malloc: preloading it would change nothing";
  return "";
}

Expected<Allocator> resolvePath(StringRef Text) {
  SmallString<128> Path;
  if (std::error_code E = sys::fs::real_path(Text, Path, /*expand_tilde=*/true))
    return wrong("'" + Text + "': " + E.message());
  if (!isRegularFile(Path))
    return wrong("'" + Text + "' is no regular file");
  if (std::string Why = obstacleOf(Path); !Why.empty())
    return wrong("'" + Text + "' " + Why);
  return Allocator{sys::path::filename(Text).str(), Path.str().str(), nullptr};
}

Expected<Allocator> resolve(StringRef Text) {
  if (Text.contains('/'))
    return resolvePath(Text);
  if (const KnownAllocator *One = findKnownAllocator(Text))
    return resolveKnown(*One);
  std::vector<std::string> Names;
  for (const KnownAllocator &One : Known)
    Names.push_back(One.Id.str());
  std::string Meant = nearest(Text, Names);
  return wrong("no allocator is called '" + Text + "'" +
               (Meant.empty() ? "." : "; did you mean '" + Meant + "'?") +
               " There are " + namesOfKnown() +
               ", and libraries by a path, as in './libmine.so'");
}

void makeNamesDiffer(std::vector<Allocator> &List) {
  for (size_t I = 0; I != List.size(); ++I) {
    const std::string Plain = List[I].Name;
    size_t Times = 1;
    for (size_t Later = I + 1; Later != List.size(); ++Later)
      if (List[Later].Name == Plain)
        List[Later].Name = Plain + " (" + utostr(++Times) + ")";
  }
}

} // namespace

ArrayRef<KnownAllocator> knownAllocators() { return Known; }

const KnownAllocator *findKnownAllocator(StringRef Id) {
  for (const KnownAllocator &One : Known)
    if (One.Id == Id)
      return &One;
  return nullptr;
}

Expected<std::vector<Allocator>> resolveAllocators(StringRef List) {
  std::vector<Allocator> Resolved;
  SmallVector<StringRef, 8> Names;
  List.split(Names, ',');
  for (StringRef Name : Names) {
    if (Name.trim().empty())
      return wrong("'" + List +
                   "' names no allocator between two commas or at "
                   "an end; there are " +
                   namesOfKnown());
    Expected<Allocator> One = resolve(Name.trim());
    if (!One)
      return One.takeError();
    Resolved.push_back(std::move(*One));
  }
  makeNamesDiffer(Resolved);
  return Resolved;
}

std::vector<Allocator> installedAllocators(std::vector<std::string> &Missing) {
  std::vector<Allocator> Installed;
  for (const KnownAllocator &One : Known) {
    Expected<Allocator> Resolved = resolveKnown(One);
    if (Resolved) {
      Installed.push_back(std::move(*Resolved));
      continue;
    }
    consumeError(Resolved.takeError());
    Missing.push_back(One.Id.str());
  }
  return Installed;
}

} // namespace anomalloc
