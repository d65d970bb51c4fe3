//===- SizeProbe.cpp - what the allocator really hands out ----------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "allocators/SizeProbe.h"
#include "Analysis/allocators/AllocatorCost.h"
#include "Analysis/allocators/AllocatorModel.h"
#include "Profile/Totals.h"
#include "Support/Printable.h"
#include "cli/Layout.h"
#include "record/QuietChild.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/Path.h"
#include <cstdlib>
#include <set>

using namespace llvm;

namespace anomalloc {
namespace {

constexpr uint64_t LargestMeasured = uint64_t(256) << 20;
constexpr size_t MostMeasured = 20000;
constexpr size_t MostTimed = 500;
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
  for (const Count &C : P.Counts)
    if (isHeap(P, C) && C.Allocations)
      BySize[C.Size] = SaturatingAdd(BySize[C.Size], C.Allocations);
  return questionsOf(BySize, MostTimed);
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
std::string ask(const AllocatorLibrary &Library, StringRef What,
                ArrayRef<uint64_t> Sizes, Answers &To) {
  if (Library.Path.empty())
    return Library.WhyNot;
  StringRef Name = sys::path::filename(Library.Path);
  // Nothing of the caller's environment: its LD_LIBRARY_PATH may have the
  // current folder, and a profile may come with libraries for that.
  std::vector<std::string> Environment = {("ANOMALLOC_PROBE=" + What).str()};
  if (!isLibraryOfGlibc(Library.Path))
    Environment.push_back("LD_PRELOAD=" + Library.Path);
  std::optional<std::string> Answer =
      askQuietly(findLayout().SizeProbe, Environment, textOf(Sizes),
                 PatienceInMilliseconds);
  if (!Answer)
    return ("the probe of " + Name + " failed").str();
  // "allocator <build id> <path>"
  auto [First, Lines] = StringRef(*Answer).split('\n');
  if (!sys::fs::equivalent(First.split(' ').second.split(' ').second,
                           Library.Path))
    return (Name + " does not tell the sizes of its blocks").str();
  addAnswers(To, Lines);
  return "";
}

std::string countOf(size_t N) {
  return utostr(N) + (N == 1 ? " size" : " sizes");
}

} // namespace

std::string measureUsableSizes(Profile &P, const AllocatorLibrary &Library) {
  Questions Q = questionsOfSizes(P);
  if (!Q.Sizes.empty()) {
    std::string Why = ask(Library, "sizes", Q.Sizes, P.UsableSizes);
    if (!Why.empty())
      return printable(Why);
  }
  std::vector<std::string> Left;
  if (Q.TooLarge)
    Left.push_back(countOf(Q.TooLarge) + " above 256 MiB");
  if (Q.TooMany)
    Left.push_back(countOf(Q.TooMany) + " beyond the 20,000 most frequent");
  return join(Left, ", ");
}

void measureCosts(Profile &P, const AllocatorLibrary &Library) {
  Questions Q = questionsOfTimes(P);
  if (Q.Sizes.empty())
    return;
  ask(Library, "pair", Q.Sizes, P.PairCosts);
  std::set<uint64_t> Classes;
  for (uint64_t Size : Q.Sizes) {
    auto [Below, Above] = workClassesOf(Size);
    Classes.insert({Below, Above});
  }
  std::vector<uint64_t> Asked(Classes.begin(), Classes.end());
  ask(Library, "fill", Asked, P.FillCosts.Alike);
  ask(Library, "fill-mixed", Asked, P.FillCosts.Mixed);
  ask(Library, "copy", Asked, P.CopyCosts.Alike);
  ask(Library, "copy-mixed", Asked, P.CopyCosts.Mixed);
  if (std::vector<uint64_t> Nodes = nodeClassesOf(P); !Nodes.empty()) {
    ask(Library, "kept", Nodes, P.KeptCosts.Together);
    ask(Library, "kept-apart", Nodes, P.KeptCosts.Apart);
    ask(Library, "kept-gap", Nodes, P.KeptCosts.Gap);
  }
  constexpr uint64_t PageSize = 4096;
  Answers OfPage;
  ask(Library, "page", {PageSize}, OfPage);
  P.PageCost = OfPage[PageSize];
}

} // namespace anomalloc
