//===- MeasurementsWriter.cpp - lint weights to JSON ----------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Document/Keys.h"
#include "Weights/LineTexts.h"
#include "Weights/Measurements.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Format.h"

using namespace llvm;

namespace anomalloc {

constexpr size_t MostSizes = 16;

/// JSON's readers have 64 bits and a sign.
static uint64_t limited(uint64_t Number) {
  return std::min<uint64_t>(Number, INT64_MAX);
}
template <typename T> static auto limited(uint64_t T::*Number) {
  return [Number](const T &Its) { return limited(Its.*Number); };
}

/// 6 digits a line.
static std::string digitsOf(const std::vector<uint32_t> &Lines) {
  std::string Digits;
  raw_string_ostream OS(Digits);
  for (uint32_t Line : Lines)
    OS << format_hex_no_prefix(Line, LineTextDigits);
  return Digits;
}

static OneLine<std::vector<std::pair<uint64_t, uint64_t>>>
mostFrequentSizes(const MeasuredChain &C) {
  std::vector<std::pair<uint64_t, uint64_t>> Sizes;
  for (auto [Size, Allocations] : ArrayRef(C.Sizes).take_front(MostSizes))
    Sizes.push_back({limited(Size), limited(Allocations)});
  return {std::move(Sizes)};
}

static void describe(Keys<MeasuredUses> &K) {
  using U = MeasuredUses;
  K.name("accesses");
  K.add("blocks", "those whose accesses are known", limited(&U::Blocks));
  K.add("bytes", "asked for by these blocks", limited(&U::Asked));
  K.add("read_bytes", limited(&U::Read));
  K.add("written_bytes", limited(&U::Written));
  K.add("unread_blocks", "nobody read them", limited(&U::Unread));
  K.add("copied_only_read_blocks", "filled by one copy, and then only read",
        limited(&U::OnlyCopied));
}

static void describe(Keys<MeasuredChain> &K) {
  using C = MeasuredChain;
  K.name("chain");
  K.add("sites", "site ids; none: code without sites", [](const C &Its) {
    return each(Its.Sites, [](uint64_t Id) { return SiteId{Id}; });
  });
  K.add("frame", "index of frames: where the blocks were allocated",
        &C::Innermost);
  K.add("change",
        "index of frames: the line to change; null: nobody saw so far "
        "outwards",
        &C::Change);
  K.add("makers",
        "of a call: the makers that it leads to, indices of functions",
        [](const C &Its) {
          return ifThere(!Its.Makers.empty(), ArrayRef(Its.Makers));
        });
  K.add("changes",
        "what the report says of its line to change: indices of changes",
        [](const C &Its) {
          return ifThere(!Its.Changes.empty(), ArrayRef(Its.Changes));
        });
  K.add("of_call",
        "counted was a call of a maker, of whatever of the sites; the makers' "
        "own chains have the same blocks",
        [](const C &Its) { return ifThere(Its.OfCall, true); });
  K.add("shared",
        "the allocations are of several chains, and nobody counted which made "
        "how many; each of them has all",
        [](const C &Its) { return ifThere(Its.Shared, true); });
  K.add("depth", "loops around the site along the deepest chain of calls",
        limited(&C::Depth));
  K.add("allocations", "0: never executed", limited(&C::Allocations));
  K.add("bytes", "requested", limited(&C::Bytes));
  K.add("sizes",
        "[size, allocations], most allocations first, at most 16; of a call 0 "
        "where sizes were not counted",
        mostFrequentSizes);
  K.add("size_range",
        "the smallest and the largest size of all; absent where not all are "
        "known",
        [](const C &Its) -> IfThere<std::pair<uint64_t, uint64_t>> {
          if (!Its.SizeRange)
            return {};
          return std::pair(limited(Its.SizeRange->first),
                           limited(Its.SizeRange->second));
        });
  K.add("accesses",
        "what code compiled with -anomalloc-access read and wrote of the "
        "blocks; absent where that is not known",
        [](const C &Its) {
          return ifThere(Its.Uses.has_value(),
                         Its.Uses.value_or(MeasuredUses()));
        });
}

static void describe(Keys<MeasuredElsewhere> &K) {
  using E = MeasuredElsewhere;
  K.name("elsewhere");
  K.add("function", "linkage name; empty: unknown", &E::Function);
  K.add("library", "path; empty: unknown", &E::Library);
  K.add("allocations", limited(&E::Allocations));
  K.add("bytes", limited(&E::Bytes));
}

static void describe(Keys<MeasuredChange> &K) {
  using C = MeasuredChange;
  K.name("change");
  K.add("rank",
        "as the report numbers its entries: 1, m1 (memory), a1 (reads and "
        "writes), t1 (threads)",
        &C::Rank);
  K.add("anomaly", &C::Anomaly);
  K.add("evidence", &C::Evidence);
  K.add("remedy", &C::Remedy);
  K.add("measured",
        "what became of the blocks was seen; false: it is likely, from who "
        "made them",
        &C::IsMeasured);
  K.add("may_stay",
        "it saves only what does not stay, and nobody saw what became of the "
        "blocks",
        &C::MayStay);
  K.add("allocations", "of the entry's lines", limited(&C::Allocations));
  K.add("saved_allocations", limited(&C::Blocks));
  K.add("saved_allocations_most", "at most, if it is not known exactly",
        limited(&C::MostBlocks));
  K.add("saved_nanoseconds_pages", "of the most, the kernel's for pages",
        limited(&C::SavedPages));
  K.add("saved_nanoseconds", "the allocator's time alone",
        limited(&C::SavedLeast));
  K.add("saved_nanoseconds_most", "with the work around it",
        limited(&C::SavedMost));
  K.add("saved_nanoseconds_if_kept",
        "what a pool saves at most, if the blocks stay and do not fit into the "
        "caches",
        limited(&C::SavedIfKept));
  K.add("saved_nanoseconds_of_others",
        "and for nodes of other entries, which then lie in one row",
        limited(&C::SavedOfOthers));
  K.add("saved_bytes", limited(&C::SavedBytes));
  K.add("saved_traffic_bytes", "written or read for nothing",
        limited(&C::SavedTraffic));
}

static void describe(Keys<Measurements> &K) {
  using M = Measurements;
  K.constant("format", "anomalloc-lint-weights");
  K.constant("version", 2,
             "a later version removes a key or changes its meaning; within a "
             "version keys may be added");
  K.add("programs", "paths of what was recorded, sorted", &M::Programs);
  K.add("recorded", "when the run began: nanoseconds since 1970; 0: unknown",
        limited(&M::Recorded));
  K.add("allocations", "heap blocks of the run", limited(&M::Allocations));
  K.add("instrumented", "those that instrumented code made",
        limited(&M::Instrumented));
  K.add("bytes", "requested, of all heap blocks", limited(&M::Bytes));
  K.add("files",
        "as the debug information names them, absolute where the compiler knew "
        "the folder",
        &M::Files);
  K.add("texts",
        "for each of files, what its lines said when the run was recorded: 6 "
        "digits a line, the last 24 bits of the xxh3 of its text without white "
        "space at both ends; \"\": not known",
        [](const M &Its) {
          auto IsEmpty = [](const auto &Lines) { return Lines.empty(); };
          return ifThere(!all_of(Its.Texts, IsEmpty),
                         each(Its.Texts, digitsOf));
        });
  K.add("functions", "linkage names", &M::Functions);
  K.add("calls",
        "[function, calls]: how many calls of that index of functions "
        "returned, where this is known of all its calls",
        [](const M &Its) {
          return ifThere(
              !Its.Calls.empty(), each(Its.Calls, [](const auto &Row) {
                return OneLine{std::pair(Row.first, limited(Row.second))};
              }));
        });
  K.add("frames",
        "[file, line, column, function, caller]: indices of files, functions "
        "and frames; callers come first, null: none is known. The user's lines "
        "only",
        [](const M &Its) {
          return each(Its.Frames, [](const MeasuredFrame &F) {
            return OneLine{
                std::tuple(F.File, F.Line, F.Column, F.Function, F.Caller)};
          });
        });
  K.add("chains", &M::Chains);
  K.add("elsewhere",
        "blocks that no line of the user's is known for, most allocations "
        "first",
        &M::Elsewhere);
  K.add("changes",
        "the entries of the report's list of what to change, in its order",
        &M::Changes);
}

const JsonObject &lintWeightsObject() {
  return keysOf<Measurements>().object();
}

void writeMeasurements(raw_ostream &OS, const Measurements &M) {
  json::OStream J(OS, /*IndentSize=*/1);
  JsonOf<Measurements>::write(J, M);
  OS << '\n';
}

} // namespace anomalloc
