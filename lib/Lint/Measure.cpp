//===- Measure.cpp - what a profile measured of findings ------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Lint/Measure.h"
#include "Lint/Units.h"
#include "Support/Demangle.h"
#include "Support/Errors.h"
#include "Weights/MeasuredText.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/MemoryBuffer.h"
#include <set>

using namespace llvm;

namespace anomalloc::lint {

Expected<Measurements> loadMeasurements(StringRef WeightsFile) {
  auto Buffer = MemoryBuffer::getFile(WeightsFile);
  if (!Buffer)
    return inContext("the profile", errorCodeToError(Buffer.getError()));
  Expected<Measurements> M = readMeasurements((*Buffer)->getBuffer());
  if (!M)
    return inContext("the profile", M.takeError());
  return M;
}

const std::string &Measurer::realFile(uint32_t Index) {
  auto [I, New] = Real.try_emplace(Index);
  if (New) {
    const std::string &Name = Weights.all().Files[Index];
    I->second = sys::fs::exists(Name) ? realPath(Name) : Name;
  }
  return I->second;
}

std::optional<double> Measurer::share(uint64_t Allocations) const {
  return shareOf(Allocations, Weights.all());
}

std::vector<SourceLevel> Measurer::levels(uint32_t Index, size_t Most) {
  const Measurements &M = Weights.all();
  std::vector<SourceLevel> Levels;
  for (std::optional<uint32_t> I = Index; I && Levels.size() != Most;
       I = M.Frames[*I].Caller) {
    const MeasuredFrame &F = M.Frames[*I];
    const std::string &Name = M.Functions[F.Function];
    std::string Function = nameOfFunction(Name);
    SourceLevel &Level = Levels.emplace_back();
    Level.File = realFile(F.File);
    Level.Line = F.Line;
    Level.Column = F.Column;
    Level.Function = std::move(Function);
    Files.get(Level.File); // to be shown
  }
  return Levels;
}

std::vector<ReportEntry> Measurer::entriesOf(const Measured &Sum) const {
  const Measurements &M = Weights.all();
  std::map<uint32_t, uint64_t> ByEntry;
  for (uint32_t I : Sum.Chains)
    for (uint32_t Change : M.Chains[I].Changes) {
      uint64_t &Of = ByEntry[Change];
      Of = SaturatingAdd(Of, M.Chains[I].Allocations);
    }
  constexpr uint64_t LeastPart = 10; // a tenth
  std::vector<ReportEntry> Entries;
  for (auto [Change, Allocations] : ByEntry)
    if (Allocations && Allocations >= Sum.Allocations / LeastPart)
      Entries.push_back({&M.Changes[Change], Allocations});
  stable_sort(Entries, [](const ReportEntry &A, const ReportEntry &B) {
    return A.Allocations > B.Allocations;
  });
  return Entries;
}

FindingWeight Measurer::weightOf(std::vector<uint32_t> Chains, Place At) {
  const Measurements &M = Weights.all();
  FindingWeight W;
  W.Sum = Weights.sum(std::move(Chains));
  W.Share = share(W.Sum.Allocations);
  W.At = std::move(At);
  std::set<uint64_t> Sites;
  // By line: its allocations, and the heaviest chain.
  struct Line {
    uint64_t Allocations = 0;
    const MeasuredChain *Heaviest = nullptr;
  };
  std::map<std::pair<uint32_t, uint32_t>, Line> Lines;
  for (uint32_t I : W.Sum.Chains) {
    const MeasuredChain &C = M.Chains[I];
    Sites.insert(C.Sites.begin(), C.Sites.end());
    const MeasuredFrame &F = M.Frames[C.Change.value_or(C.Innermost)];
    Line &L = Lines[{F.File, F.Line}];
    L.Allocations = SaturatingAdd(L.Allocations, C.Allocations);
    if (!L.Heaviest || C.Allocations > L.Heaviest->Allocations)
      L.Heaviest = &C;
  }
  W.Sites.assign(Sites.begin(), Sites.end());
  for (const auto &[Key, L] : Lines)
    if (L.Allocations)
      W.Lines.emplace_back(
          levels(L.Heaviest->Change.value_or(L.Heaviest->Innermost), 1).front(),
          L.Allocations);
  stable_sort(W.Lines,
              [](const auto &A, const auto &B) { return A.second > B.second; });
  W.Entries = entriesOf(W.Sum);
  const Line *Hottest = nullptr;
  for (const auto &[Key, L] : Lines)
    if (L.Allocations && (!Hottest || L.Allocations > Hottest->Allocations))
      Hottest = &L;
  if (Hottest) {
    constexpr size_t Levels = 3;
    const MeasuredChain &C = *Hottest->Heaviest;
    W.Hottest = levels(C.Change.value_or(C.Innermost), Levels);
    W.OfHottest = Hottest->Allocations;
  }
  return W;
}

void Measurer::measureLines(Finding &F) {
  unsigned Last = F.At.Line;
  if (const SourceText *Text = Files.known(F.At.File))
    for (auto [Offset, Length] : F.Ranges)
      Last = std::max(Last, Text->lineOf(Offset + (Length ? Length - 1 : 0)));
  const std::optional<FileToday> Then = Weights.asThen(F.At.File);
  if (!Then)
    return;
  const ChainsOfCode Found = Weights.chainsOfOneCall(*Then, F.At.Line, Last);
  if (auto Sum = Weights.known(Found.Known))
    F.Recorded = weightOf(Sum->allChains(), F.At);
  else if (auto Sum = Weights.known(Found.Unsure))
    F.Notes.push_back({F.At, Sum->phrase() +
                                 " measured on this line, by several calls; "
                                 "which of them are of this finding is not "
                                 "known"});
}

} // namespace anomalloc::lint
