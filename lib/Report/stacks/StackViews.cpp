//===- StackViews.cpp - calling stacks as text and JSON -------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Report/stacks/StackViews.h"
#include "Document/Document.h"
#include "Report/stacks/StackParts.h"
#include "Report/text/Columns.h"
#include "Report/text/EstimateKeys.h"
#include "Report/text/EstimateText.h"
#include "Report/text/Paragraph.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include <map>

using namespace llvm;

namespace anomalloc {

/// Adds a level to a line that has \p Taken columns already.
static void addLevel(Paragraph &Line, const StackTree &T,
                     const StackTree::Node &N, size_t Taken,
                     const TextStyle &Style) {
  size_t Room = Style.Width - std::min(Style.Width / 2, Taken + 3);
  const StackFunction &F = T.Functions[N.Function];
  std::string Place = stackPlace(F, N.File, N.Line, Style.room(Room / 2));
  Line.add(stackFunctionName(
      F, Style.room(Room - std::min(Room / 2, columnsOf(Place)))));
  if (!Place.empty())
    Line.add(" @ " + Place, Paint::Dim);
}

/// What is not in the list, or not as it should be.
static void printNotes(raw_ostream &OS, const StackTree &T,
                       const TextStyle &Style) {
  uint64_t Shown = 0;
  for (uint32_t Type : T.Types)
    Shown += T.Nodes[Type].Allocations;
  if (T.Types.size() < T.NumTypes)
    Paragraph()
        .add(formatNumberOf(T.NumTypes - T.Types.size(), "more type") + ": " +
                 stackNumber(T, T.Allocations - Shown, Style) +
                 " (--limit=0 shows all)",
             Paint::Dim)
        .print(OS, Style);
  auto Note = [&](uint64_t Count, const char *What) {
    if (Count)
      Paragraph()
          .add(Style.count(Count) + What, Paint::Warning)
          .print(OS, Style);
  };
  Note(T.ByFramePointer, " of them came through code without call frame "
                         "information: there, frame pointers were followed");
  Note(T.Cut, " of them have no known outermost levels");
  Note(T.Lost, " more had no room in the profile for their stacks");
}

void writeStackList(raw_ostream &To, const StackTree &T,
                    const TextStyle &Style) {
  PrintableStream OS(To, Style.documentKind());
  if (T.Types.empty())
    return writeNoStacks(OS, T, Style);
  OS << "Number of stack trace types: " << Style.count(T.NumTypes)
     << (T.isEstimated() ? " of drawn blocks" : "") << '\n';
  writeEstimateNote(OS, T, Style);
  for (const auto &[I, Type] : enumerate(T.Types)) {
    const StackTree::Node &N = T.Nodes[Type];
    Paragraph()
        .add("Stack trace type " + Twine(I + 1) + "/" + Twine(T.NumTypes) +
                 ": ",
             Paint::Heading)
        .add(stackEstimate(T, T.allocationsOf(Type), Style) + ", " +
             formatEstimatedBytes(T.bytesOf(Type)) + ", " +
             aboutIf(*T.Source, formatPercent(T.weight(N), T.weight())))
        .print(OS, Style);
    for (const auto &[Depth, Level] : enumerate(T.levels(Type))) {
      std::string Number = "[" + utostr(Depth) + "] ";
      Paragraph Line(0, Number.size());
      Line.add(Number);
      addLevel(Line, T, Level, Number.size(), Style);
      Line.print(OS, Style);
    }
  }
  printNotes(OS, T, Style);
}

namespace {
/// The tree of the shown types, with sums.
struct ViewNode {
  std::optional<StackTree::Node> Level;
  uint64_t Weight = 0;
  SampleSum Drawn; ///< What Weight rests on, if it is estimated.
  std::map<uint32_t, ViewNode> Inner; ///< By function.
};
} // namespace

static std::string weightOf(const ViewNode &N, const StackTree &T,
                            const TextStyle &Style) {
  return stackWeight(T,
                     T.isEstimated() ? N.Drawn.estimate(*T.Source)
                                     : Estimate::exact(N.Weight),
                     Style);
}

/// The columns of the widest weight. Those of estimates are told one by one.
static size_t widthOf(const ViewNode &N, const StackTree &T,
                      const TextStyle &Style) {
  size_t Widest = N.Level ? columnsOf(weightOf(N, T, Style)) : 0;
  for (const auto &[Function, Inner] : N.Inner)
    Widest = std::max(Widest, widthOf(Inner, T, Style));
  return Widest;
}

static void printNode(raw_ostream &OS, const StackTree &T, const ViewNode &N,
                      unsigned Depth, size_t CountWidth,
                      const TextStyle &Style) {
  std::vector<const ViewNode *> Sorted;
  for (const auto &[Function, Inner] : N.Inner)
    Sorted.push_back(&Inner);
  llvm::sort(Sorted, [](const ViewNode *A, const ViewNode *B) {
    return A->Weight != B->Weight ? A->Weight > B->Weight
                                  : A->Level->Function < B->Level->Function;
  });
  for (const ViewNode *Inner : Sorted) {
    size_t Numbers = CountWidth + 10 + T.isEstimated();
    // Deep stacks go straight down at some time.
    size_t Deepest = (Style.Width - std::min(Style.Width, Numbers)) / 4;
    size_t Column = Numbers + 2 * std::min<size_t>({Depth, Deepest, 30});
    std::string Front;
    raw_string_ostream(Front)
        << padLeft(weightOf(*Inner, T, Style), CountWidth) << ' '
        << right_justify(
               aboutIf(*T.Source, formatPercent(Inner->Weight, T.weight())),
               7 + T.isEstimated());
    Front.resize(Column, ' ');
    Paragraph Line(0, Column);
    Line.add(Front);
    addLevel(Line, T, *Inner->Level, Column, Style);
    Line.print(OS, Style);
    printNode(OS, T, *Inner, Depth + 1, CountWidth, Style);
  }
}

void writeStackTree(raw_ostream &To, const StackTree &T, bool BottomUp,
                    const TextStyle &Style) {
  PrintableStream OS(To, Style.documentKind());
  if (T.Types.empty())
    return writeNoStacks(OS, T, Style);
  ViewNode Root;
  for (uint32_t Type : T.Types) {
    std::vector<StackTree::Node> Levels = T.levels(Type);
    if (!BottomUp)
      std::reverse(Levels.begin(), Levels.end());
    ViewNode *At = &Root;
    for (const StackTree::Node &Level : Levels) {
      At = &At->Inner[Level.Function];
      if (!At->Level)
        At->Level = Level;
      At->Weight += T.weight(T.Nodes[Type]);
      if (T.isEstimated())
        At->Drawn += T.ByBytes ? T.OwnTallies[Type].Bytes
                               : T.OwnTallies[Type].Allocations;
    }
  }
  size_t Width = T.ByBytes ? formatBytes(1023).size() + 4
                           : Style.count(T.Allocations).size();
  if (T.isEstimated())
    Width = widthOf(Root, T, Style);
  writeEstimateNote(OS, T, Style);
  printNode(OS, T, Root, 0, Width, Style);
  printNotes(OS, T, Style);
}

namespace {

struct StackType {
  const StackTree &T;
  uint32_t Node;
};
void describe(Keys<StackType> &K) {
  using Shown = const StackType &;
  K.add("occurrences", [](Shown S) { return S.T.Nodes[S.Node].Allocations; });
  K.add("bytes", [](Shown S) { return S.T.Nodes[S.Node].Bytes; });
  K.add("occurrencesInterval", "absent: occurrences is exact",
        [](Shown S) { return intervalOf(S.T.allocationsOf(S.Node)); });
  K.add("bytesInterval",
        [](Shown S) { return intervalOf(S.T.bytesOf(S.Node)); });
  K.add("frames", "innermost first; inlined functions are levels too",
        [](Shown S) -> Each<FunctionLine> {
          return {[S](auto Take) {
            for (const StackTree::Node &N : S.T.levels(S.Node))
              Take({S.T.Functions[N.Function], N.File, N.Line});
          }};
        });
}

} // namespace

static void describe(Keys<StackTree> &K) {
  K.constant("version", 1);
  describeSample(
      K, [](const StackTree &T) -> const Profile & { return *T.Source; });
  K.add("blocks",
        "which blocks are counted (--blocks); allocations and occurrences are "
        "of these",
        [](const StackTree &T) { return T.Blocks->Name; });
  K.add("allocations", "with a stack that passed the filters",
        &StackTree::Allocations);
  K.add("bytes", "that they asked for", &StackTree::Bytes);
  K.add("byFramePointer",
        "of the allocations: some level was found by frame pointer, for want "
        "of call frame information",
        &StackTree::ByFramePointer);
  K.add("cut", "of the allocations: the outermost levels are not known",
        &StackTree::Cut);
  K.add("lost",
        "allocations of the profiles, filtered or not, whose stacks had no "
        "room",
        &StackTree::Lost);
  K.add("withoutStack",
        "allocations of the profiles that were counted without a stack: not "
        "selected, or lost",
        &StackTree::NotSelected);
  K.add("numTypes", "stack trace types; types may hold fewer (--limit)",
        &StackTree::NumTypes);
  K.add("types", "most occurrences first, or most bytes (--sort)",
        [](const StackTree &T) {
          return each(T.Types,
                      [&T](uint32_t Node) { return StackType{T, Node}; });
        });
}

void writeJsonStacks(raw_ostream &To, const StackTree &T) {
  writeDocument(To, T);
}

const JsonObject &stacksObject() { return keysOf<StackTree>().object(); }

} // namespace anomalloc
