//===- SizeProbe.cpp - what the allocator really hands out ----------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SizeProbe.h"
#include "Analysis/AllocatorModel.h"
#include "Layout.h"
#include "Profile/Totals.h"
#include "QuietChild.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/Path.h"
#include <cstdlib>

using namespace llvm;

namespace anomalloc {
namespace {

constexpr uint64_t LargestMeasured = uint64_t(256) << 20;
constexpr size_t MostMeasured = 20000;
constexpr size_t MostTimed = 2000;
constexpr int PatienceInMilliseconds = 10000;

/// What to ask for, and what is left out.
struct Questions {
  std::vector<uint64_t> Sizes; ///< Ascending.
  size_t TooLarge = 0;
  size_t TooMany = 0;
};

/// \p BySize: allocations.
Questions questionsOf(const std::map<uint64_t, uint64_t> &BySize, size_t Most) {
  Questions Q;
  std::vector<std::pair<uint64_t, uint64_t>> Frequent;
  for (auto [Size, Allocations] : BySize)
    if (Size > LargestMeasured)
      ++Q.TooLarge;
    else
      Frequent.push_back({Allocations, Size});
  if (Frequent.size() > Most) {
    Q.TooMany = Frequent.size() - Most;
    sort(Frequent, std::greater<>());
    Frequent.resize(Most);
  }
  for (auto [Allocations, Size] : Frequent)
    Q.Sizes.push_back(Size);
  sort(Q.Sizes);
  return Q;
}

Questions questionsOfSizes(const Profile &P) {
  std::map<uint64_t, uint64_t> BySize;
  for (const Count &C : P.Counts)
    if (isHeap(P, C) && C.Allocations && !P.UsableSizes.count(C.Size))
      BySize[C.Size] = SaturatingAdd(BySize[C.Size], C.Allocations);
  return questionsOf(BySize, MostMeasured);
}

Questions questionsOfTimes(const Profile &P) {
  std::map<uint64_t, uint64_t> BySize;
  for (const Lifetime &L : P.Lifetimes)
    if (L.Site && P.site(*L.Site).Family != SiteFamily::Pool)
      BySize[L.Size] = SaturatingAdd(BySize[L.Size], L.Counts.Allocated);
  return questionsOf(BySize, MostTimed);
}

/// True if \p Path was last written before every process of \p P started.
bool olderThanRun(const Profile &P, StringRef Path) {
  sys::fs::file_status Status;
  if (sys::fs::status(Path, Status))
    return false;
  std::chrono::nanoseconds Written =
      Status.getLastModificationTime().time_since_epoch();
  return all_of(P.Processes, [&](const Process &One) {
    return uint64_t(Written.count()) <= One.StartTime;
  });
}

/// Whether the library \p Path of today, with \p BuildId, is that of the run.
bool isThatOfTheRun(const Profile &P, StringRef Path, StringRef BuildId) {
  auto IsIt = [Path](const Module &M) { return M.Path == Path; };
  if (BuildId.empty() || none_of(P.Modules, IsIt))
    return olderThanRun(P, Path);
  return all_of(P.Modules, [&](const Module &M) {
    return !IsIt(M) || M.BuildId == BuildId;
  });
}

std::vector<std::string> environmentFor(StringRef Library) {
  std::vector<std::string> Environment;
  if (const char *Path = getenv("LD_LIBRARY_PATH"))
    Environment.push_back(std::string("LD_LIBRARY_PATH=") + Path);
  if (!isLibraryOfGlibc(Library))
    Environment.push_back(("LD_PRELOAD=" + Library).str());
  return Environment;
}

std::string textOf(ArrayRef<uint64_t> Sizes) {
  std::string Text;
  for (uint64_t Size : Sizes)
    Text += utostr(Size) + '\n';
  return Text;
}

/// By size.
using Answers = std::map<uint64_t, uint64_t>;

/// Takes over the lines "size answer".
void addAnswers(Answers &To, StringRef Lines) {
  while (!Lines.empty()) {
    StringRef Line;
    std::tie(Line, Lines) = Lines.split('\n');
    auto [Requested, Text] = Line.split(' ');
    uint64_t Size, Answer;
    if (!Requested.getAsInteger(10, Size) && !Text.getAsInteger(10, Answer))
      To.emplace(Size, Answer);
  }
}

/// "", or why \p Library cannot be asked \p What.
std::string ask(const Profile &P, StringRef Library, StringRef What,
                ArrayRef<uint64_t> Sizes, Answers &To) {
  StringRef Name = sys::path::filename(Library);
  // In LD_PRELOAD these part names.
  if (!sys::path::is_absolute(Library) || !sys::fs::exists(Library) ||
      Library.find_first_of(" :") != StringRef::npos)
    return (Name + " is not here").str();
  std::vector<std::string> Environment = environmentFor(Library);
  Environment.push_back(("ANOMALLOC_PROBE=" + What).str());
  std::optional<std::string> Answer =
      askQuietly(findLayout().SizeProbe, Environment, textOf(Sizes),
                 PatienceInMilliseconds);
  if (!Answer)
    return ("the probe of " + Name + " failed").str();
  // "allocator <build id> <path>"
  auto [First, Lines] = StringRef(*Answer).split('\n');
  auto [BuildId, Path] = First.split(' ').second.split(' ');
  if (BuildId == "-")
    BuildId = "";
  if (!sys::fs::equivalent(Path, Library))
    return (Name + " does not tell the sizes of its blocks").str();
  if (!isThatOfTheRun(P, Library, BuildId))
    return (Name + " has changed since the run").str();
  addAnswers(To, Lines);
  return "";
}

std::string countOf(size_t N) {
  return utostr(N) + (N == 1 ? " size" : " sizes");
}

} // namespace

std::string measureUsableSizes(Profile &P) {
  Questions Q = questionsOfSizes(P);
  if (!Q.Sizes.empty()) {
    AllocatorInUse Allocator = findAllocatorInUse(P);
    if (Allocator.Path.empty())
      return Allocator.WhyUnknown;
    std::string Why = ask(P, Allocator.Path, "sizes", Q.Sizes, P.UsableSizes);
    if (!Why.empty())
      return Why;
  }
  std::vector<std::string> Left;
  if (Q.TooLarge)
    Left.push_back(countOf(Q.TooLarge) + " above 256 MiB");
  if (Q.TooMany)
    Left.push_back(countOf(Q.TooMany) + " beyond the 20,000 most frequent");
  return join(Left, ", ");
}

void measurePairCosts(Profile &P) {
  Questions Q = questionsOfTimes(P);
  AllocatorInUse Allocator = findAllocatorInUse(P);
  if (!Q.Sizes.empty() && !Allocator.Path.empty())
    ask(P, Allocator.Path, "times", Q.Sizes, P.PairCosts);
}

} // namespace anomalloc
