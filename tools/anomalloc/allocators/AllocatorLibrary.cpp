//===- AllocatorLibrary.cpp - which allocator may be run ------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "allocators/AllocatorLibrary.h"
#include "Analysis/allocators/AllocatorModel.h"
#include "Profile/Library.h"
#include "Support/ElfSymbols.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

using namespace llvm;

namespace anomalloc {
namespace {

/// Of ld.so(8), with the multiarch folders below them, and the administrator's.
constexpr StringLiteral SystemFolders[] = {
    "/lib/",           "/lib32/",          "/lib64/",     "/libx32/",
    "/usr/lib/",       "/usr/lib32/",      "/usr/lib64/", "/usr/libx32/",
    "/usr/local/lib/", "/usr/local/lib64/"};

bool onlyRootMayChange(StringRef Path) {
  const auto ByOthers = sys::fs::group_write | sys::fs::others_write;
  for (; !Path.empty(); Path = sys::path::parent_path(Path)) {
    sys::fs::file_status Status;
    if (sys::fs::status(Path, Status) || Status.getUser() != 0 ||
        (Status.permissions() & ByOthers) != sys::fs::no_perms)
      return false;
  }
  return true;
}

bool isOfTheSystem(StringRef RealPath) {
  return any_of(SystemFolders,
                [&](StringRef F) { return RealPath.starts_with(F); }) &&
         onlyRootMayChange(RealPath);
}

bool tellsSizes(const object::ObjectFile &Library) {
  const auto *Elf = dyn_cast<object::ELFObjectFileBase>(&Library);
  return Elf && definesSymbol(Elf->getDynamicSymbolIterators(), "malloc") &&
         definesSymbol(Elf->getDynamicSymbolIterators(), "malloc_usable_size");
}

/// Whether \p Library, which lies at \p Path, is what the run knew as \p InRun.
bool isThatOfTheRun(const Profile &P, StringRef InRun, StringRef Path,
                    const std::optional<OwnedObject> &Library) {
  bool Known = false;
  for (const Module &M : P.Modules)
    if (M.Path == InRun) {
      if (matchLibrary(P, Path, M.BuildId, Library) != LibraryMatch::Same)
        return false;
      Known = true;
    }
  return Known || isOlderThanRun(P, Path);
}

AllocatorLibrary no(const Twine &Why) { return {"", Why.str()}; }

} // namespace

AllocatorLibrary chooseAllocator(const Profile &P, StringRef Named) {
  AllocatorInUse InUse = findAllocatorInUse(P);
  if (InUse.Path.empty())
    return no(InUse.WhyUnknown);
  StringRef Asked = Named.empty() ? InUse.Path : Named;
  StringRef Name = sys::path::filename(Asked);
  SmallString<128> Path;
  if ((Named.empty() && !sys::path::is_absolute(Asked)) ||
      sys::fs::real_path(Asked, Path))
    return no(Name + " is not here");
  if (Named.empty() && !isOfTheSystem(Path))
    return no(Twine(Path) +
              " would be run, but root alone must be able to put a "
              "library there: if you trust it, say --allocator=" +
              Path);
  std::optional<OwnedObject> Library = openLibrary(Path);
  if (!Library)
    return no(Name + " is no library");
  if (!isThatOfTheRun(P, InUse.Path, Path, Library))
    return no(Named.empty() ? Name + " has changed since the run"
                            : Twine(Path) + " is not the run's " + InUse.Path);
  if (!tellsSizes(*Library->getBinary()))
    return no(Name + " does not tell the sizes of its blocks");
  // In LD_PRELOAD these part names.
  if (Path.find_first_of(" :") != StringRef::npos)
    return no("the linker cannot preload " + Twine(Path) +
              ": its path has a space or a colon");
  return {Path.str().str(), ""};
}

} // namespace anomalloc
