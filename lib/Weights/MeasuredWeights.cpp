//===- MeasuredWeights.cpp - what a profile measured, by line -------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Weights/MeasuredWeights.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include <mutex>
#include <set>

using namespace llvm;

namespace anomalloc {

static constexpr StringRef NotePrefix = "anomalloc-measured:";

std::string measuredNote(ArrayRef<uint32_t> Chains) {
  std::string Text = NotePrefix.str();
  for (uint32_t C : Chains)
    Text += " " + utostr(C);
  return Text;
}

std::optional<std::vector<uint32_t>> parseMeasuredNote(StringRef Text) {
  if (!Text.consume_front(NotePrefix))
    return std::nullopt;
  std::vector<uint32_t> Chains;
  SmallVector<StringRef> Words;
  Text.split(Words, ' ', -1, /*KeepEmpty=*/false);
  for (StringRef Word : Words) {
    uint32_t Number;
    if (Word.getAsInteger(10, Number))
      return std::nullopt;
    Chains.push_back(Number);
  }
  return Chains;
}

static std::string clean(StringRef Path) {
  SmallString<256> Clean(Path);
  sys::path::remove_dots(Clean, /*remove_dot_dot=*/true);
  return std::string(Clean);
}

MeasuredWeights::MeasuredWeights(Measurements M) : All(std::move(M)) {
  for (auto [I, File] : enumerate(All.Files)) {
    const std::string Path = clean(File);
    Files[sys::path::filename(Path)].emplace_back(
        sys::path::parent_path(Path).str(), uint32_t(I));
  }
  Lines.resize(All.Files.size());
  auto Add = [](ChainList &To, uint32_t Chain) {
    if (To.empty() || To.back() != Chain)
      To.push_back(Chain);
  };
  for (auto [I, C] : enumerate(All.Chains)) {
    const uint32_t Chain = uint32_t(I);
    for (std::optional<uint32_t> At = C.Innermost; At;) {
      const MeasuredFrame &F = All.Frames[*At];
      Add(Lines[F.File][F.Line], Chain);
      if (At == C.Change)
        break;
      Add(ByFunction[All.Functions[F.Function]], Chain);
      At = F.Caller;
    }
    for (uint32_t Maker : C.Makers)
      Add(ByFunction[All.Functions[Maker]], Chain);
  }
}

Expected<std::shared_ptr<const MeasuredWeights>>
MeasuredWeights::load(StringRef Path) {
  struct Version {
    uint64_t Size = 0;
    int64_t Changed = 0;
    std::shared_ptr<const MeasuredWeights> Weights;
  };
  static std::mutex Mutex;
  static std::map<std::string, Version> Loaded; // the last one of each path

  sys::fs::file_status Status;
  if (std::error_code EC = sys::fs::status(Path, Status))
    return createStringError(EC, EC.message().c_str());
  const uint64_t Size = Status.getSize();
  const int64_t Changed =
      Status.getLastModificationTime().time_since_epoch().count();
  std::lock_guard<std::mutex> Lock(Mutex);
  if (auto Known = Loaded.find(Path.str()); Known != Loaded.end() &&
                                            Known->second.Size == Size &&
                                            Known->second.Changed == Changed)
    return Known->second.Weights;
  auto Buffer = MemoryBuffer::getFile(Path);
  if (!Buffer)
    return createStringError(Buffer.getError(),
                             Buffer.getError().message().c_str());
  Expected<Measurements> Read = readMeasurements((*Buffer)->getBuffer());
  if (!Read)
    return Read.takeError();
  Version &V = Loaded[Path.str()];
  V = {Size, Changed, std::make_shared<MeasuredWeights>(std::move(*Read))};
  return V.Weights;
}

/// Whether \p Longer names the same folder as \p Shorter from its end on.
static bool endsWithFolders(StringRef Longer, StringRef Shorter) {
  if (!Longer.consume_back(Shorter))
    return false;
  return Longer.empty() || Shorter.empty() || Shorter.front() == '/' ||
         Longer.back() == '/';
}

std::optional<uint32_t> MeasuredWeights::fileNamed(StringRef File) const {
  const std::string Path = clean(File);
  auto Named = Files.find(sys::path::filename(Path));
  if (Named == Files.end())
    return std::nullopt;
  StringRef Folder = sys::path::parent_path(Path);
  std::optional<uint32_t> Best;
  size_t Common = 0;
  for (const auto &[Other, Index] : Named->second) {
    size_t Length = std::min(Other.size(), Folder.size());
    if (!(Other.size() < Folder.size() ? endsWithFolders(Folder, Other)
                                       : endsWithFolders(Other, Folder)))
      continue;
    if (!Best || Length > Common) {
      Best = Index;
      Common = Length;
    }
  }
  return Best;
}

std::optional<FileToday> MeasuredWeights::today(StringRef File,
                                                StringRef Text) const {
  const std::optional<uint32_t> Index = fileNamed(File);
  if (!Index)
    return std::nullopt;
  FileToday Now;
  Now.File = *Index;
  if (*Index < All.Texts.size() && !All.Texts[*Index].empty()) {
    Now.Lines = LineMap(All.Texts[*Index], lineTexts(Text));
    return Now;
  }
  sys::fs::file_status Status;
  if (!All.Recorded || sys::fs::status(File, Status))
    return Now; // nobody knows
  const auto Changed = std::chrono::duration_cast<std::chrono::nanoseconds>(
      Status.getLastModificationTime().time_since_epoch());
  Now.MayHaveMoved = uint64_t(Changed.count()) > All.Recorded;
  if (!Now.MayHaveMoved)
    if (auto OnDisk = MemoryBuffer::getFile(File))
      Now.MayHaveMoved = (*OnDisk)->getBuffer() != Text;
  return Now;
}

/// What nobody counted may be the most: then nothing is said. So no line is
/// called cold only because its allocations were made in a shared function.
bool MeasuredWeights::isKnown(ArrayRef<uint32_t> Chains) const {
  uint64_t Own = 0, Unsure = 0;
  bool Any = false;
  for (uint32_t I : Chains) {
    const MeasuredChain &C = All.Chains[I];
    uint64_t &Sum = C.Shared ? Unsure : Own;
    Sum = SaturatingAdd(Sum, C.Allocations);
    Any |= !C.Shared;
  }
  return Any && Unsure <= Own;
}

Measured MeasuredWeights::sum(std::vector<uint32_t> Chains) const {
  sort(Chains);
  Chains.erase(unique(Chains), Chains.end());
  erase_if(Chains, [&](uint32_t I) {
    return I >= All.Chains.size() || All.Chains[I].Shared;
  });
  // What makers made counts once: for the lines that called them.
  std::set<uint64_t> Told;
  for (uint32_t I : Chains)
    if (All.Chains[I].OfCall)
      Told.insert(All.Chains[I].Sites.begin(), All.Chains[I].Sites.end());
  if (!Told.empty())
    erase_if(Chains, [&](uint32_t I) {
      const MeasuredChain &C = All.Chains[I];
      return !C.Change && !C.Sites.empty() &&
             all_of(C.Sites, [&](uint64_t Id) { return Told.count(Id); });
    });
  Measured M;
  std::map<uint64_t, uint64_t> Sizes;
  for (uint32_t I : Chains) {
    const MeasuredChain &C = All.Chains[I];
    M.Allocations = SaturatingAdd(M.Allocations, C.Allocations);
    M.Bytes = SaturatingAdd(M.Bytes, C.Bytes);
    if (C.Allocations)
      M.Depth = std::max(M.Depth, C.Depth);
    for (auto [Size, Allocations] : C.Sizes)
      Sizes[Size] = SaturatingAdd(Sizes[Size], Allocations);
  }
  if (!Sizes.empty()) {
    M.Smallest = Sizes.begin()->first;
    M.Largest = Sizes.rbegin()->first;
    uint64_t Most = 0;
    for (auto [Size, Allocations] : Sizes)
      if (Allocations > Most) {
        Most = Allocations;
        M.CommonSize = Size;
      }
  }
  M.Chains = std::move(Chains);
  return M;
}

std::optional<Measured> MeasuredWeights::of(StringRef File, unsigned First,
                                            unsigned Last) const {
  const std::optional<uint32_t> Index = fileNamed(File);
  if (!Index)
    return std::nullopt;
  FileToday AsThen;
  AsThen.File = *Index;
  return of(AsThen, First, Last);
}

std::optional<Measured> MeasuredWeights::of(const FileToday &File,
                                            unsigned First,
                                            unsigned Last) const {
  std::optional<Measured> Busiest;
  for (const auto &[Then, Chains] : Lines[File.File]) {
    const std::optional<uint32_t> Line = File.Lines.now(Then);
    if (!Line || *Line < First || *Line > Last || !isKnown(Chains))
      continue;
    Measured M = sum(Chains);
    if (!Busiest || M.Allocations > Busiest->Allocations)
      Busiest = std::move(M);
  }
  if (Busiest)
    Busiest->MayHaveMoved = File.MayHaveMoved;
  return Busiest;
}

std::optional<Measured>
MeasuredWeights::ofFunctions(ArrayRef<std::string> LinkageNames) const {
  std::vector<uint32_t> Chains;
  for (const std::string &Name : LinkageNames)
    if (auto Known = ByFunction.find(Name); Known != ByFunction.end())
      append_range(Chains, Known->second);
  return isKnown(Chains) ? std::optional(sum(std::move(Chains))) : std::nullopt;
}

} // namespace anomalloc
