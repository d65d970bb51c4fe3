//===- DirectoryDecoder.cpp -----------------------------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The header, and the records that counts refer to.
///
//===----------------------------------------------------------------------===//

#include "Profile/RawProfile.h"
#include "Profile/RecordBytes.h"
#include "Support/ShellQuote.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Endian.h"

using namespace llvm;
using namespace anomalloc::format;

namespace anomalloc {

std::string hexOffset(uint64_t N) {
  return "0x" + utohexstr(N, /*LowerCase=*/true);
}

Error corruptProfile(const Twine &What, uint64_t Offset, Error E) {
  return makeError("corrupt profile: " + What + " at offset " +
                   hexOffset(Offset) + ": " + toString(std::move(E)) +
                   "; record the program again (if it is still running, just "
                   "read again)");
}

Error cutProfile(const Twine &Why) {
  return makeError("the profile is cut: " + Why +
                   "; copy it again, or record the program again");
}

Error decodeHeader(StringRef Data, FileHeader &Header) {
  if (Data.ltrim('\0').empty())
    return makeError("the file is empty: the program ended before Anomalloc's "
                     "runtime could start, or the disk was full");
  if (!Data.starts_with(StringRef(FileMagic, sizeof(FileMagic))))
    return makeError("not an Anomalloc profile");
  if (Data.size() < 12)
    return cutProfile("it ends in its header");
  uint32_t Version = support::endian::read32le(Data.data() + 8);
  if (Version > FileVersion)
    return makeError("written by a newer Anomalloc (format " + Twine(Version) +
                     ", this one reads up to " + Twine(FileVersion) +
                     "): update");
  if (Data.size() < FileHeaderSize)
    return cutProfile("it ends in its header");
  memcpy(&Header, Data.data(), sizeof(Header));
  if (Version == 0 || Header.HeaderSize != FileHeaderSize)
    return corruptProfile("header", 0,
                          makeError("version " + Twine(Version) + ", size " +
                                    Twine(Header.HeaderSize)));
  return Error::success();
}

Error decodeInfo(StringRef Bytes, RawProfile &Raw) {
  if (Expected<RecordHeader> Head = take<RecordHeader>(Bytes); !Head)
    return Head.takeError();
  while (!Bytes.empty() && Bytes[0] != '\0') {
    Expected<StringRef> Key = takeString(Bytes);
    if (!Key)
      return Key.takeError();
    Expected<StringRef> Value = takeString(Bytes);
    if (!Value)
      return Value.takeError();
    if (*Key == "argument") {
      std::string &Command = Raw.Info["command"];
      Command += (Command.empty() ? "" : " ") + quoteForShell(*Value);
      continue;
    }
    Raw.Info[Key->str()] = Value->str();
  }
  return Error::success();
}

Error decodePerfMap(StringRef Bytes, RawProfile &Raw) {
  if (Expected<RecordHeader> Head = take<RecordHeader>(Bytes); !Head)
    return Head.takeError();
  Raw.PerfMap.push_back(Bytes.take_until([](char C) { return C == '\0'; }));
  return Error::success();
}

Error decodeModule(StringRef Bytes, RawProfile &Raw) {
  Expected<ModuleRecord> Head = take<ModuleRecord>(Bytes);
  if (!Head)
    return Head.takeError();
  if (Head->BuildIdSize > Bytes.size())
    return makeError("a build id of " + Twine(Head->BuildIdSize) + " bytes");
  RawProfile::Module M = {Head->Start,
                          Head->End,
                          Head->Bias,
                          Head->Epoch,
                          Bytes.take_front(Head->BuildIdSize),
                          ""};
  Bytes = Bytes.drop_front(Head->BuildIdSize);
  Expected<StringRef> Path = takeString(Bytes);
  if (!Path)
    return Path.takeError();
  M.Path = *Path;
  Raw.Modules.push_back(M);
  return Error::success();
}

Error decodeUnit(StringRef Bytes, RawProfile &Raw, UnitCache &Cache) {
  Expected<UnitRecord> Head = take<UnitRecord>(Bytes);
  if (!Head)
    return Head.takeError();
  if (Head->TableSize > Bytes.size())
    return makeError("a site table of " + Twine(Head->TableSize) +
                     " bytes does not fit it");
  if (Head->Index == 0)
    return makeError("its index is 0");
  Expected<std::shared_ptr<const RegisteredUnit>> Table =
      Cache.get(Bytes.take_front(Head->TableSize));
  if (!Table)
    return Table.takeError();
  if ((*Table)->Slots.counters() > Head->NumSlots)
    return makeError("its site table uses " +
                     Twine((*Table)->Slots.counters()) + " slots of " +
                     Twine(Head->NumSlots));
  if (!Raw.UnitOf.try_emplace(Head->Index, Raw.Units.size()).second)
    return makeError("unit " + Twine(Head->Index) + " a second time");
  Raw.Units.push_back({Head->NumSlots, std::move(*Table)});
  return Error::success();
}

Error decodeSection(StringRef Bytes, RawProfile &Raw) {
  Expected<SectionRecord> Head = take<SectionRecord>(Bytes);
  if (!Head)
    return Head.takeError();
  Expected<StringRef> Name = takeString(Bytes);
  if (!Name)
    return Name.takeError();
  if (SectionNumber::doublingsOf(Head->Id))
    return makeError("section " + Twine(Head->Id) + " has too large a number");
  if (!Raw.SectionOf.try_emplace(Head->Id, Raw.Sections.size()).second)
    return makeError("section " + Twine(Head->Id) + " a second time");
  Raw.Sections.push_back({*Name, 0});
  return Error::success();
}

Expected<uint32_t> findSection(RawProfile &Raw, uint32_t Number) {
  const uint32_t Id = SectionNumber::idOf(Number);
  const uint32_t Doublings = SectionNumber::doublingsOf(Number);
  if (Doublings > Sampling::MaxDoublings)
    return makeError("a rate of samples that was doubled " + Twine(Doublings) +
                     " times");
  Expected<uint32_t> Its = indexOf(Raw.SectionOf, Id, "section");
  if (!Its || !Doublings || Raw.JoinsRates)
    return Its;
  auto [I, New] = Raw.SectionOf.try_emplace(Number, Raw.Sections.size());
  if (New)
    Raw.Sections.push_back({Raw.Sections[*Its].Name, Doublings});
  return I->second;
}

Error decodeThread(StringRef Bytes, RawProfile &Raw) {
  Expected<ThreadRecord> Head = take<ThreadRecord>(Bytes);
  if (!Head)
    return Head.takeError();
  // The same thread before an episode, and in it.
  auto Before = Head->Continues && !Raw.Episode
                    ? Raw.LaneOf.find(Head->Continues - 1)
                    : Raw.LaneOf.end();
  const bool IsNew = Before == Raw.LaneOf.end();
  const uint32_t Index = IsNew ? Raw.Threads.size() : Before->second;
  if (!Raw.LaneOf.try_emplace(Head->Lane, Index).second)
    return makeError("thread " + Twine(Head->Lane) + " a second time");
  if (IsNew)
    Raw.Threads.push_back(*Head);
  return Error::success();
}

} // namespace anomalloc
