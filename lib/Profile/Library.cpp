//===- Library.cpp - libraries of the run, as they are now ----------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Profile/Library.h"
#include "Support/RegularFile.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Object/BuildID.h"
#include "llvm/Object/ELFObjectFile.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/TargetParser/Triple.h"
#include <cstdlib>

using namespace llvm;

namespace anomalloc {

bool isInSystemFolder(StringRef Path) {
  return Path.starts_with("/lib/") || Path.starts_with("/lib64/") ||
         Path.starts_with("/usr/lib/") || Path.starts_with("/usr/lib64/");
}

bool isSystemLibrary(StringRef Path) {
  const StringRef Name = sys::path::filename(Path);
  return isInSystemFolder(Path) || Name.starts_with("libanomalloc_rt") ||
         Name == "libanomalloc_mpi.so";
}

bool isUserSource(const Profile &P, StringRef File, StringRef Library) {
  return !File.empty() && !isSystemLibrary(Library) && !P.isSystemFile(File);
}

/// The file name in \p Object's section .gnu_debuglink, or "".
static StringRef debugLinkOf(const object::ObjectFile &Object) {
  for (const object::SectionRef &Section : Object.sections()) {
    Expected<StringRef> Name = Section.getName();
    if (!Name) {
      consumeError(Name.takeError());
      continue;
    }
    if (*Name != ".gnu_debuglink")
      continue;
    Expected<StringRef> Content = Section.getContents();
    if (Content)
      return Content->split('\0').first;
    consumeError(Content.takeError());
  }
  return "";
}

/// The places where the debug file \p Name of the object \p Path may lie: those
/// where LLVM's symbolizer looks. None if \p Name is no plain name.
static std::optional<std::vector<std::string>>
placesOfDebugLink(StringRef Path, StringRef Name) {
  if (Name.contains('/') || Name == "." || Name == "..")
    return std::nullopt;
  SmallString<128> Real;
  if (sys::fs::real_path(Path, Real))
    return std::nullopt;
  StringRef Folder = sys::path::parent_path(Real);
  return std::vector<std::string>{
      (Folder + "/" + Name).str(), (Folder + "/.debug/" + Name).str(),
      ("/usr/lib/debug" + Folder + "/" + Name).str(),
      ("/usr/lib/debug/" + Name).str()};
}

/// The symbolizer opens what is there, whatever it is.
static bool isHarmlessDebugLink(StringRef Path, StringRef Name) {
  if (Name.empty())
    return true;
  auto Places = placesOfDebugLink(Path, Name);
  return Places && all_of(*Places, [](const std::string &Candidate) {
           return !sys::fs::exists(Candidate) || isRegularFile(Candidate);
         });
}

/// LLVM's symbolizer takes "-" for standard input, and "file:x86_64" for a part
/// of "file".
static bool leadsToAnotherFile(StringRef Path) {
  StringRef Architecture = Path.rsplit(':').second;
  return Path == "-" || Triple(Architecture).getArch() != Triple::UnknownArch;
}

template <typename Elf> static bool areRelocationsSound(const Elf &Object) {
  const auto &File = Object.getELFFile();
  auto Sections = File.sections();
  if (!Sections) {
    consumeError(Sections.takeError());
    return false;
  }
  for (const auto &Section : *Sections) {
    if (Section.sh_type != ELF::SHT_REL && Section.sh_type != ELF::SHT_RELA)
      continue;
    auto Symbols = File.getSection(Section.sh_link);
    const bool HasSymbols = bool(Symbols);
    if (!HasSymbols)
      consumeError(Symbols.takeError());
    if (!HasSymbols || !Section.sh_entsize)
      return false;
  }
  return true;
}

bool hasSoundRelocations(const object::ObjectFile &Object) {
  if (const auto *Elf = dyn_cast<object::ELF64LEObjectFile>(&Object))
    return areRelocationsSound(*Elf);
  if (const auto *Elf = dyn_cast<object::ELF64BEObjectFile>(&Object))
    return areRelocationsSound(*Elf);
  if (const auto *Elf = dyn_cast<object::ELF32LEObjectFile>(&Object))
    return areRelocationsSound(*Elf);
  if (const auto *Elf = dyn_cast<object::ELF32BEObjectFile>(&Object))
    return areRelocationsSound(*Elf);
  return false;
}

std::optional<OwnedObject> openLibrary(StringRef Path) {
  if (leadsToAnotherFile(Path))
    return std::nullopt;
  Expected<std::unique_ptr<MemoryBuffer>> Buffer = openRegularFile(Path);
  if (!Buffer) {
    consumeError(Buffer.takeError());
    return std::nullopt;
  }
  Expected<std::unique_ptr<object::ObjectFile>> Object =
      object::ObjectFile::createObjectFile(**Buffer);
  if (!Object) {
    consumeError(Object.takeError());
    return std::nullopt;
  }
  if (!hasSoundRelocations(**Object) ||
      !isHarmlessDebugLink(Path, debugLinkOf(**Object)))
    return std::nullopt;
  return OwnedObject(std::move(*Object), std::move(*Buffer));
}

std::string placeOfLibrary(StringRef Root, StringRef Path) {
  std::string Below = (Root + Path).str();
  return sys::fs::exists(Below) ? Below : Path.str();
}

std::string buildIdOf(const object::ObjectFile &Object) {
  return toHex(object::getBuildID(&Object), /*LowerCase=*/true);
}

/// The folder where elfutils' client keeps what it fetched:
/// debuginfod_find_debuginfo(3).
static std::string debuginfodCache() {
  auto Variable = [](const char *Name) {
    const char *Value = getenv(Name);
    return std::string(Value ? Value : "");
  };
  if (std::string Own = Variable("DEBUGINFOD_CACHE_PATH"); !Own.empty())
    return Own;
  if (std::string Cache = Variable("XDG_CACHE_HOME"); !Cache.empty())
    return Cache + "/debuginfod_client";
  return Variable("HOME") + "/.cache/debuginfod_client";
}

std::optional<std::string> debugFileOf(StringRef Root, StringRef BuildId) {
  if (BuildId.size() < 3)
    return std::nullopt;
  for (const std::string &Place :
       {(Root + "/usr/lib/debug/.build-id/" + BuildId.take_front(2) + "/" +
         BuildId.drop_front(2) + ".debug")
            .str(),
        (debuginfodCache() + "/" + BuildId + "/debuginfo").str()})
    if (std::optional<OwnedObject> Debug = openLibrary(Place))
      if (buildIdOf(*Debug->getBinary()) == BuildId)
        return Place;
  return std::nullopt;
}

std::optional<OwnedObject> openDebugFile(StringRef Root, StringRef Path,
                                         const object::ObjectFile &Object) {
  const std::string BuildId = buildIdOf(Object);
  if (std::optional<std::string> Place = debugFileOf(Root, BuildId))
    return openLibrary(*Place);
  const StringRef Link = debugLinkOf(Object);
  if (BuildId.empty() || Link.empty())
    return std::nullopt;
  for (const std::string &Place :
       placesOfDebugLink(Path, Link).value_or(std::vector<std::string>()))
    if (std::optional<OwnedObject> Debug = openLibrary(Place))
      if (buildIdOf(*Debug->getBinary()) == BuildId)
        return Debug;
  return std::nullopt;
}

ObjectWithDebug openWithDebug(StringRef Root, StringRef Path) {
  ObjectWithDebug Its;
  Its.Code = openLibrary(Path);
  if (!Its.Code)
    return Its;
  const object::ObjectFile *Own = Its.Code->getBinary();
  Its.Stripped = openDebugFile(Root, Path, *Own);
  const object::ObjectFile *Other =
      Its.Stripped ? Its.Stripped->getBinary() : nullptr;
  for (const object::ObjectFile *File : {Own, Other})
    if (File && !Its.Debug && hasDebugInformation(*File))
      // What is wrong with the file is not known, and nothing more.
      Its.Debug = DWARFContext::create(
          *File, DWARFContext::ProcessDebugRelocations::Process, nullptr, "",
          consumeError, consumeError);
  return Its;
}

bool hasDebugInformation(const object::ObjectFile &Object) {
  return any_of(Object.sections(), [](const object::SectionRef &Section) {
    Expected<StringRef> Name = Section.getName();
    if (!Name)
      consumeError(Name.takeError());
    return Name && *Name == ".debug_info";
  });
}

bool isOlderThanRun(const Profile &P, StringRef Path) {
  sys::fs::file_status Status;
  if (P.Processes.empty() || sys::fs::status(Path, Status))
    return false;
  std::chrono::nanoseconds Written =
      Status.getLastModificationTime().time_since_epoch();
  return all_of(P.Processes, [&](const Process &One) {
    return uint64_t(Written.count()) <= One.StartTime;
  });
}

LibraryMatch matchLibrary(const Profile &P, StringRef Path, StringRef BuildId,
                          const std::optional<OwnedObject> &Library) {
  if (!Library)
    return LibraryMatch::Unreadable;
  std::string Now = buildIdOf(*Library->getBinary());
  if (Now != BuildId || (Now.empty() && !isOlderThanRun(P, Path)))
    return LibraryMatch::Changed;
  return LibraryMatch::Same;
}

LibraryMatch matchLibrary(const Profile &P, StringRef Path, StringRef BuildId) {
  return matchLibrary(P, Path, BuildId, openLibrary(Path));
}

} // namespace anomalloc
