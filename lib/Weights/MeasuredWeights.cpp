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

std::vector<uint32_t> Measured::allChains() const {
  std::vector<uint32_t> AllOf = Chains;
  append_range(AllOf, Unsure);
  return AllOf;
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
      Lines[F.File][F.Line].push_back({&F, Chain});
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
  for (uint32_t I : std::set<uint32_t>(Chains.begin(), Chains.end())) {
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
  Measured M;
  erase_if(Chains, [&](uint32_t I) {
    if (I >= All.Chains.size())
      return true;
    if (All.Chains[I].Shared && All.Chains[I].Allocations)
      M.Unsure.push_back(I);
    return All.Chains[I].Shared;
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
  std::map<uint64_t, uint64_t> Sizes;
  std::pair<uint64_t, uint64_t> Range = {UINT64_MAX, 0};
  bool AllSizes = true, AllUses = M.Unsure.empty();
  MeasuredUses Uses;
  for (uint32_t I : Chains) {
    const MeasuredChain &C = All.Chains[I];
    M.Allocations = SaturatingAdd(M.Allocations, C.Allocations);
    M.Bytes = SaturatingAdd(M.Bytes, C.Bytes);
    if (C.Allocations) {
      M.Depth = std::max(M.Depth, C.Depth);
      AllSizes &= C.SizeRange.has_value();
      AllUses &= C.Uses.has_value();
    }
    if (C.Allocations && C.SizeRange)
      Range = {std::min(Range.first, C.SizeRange->first),
               std::max(Range.second, C.SizeRange->second)};
    if (C.Uses)
      Uses += *C.Uses;
    for (auto [Size, Allocations] : C.Sizes)
      Sizes[Size] = SaturatingAdd(Sizes[Size], Allocations);
  }
  if (M.Allocations && AllUses)
    M.Uses = Uses;
  if (M.Allocations && AllSizes)
    std::tie(M.Smallest, M.Largest) = Range;
  uint64_t Most = 0;
  for (auto [Size, Allocations] : Sizes)
    if (Allocations > Most) {
      Most = Allocations;
      M.CommonSize = Size;
    }
  M.Chains = std::move(Chains);
  return M;
}

std::optional<FileToday> MeasuredWeights::asThen(StringRef File) const {
  const std::optional<uint32_t> Index = fileNamed(File);
  if (!Index)
    return std::nullopt;
  FileToday Then;
  Then.File = *Index;
  return Then;
}

std::vector<MeasuredWeights::Passing>
MeasuredWeights::passing(const FileToday &File, unsigned First,
                         unsigned Last) const {
  std::vector<Passing> Found;
  const auto &ByLine = Lines[File.File];
  for (unsigned Line = First; Line <= Last; ++Line)
    if (std::optional<uint32_t> Then = File.Lines.then(Line))
      if (auto Here = ByLine.find(*Then); Here != ByLine.end())
        append_range(Found, Here->second);
  return Found;
}

/// Parts of a function that became functions have its name, a dot and more.
bool MeasuredWeights::isOf(const MeasuredFrame &F,
                           const CodeOwner &Owner) const {
  return any_of(Owner.LinkageNames, [&](StringRef Name) {
    StringRef Whole = All.Functions[F.Function];
    return Whole.consume_front(Name) && (Whole.empty() || Whole.front() == '.');
  });
}

ChainsOfCode MeasuredWeights::chainsOf(const FileToday &File,
                                       const CodeSpan &Code,
                                       const CodeOwner &Owner) const {
  std::vector<Passing> Here = passing(File, Code.FirstLine, Code.LastLine);
  auto IsOwn = [&](const Passing &P) { return isOf(*P.Frame, Owner); };
  // Else its name is another one: a lambda's, or none for want of debug
  // information.
  const bool IsNamed = any_of(Here, IsOwn);
  if (IsNamed)
    erase_if(Here, [&](const Passing &P) { return !IsOwn(P); });
  const bool IsOfOthers = Owner.IsInstance && !IsNamed;
  auto IsIn = [&](const MeasuredFrame &F) {
    const std::optional<uint32_t> Line = File.Lines.now(F.Line);
    return !IsOfOthers && Line &&
           (F.Column ? std::make_pair(Code.FirstLine, Code.FirstColumn) <=
                               std::make_pair(*Line, F.Column) &&
                           std::make_pair(*Line, F.Column) <=
                               std::make_pair(Code.LastLine, Code.LastColumn)
                     : Code.HasWholeLines);
  };
  ChainsOfCode Found;
  for (const Passing &P : Here)
    (IsIn(*P.Frame) ? Found.Known : Found.Unsure).push_back(P.Chain);
  const bool MadeNothing = all_of(
      Found.Unsure, [&](uint32_t I) { return !All.Chains[I].Allocations; });
  if (Found.Known.empty() && MadeNothing)
    std::swap(Found.Known, Found.Unsure);
  else if (!Found.Known.empty()) // it has its calls, others have theirs
    erase_if(Found.Unsure, [&](uint32_t I) {
      return none_of(Here, [&](const Passing &P) {
        return P.Chain == I && !P.Frame->Column;
      });
    });
  return Found;
}

ChainsOfCode MeasuredWeights::chainsOfOneCall(const FileToday &File,
                                              unsigned First,
                                              unsigned Last) const {
  ChainsOfCode Found;
  std::set<std::tuple<uint32_t, uint32_t, uint32_t>> Calls;
  for (const Passing &P : passing(File, First, Last)) {
    Found.Known.push_back(P.Chain);
    if (All.Chains[P.Chain].Allocations)
      Calls.insert({P.Frame->Line, P.Frame->Column, P.Frame->Function});
  }
  if (Calls.size() > 1)
    std::swap(Found.Known, Found.Unsure);
  return Found;
}

std::optional<Measured>
MeasuredWeights::known(ArrayRef<uint32_t> Chains) const {
  return isKnown(Chains) ? std::optional(sum(Chains.vec())) : std::nullopt;
}

std::optional<Measured> MeasuredWeights::ofLines(const FileToday &File,
                                                 unsigned First,
                                                 unsigned Last) const {
  std::vector<uint32_t> Chains;
  for (const Passing &P : passing(File, First, Last))
    Chains.push_back(P.Chain);
  std::optional<Measured> Found = known(Chains);
  if (Found)
    Found->MayHaveMoved = File.MayHaveMoved;
  return Found;
}

std::optional<Measured>
MeasuredWeights::ofFunctions(ArrayRef<std::string> LinkageNames) const {
  std::vector<uint32_t> Chains;
  for (const std::string &Name : LinkageNames)
    if (auto Known = ByFunction.find(Name); Known != ByFunction.end())
      append_range(Chains, Known->second);
  return known(Chains);
}

} // namespace anomalloc
