//===- TracedProfile.cpp --------------------------------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Profile/TracedProfile.h"
#include "Profile/ModelBuilder.h"
#include "Profile/ProfileFile.h"
#include "Support/Errors.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

using namespace llvm;
using namespace anomalloc::format;

namespace anomalloc {

TracedProfile::TracedProfile() = default;
TracedProfile::~TracedProfile() = default;

Expected<std::unique_ptr<TracedProfile>> TracedProfile::open(StringRef Path) {
  std::unique_ptr<TracedProfile> Result(new TracedProfile());
  Result->Path = Path.str();
  Expected<std::unique_ptr<MemoryBuffer>> Bytes = openProfile(Path);
  if (!Bytes)
    return inContext(Path, Bytes.takeError());
  UnitCache Cache;
  Expected<RawProfile> Raw = decodeProfile((*Bytes)->getBuffer(), Cache);
  if (!Raw)
    return inContext(Path, Raw.takeError());
  Result->Bytes = std::move(*Bytes);
  Result->Raw = std::make_unique<RawProfile>(std::move(*Raw));
  if (Error E = Result->findTrace())
    return std::move(E);
  return std::move(Result);
}

/// It has the name that the profile tells, or the profile's own: both may have
/// been renamed.
Error TracedProfile::findTrace() {
  StringRef Name = Raw->Info["trace"];
  if (!Raw->Models.empty() || Name.empty())
    return makeError(Path + ": no trace belongs to it; record the program with "
                            "--mode=trace");
  SmallString<128> Told = sys::path::parent_path(Path);
  sys::path::append(Told, sys::path::filename(Name));
  std::string Others;
  for (const std::string &Each : {Told.str().str(), Path + TraceSuffix}) {
    if (!sys::fs::exists(Each))
      continue;
    Expected<std::unique_ptr<TraceReader>> Reader = TraceReader::open(Each);
    if (!Reader)
      return Reader.takeError();
    if ((*Reader)->header().ProfileTime == Raw->Header.StartTime) {
      TracePath = Each;
      return Error::success();
    }
    Others = Each;
  }
  if (!Others.empty())
    return makeError(Others + ": the trace of another run than " + Path +
                     "; keep a profile and its trace together");
  return makeError(Twine(Told) + ": the trace of " + Path +
                   " is not there; keep a profile and its trace together");
}

Expected<std::unique_ptr<TraceReader>> TracedProfile::trace() const {
  return TraceReader::open(TracePath);
}

std::string TracedProfile::missing(const TraceReader &Reader) const {
  std::string Text = missingEvents(Reader);
  if (Raw->Header.Flags & Bypassed)
    Text += std::string(Text.empty() ? "" : "; ") +
            "another allocator stands before Anomalloc's, or is a part of the "
            "program: the ends of its blocks are not in the trace";
  if (sampling())
    Text += std::string(Text.empty() ? "" : "; ") +
            "the program was recorded with --sample: the trace has only the "
            "events of drawn blocks";
  return Text;
}

Sampling TracedProfile::sampling() const {
  return processOf(*Raw, Path).sampling();
}

StringRef TracedProfile::section(uint32_t Number) const {
  auto Known = Raw->SectionOf.find(Number);
  return Known == Raw->SectionOf.end() ? "" : Raw->Sections[Known->second].Name;
}

Expected<TracedProfile::Names> TracedProfile::resolve(ArrayRef<TraceKey> Keys) {
  SizeTableDecoder Decoder(*Raw);
  for (const TraceKey &K : Keys) {
    Expected<RawProfile::Event> E =
        Decoder.resolve({K.Pc, K.Unit, K.Slot, K.Section, K.Epoch, K.Size, 0});
    if (!E)
      return inContext(TracePath, E.takeError());
    Raw->TraceKeys.push_back(*E);
  }
  ModelBuilder Builder(/*KeepLanes=*/true);
  Builder.add(*Raw, Path);
  Names Result;
  Result.Keys = Builder.traceKeys();
  Result.Model = Builder.take();
  return std::move(Result);
}

} // namespace anomalloc
