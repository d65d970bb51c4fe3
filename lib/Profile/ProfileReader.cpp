//===- ProfileReader.cpp --------------------------------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Profile/ProfileReader.h"
#include "Profile/ModelBuilder.h"
#include "Profile/ProfileFile.h"
#include "Profile/SamplingWords.h"
#include "Support/Errors.h"

using namespace llvm;

namespace anomalloc {

/// Samples of different rates weigh differently, so no sum of them means
/// anything.
static Error checkSampling(const Profile &Known, ArrayRef<Process> New) {
  auto IsDetailed = [](const Process &P) { return P.isDetailed(); };
  for (const Process &P : New)
    if (IsDetailed(P) && any_of(Known.Processes, IsDetailed) &&
        P.sampling() != Known.sampling())
      return makeError("the profile has stacks or lifetimes of " +
                       rateInWords(P.sampling()) + ", those before it of " +
                       rateInWords(Known.sampling()) +
                       ": they cannot be added up; read them one by one");
  return Error::success();
}

/// Decodes all of \p Data before anything of it goes into the model.
static Error addProfile(StringRef Data, StringRef Name, UnitCache &Cache,
                        ModelBuilder &Builder, uint32_t Episode = 0) {
  Expected<RawProfile> Raw = decodeProfile(Data, Cache, Episode);
  if (!Raw)
    return inContext(Name, Raw.takeError());
  Error E = Raw->Models.empty()
                ? checkSampling(Builder.soFar(), processOf(*Raw, Name))
                : Error::success();
  for (const std::unique_ptr<Profile> &Model : Raw->Models)
    if (!E)
      E = checkSampling(Builder.soFar(), Model->Processes);
  if (E)
    return inContext(Name, std::move(E));
  Builder.add(*Raw, Name);
  return Error::success();
}

static Error addProfile(StringRef Path, UnitCache &Cache, ModelBuilder &Builder,
                        uint32_t Episode = 0) {
  Expected<std::unique_ptr<MemoryBuffer>> File = openProfile(Path);
  if (!File)
    return inContext(Path, File.takeError());
  if (Builder.soFar().ReadFrom.empty())
    Builder.soFar().ReadFrom = Path.str();
  return addProfile((*File)->getBuffer(), Path, Cache, Builder, Episode);
}

Expected<std::unique_ptr<Profile>> readProfile(StringRef Path) {
  return readProfiles(Path.str());
}

Expected<std::unique_ptr<Profile>> readEpisode(StringRef Path,
                                               uint32_t Episode) {
  UnitCache Cache;
  ModelBuilder Builder(/*KeepLanes=*/true);
  if (Error E = addProfile(Path, Cache, Builder, Episode))
    return std::move(E);
  return Builder.take();
}

Expected<std::unique_ptr<Profile>> readProfile(MemoryBufferRef Buffer) {
  UnitCache Cache;
  ModelBuilder Builder(/*KeepLanes=*/true);
  if (Error E = addProfile(Buffer.getBuffer(), Buffer.getBufferIdentifier(),
                           Cache, Builder))
    return std::move(E);
  return Builder.take();
}

Expected<std::unique_ptr<Profile>> readProfiles(ArrayRef<std::string> Paths,
                                                const ReadOptions &Options) {
  UnitCache Cache;
  ModelBuilder Builder(Options.KeepLanes);
  size_t Done = 0;
  for (const std::string &Path : Paths) {
    if (Error E = addProfile(Path, Cache, Builder)) {
      if (Options.OnUnreadable)
        E = Options.OnUnreadable(std::move(E));
      if (E)
        return std::move(E);
    }
    if (Options.Progress)
      Options.Progress(++Done);
  }
  return Builder.take();
}

} // namespace anomalloc
