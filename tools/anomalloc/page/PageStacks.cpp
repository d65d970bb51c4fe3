//===- PageStacks.cpp - stacks, threads and time for a page ---------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "page/PageStacks.h"
#include "Analysis/stacks/StackGraph.h"
#include "Report/report/ThreadsJson.h"
#include "Report/stacks/StackGraphViews.h"
#include "Report/stacks/StackTreeJson.h"
#include "Report/timeline/TimelineViews.h"
#include "cli/Messages.h"
#include "inputs/TimelineInput.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace anomalloc {
namespace {

/// A call graph of more types than this is neither drawn nor read.
constexpr uint64_t MostTypes = 5000;
/// Of more stacks, graphs of each fate would take longer than all else.
constexpr size_t MostStacks = 100000;

/// What call graphs are there for.
struct GraphMeasure {
  const char *Name, *Blocks;
  bool ByBytes;
};
const GraphMeasure GraphMeasures[] = {
    {"allocations", "all", false},     {"bytes", "all", true},
    {"temporary", "temporary", false}, {"peak", "peak", true},
    {"leaked", "leaked", true},
};

template <typename Write>
void addPiece(std::vector<PagePiece> &To, unsigned Run, const Twine &Name,
              Write WriteTo) {
  PagePiece New{Name.str(), Run, ""};
  raw_string_ostream OS(New.Json);
  WriteTo(OS);
  OS.flush();
  To.push_back(std::move(New));
}

/// 'anomalloc schema callgraph'
void addGraphs(std::vector<PagePiece> &To, unsigned Run, const Profile &P) {
  for (const GraphMeasure &Its : GraphMeasures) {
    const BlockKind *Blocks = find_if(
        blockKinds(), [&](const BlockKind &K) { return K.Name == Its.Blocks; });
    if (Blocks->Of &&
        (P.StackLifetimes.empty() || P.StackCounts.size() > MostStacks))
      continue;
    for (bool UserOnly : {true, false}) {
      StackOptions Options;
      Options.Blocks = Blocks;
      Options.ByBytes = Its.ByBytes;
      Options.UserOnly = UserOnly;
      StackTree T = buildStackTree(P, Options);
      T.keepHeaviest(MostTypes);
      addPiece(To, Run,
               Twine("callgraph-") + Its.Name + (UserOnly ? "-user" : "-all"),
               [&](raw_ostream &OS) {
                 writeJsonStackGraph(OS, T, buildStackGraph(T));
               });
    }
  }
}

/// 'anomalloc schema timeline'. A run without one is no mistake; a trace that
/// cannot be read is told, and the page has the rest.
void addTimeline(std::vector<PagePiece> &To, unsigned Run, const Profile &P,
                 StringRef Path) {
  if (Path.empty() || !mayHaveTimeline(P))
    return;
  Expected<ReadTimeline> Read = readTimeline(Path, /*WithBands=*/true);
  if (!Read)
    return tellWarning("the page has no timeline: " +
                       toString(Read.takeError()));
  addPiece(To, Run, "timeline", [&](raw_ostream &OS) {
    writeJsonTimeline(OS, Read->Timeline,
                      Read->Bands ? &*Read->Bands : nullptr);
  });
}

} // namespace

void addStackPieces(std::vector<PagePiece> &To, unsigned Run, Profile &P,
                    const Filter &F, StringRef Path) {
  if (!F.empty())
    keepFiltered(P, F);
  if (!P.StackCounts.empty()) {
    // 'anomalloc schema stack-tree'
    addPiece(To, Run, "stacks",
             [&](raw_ostream &OS) { writeJsonStackTree(OS, packStacks(P)); });
    addGraphs(To, Run, P);
  }
  // 'anomalloc schema threads'
  if (F.Threads.empty())
    addPiece(To, Run, "threads", [&](raw_ostream &OS) {
      writeJsonThreads(OS, computeThreads(P), P);
    });
  if (F.empty())
    addTimeline(To, Run, P, Path);
}

} // namespace anomalloc
