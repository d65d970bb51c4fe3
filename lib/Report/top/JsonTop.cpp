//===- JsonTop.cpp - 'anomalloc top' for tools ----------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Document/Document.h"
#include "Report/report/JsonParts.h"
#include "Report/text/EstimateKeys.h"
#include "Report/top/TopPicture.h"

using namespace llvm;

namespace anomalloc {

template <>
inline constexpr ProgramState LastOf<ProgramState> = ProgramState::Unknown;
template <> inline constexpr LiveSort LastOf<LiveSort> = LiveSort::Last;

static void describe(Keys<LiveStack::Level> &K) {
  using Level = LiveStack::Level;
  K.name("live_stack_level");
  K.add("function", "demangled; empty if unknown",
        [](const Level &L) { return fullFunctionName(L.Function); });
  K.add("linkage_name", [](const Level &L) { return StringRef(L.Function); });
  K.add("library", [](const Level &L) { return StringRef(L.Library); });
  K.add("file", [](const Level &L) { return StringRef(L.File); });
  K.add("line", "0: unknown", &Level::Line);
}

namespace {

struct LiveNumbers {
  const Amount &Whole, &Now;
};
void describe(Keys<LiveNumbers> &K) {
  using Shown = const LiveNumbers &;
  K.name("live_numbers");
  K.add("allocations", "of the whole run so far",
        [](Shown N) { return N.Whole.Allocations; });
  K.add("bytes", "as requested", [](Shown N) { return N.Whole.Bytes; });
  K.add("new_allocations", "since the document before",
        [](Shown N) { return N.Now.Allocations; });
  K.add("new_bytes", [](Shown N) { return N.Now.Bytes; });
}

struct LiveTotals {
  const LiveRates &R;
};
void describe(Keys<LiveTotals> &K) {
  for (auto [Name, Its] : {std::pair("all", &HeapTotals::All),
                           {"sites", &HeapTotals::AtSites},
                           {"leading", &HeapTotals::Leading},
                           {"dark", &HeapTotals::Dark},
                           {"pool", &HeapTotals::Pool}})
    K.add(Name, [Its = Its](const LiveTotals &T) {
      return LiveNumbers{T.R.Whole.*Its, T.R.Now.*Its};
    });
}

struct TopDocument {
  const Profile &P;
  const LiveRates &R;
  LiveNames &Names;
  const TopChoice &Choice;
  const size_t Limit; ///< Of the rows of each table; 0: all.
};

struct LiveSite {
  const Site &Its;
  LiveNames &Names;
};
void describe(Keys<LiveSite> &K) {
  using Shown = const LiveSite &;
  K.add("id", "the same after a rebuild",
        [](Shown S) { return SiteId{S.Its.Id}; });
  K.add("callee", [](Shown S) { return fullFunctionName(S.Its.Callee); });
  K.add("user_frame", [](Shown S) { return S.Its.userFrame(); });
  K.add("callers", "of a site in a library: the lines that lead there",
        [](Shown S) { return ArrayRef(S.Names.callersOf(S.Its).Lines); });
}

struct LiveDark {
  StringRef Library, Function;
};
void describe(Keys<LiveDark> &K) {
  K.add("library", &LiveDark::Library);
  K.add("function",
        [](const LiveDark &D) { return fullFunctionName(D.Function); });
  K.add("linkage_name", &LiveDark::Function);
}

/// What a row stands for.
template <LiveView> struct LiveThing {
  const TopDocument &D;
  LiveKey Key;
};

void describe(Keys<LiveThing<LiveView::Sites>> &K) {
  using Shown = const LiveThing<LiveView::Sites> &;
  constexpr auto Dark = unsigned(LastOf<SiteFamily>) + 1;
  std::vector<std::string> Kinds = JsonOf<SiteFamily>::type().Words;
  Kinds.push_back("dark");
  K.addWord("kind", Kinds, [](Shown T) {
    return T.Key & DarkRow ? Dark : unsigned(T.D.P.Sites[T.Key].Family);
  });
  K.include([](Shown T) -> std::optional<LiveSite> {
    if (T.Key & DarkRow)
      return std::nullopt;
    return LiveSite{T.D.P.Sites[T.Key], T.D.Names};
  });
  K.include([](Shown T) -> std::optional<LiveDark> {
    if (!(T.Key & DarkRow))
      return std::nullopt;
    const auto Index = uint32_t(T.Key);
    if (Index >= T.D.P.Dark.size())
      return LiveDark{};
    return LiveDark{T.D.P.Dark[Index].Library, T.D.P.Dark[Index].Function};
  });
}

void describe(Keys<LiveThing<LiveView::Sections>> &K) {
  K.add("section", "empty: outside of every section",
        [](const LiveThing<LiveView::Sections> &T) {
          return StringRef(T.D.P.Sections[T.Key]);
        });
}

void describe(Keys<LiveThing<LiveView::Sizes>> &K) {
  K.add("size", "bytes of each block", &LiveThing<LiveView::Sizes>::Key);
}

void describe(Keys<LiveThing<LiveView::Threads>> &K) {
  auto AddOfLane = [&K](StringRef Name, auto Lane::*Its, StringRef Help = "") {
    K.add(Name, Help, [Its](const LiveThing<LiveView::Threads> &T) {
      return T.D.P.Lanes[T.Key].*Its;
    });
  };
  AddOfLane("name", &Lane::Name, "of its first thread");
  AddOfLane("lane", &Lane::Number);
  AddOfLane("tid", &Lane::Tid);
  AddOfLane("threads", &Lane::Threads,
            "that used this lane, one after the other");
}

template <LiveView V> struct ShownLiveRow {
  LiveThing<V> Its;
  LiveNumbers Numbers;
};
template <LiveView V> void describe(Keys<ShownLiveRow<V>> &K) {
  K.include(&ShownLiveRow<V>::Its);
  K.include(&ShownLiveRow<V>::Numbers);
}

template <LiveView V> void addRows(Keys<TopDocument> &K) {
  K.add(nameOf(V), [](const TopDocument &D) -> Each<ShownLiveRow<V>> {
    return {[&D](auto Take) {
      const ArrayRef<LiveRow> Rows = D.R.Rows[size_t(V)];
      for (const LiveRow &R : D.Limit ? Rows.take_front(D.Limit) : Rows)
        Take({{D, R.Key}, {R.Whole, R.Now}});
    }};
  });
}

struct ShownStack {
  const LiveStack &Its;
  const LiveRates &R;
  const LiveRow &Row;
};
void describe(Keys<ShownStack> &K) {
  using Shown = const ShownStack &;
  K.add("frames", "innermost first",
        [](Shown S) { return ArrayRef(S.Its.Levels); });
  K.include([](Shown S) { return LiveNumbers{S.Row.Whole, S.Row.Now}; });
  K.add("allocations_interval", "absent: the number is exact",
        [](Shown S) { return intervalOf(S.Its.Allocations); });
  K.add("bytes_interval", [](Shown S) { return intervalOf(S.Its.Bytes); });
  K.add("new_allocations_interval",
        [](Shown S) { return intervalOf(S.Its.NewAllocations); });
  K.add("new_bytes_interval",
        [](Shown S) { return intervalOf(S.Its.NewBytes); });
}

void describe(Keys<TopDocument> &K) {
  using Shown = const TopDocument &;
  K.constant("schema", "anomalloc-top");
  K.constant("version", 1);
  K.add("profile", "the file that is read; another after an exec",
        [](Shown D) { return StringRef(D.P.Processes[0].File); });
  K.include([](Shown D) { return ProgramFacts{D.P.Processes[0]}; });
  K.add("state",
        "ended: in order; gone: without its exit handlers; replaced: by exec, "
        "and what runs now writes no profile; unknown: on another machine",
        [](Shown D) { return D.Choice.State; });
  K.add("run_nanoseconds", "that the program has run, or ran; 0: not known",
        [](Shown D) { return D.Choice.RunTime; });
  K.add("dropped_events", "that could not be stored, and are in no number here",
        [](Shown D) { return D.P.Processes[0].DroppedEvents; });
  K.add("seconds", "that new_allocations and new_bytes were counted in",
        [](Shown D) { return D.R.Seconds; });
  K.add("of_whole_run",
        "this is the first document of a profile: all that was counted is new",
        [](Shown D) { return D.R.OfWholeRun; });
  K.add("sorted_by", [](Shown D) { return D.Choice.Sort; });
  K.add("totals",
        "all is sites and dark; leading is a part of sites; pool stands apart",
        [](Shown D) { return LiveTotals{D.R}; });
  addRows<LiveView::Sites>(K);
  addRows<LiveView::Sections>(K);
  addRows<LiveView::Sizes>(K);
  addRows<LiveView::Threads>(K);
  K.add("stacks", "stack trace types; with --view=stacks",
        [](Shown D) -> IfThere<Each<ShownStack>> {
          Each<ShownStack> Rows = {[&D](Each<ShownStack>::Taker Take) {
            const ArrayRef<LiveRow> All = D.R.Rows[size_t(LiveView::Stacks)];
            for (const LiveRow &R : D.Limit ? All.take_front(D.Limit) : All)
              Take({D.R.Stacks[R.Key], D.R, R});
          }};
          return ifThere(D.Choice.View == LiveView::Stacks, std::move(Rows));
        });
}

} // namespace

void writeJsonTop(raw_ostream &To, const Profile &P, const LiveRates &R,
                  LiveNames &Names, const TopChoice &Choice, size_t Limit) {
  writeDocument(To, TopDocument{P, R, Names, Choice, Limit}, /*Indent=*/0);
}

const JsonObject &topObject() { return keysOf<TopDocument>().object(); }

} // namespace anomalloc
