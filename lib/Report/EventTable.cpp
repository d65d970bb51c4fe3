//===- EventTable.cpp -----------------------------------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Report/EventTable.h"
#include "Profile/Symbolizer.h"
#include "Report/CsvParts.h"

using namespace llvm;
using namespace anomalloc::format;

namespace anomalloc {
namespace {

/// What is the same for all allocations of a key; none: it is no allocation.
void addKey(CsvCells &Row, const Profile &P, const Count *Key) {
  Row.add("bytes", memberOf(Key, &Count::Size));
  Row.add("section",
          onlyIf(Key, StringRef(Key ? P.section(Key->Section) : "")));
  addOrigin(Row, P, Key ? Key->Site : std::nullopt,
            Key ? Key->Dark : std::nullopt);
  bool HasSite = Key && Key->Site;
  addPlace(Row, HasSite ? &P.site(*Key->Site).userFrame() : nullptr);
}

/// The cells of addKey.
std::string cellsOf(const Profile &P, const Count *Key, CsvForm Form) {
  std::string Text;
  raw_string_ostream OS(Text);
  CsvCells Cells(OS, Form);
  addKey(Cells, P, Key);
  return OS.str();
}

/// Calls \p Use with each event.
template <typename UseT> Error forEachEvent(TraceReader &Reader, UseT Use) {
  while (true) {
    Expected<ArrayRef<TraceEvent>> Events = Reader.next();
    if (!Events)
      return Events.takeError();
    if (Events->empty())
      return Error::success();
    for (const TraceEvent &E : *Events)
      Use(E);
  }
}

StringRef nameOf(TraceEvent::Kind What) {
  switch (What) {
  case TraceEvent::Allocation:
    return "allocation";
  case TraceEvent::Free:
    return "free";
  case TraceEvent::Thread:
  case TraceEvent::SectionBegin:
  case TraceEvent::SectionEnd:
    break;
  }
  return "thread";
}

/// \p Start: of the trace. \p Key: the cells of its key.
void addEvent(CsvCells &Row, const TraceEvent &E, uint64_t Start,
              StringRef Key) {
  bool IsThread = E.What == TraceEvent::Thread;
  Row.add("nanoseconds", E.Time > Start ? E.Time - Start : 0);
  Row.addPlain("event", nameOf(E.What)).add("lane", E.Lane);
  Row.add("maker", onlyIf(!IsThread, E.Maker)).add("block", E.Block);
  Row.add("by_realloc", onlyIf(!IsThread, uint64_t(E.Reallocated)));
  Row.addWritten(Key);
}

} // namespace

Error writeEventTable(raw_ostream &OS, TracedProfile &Traced,
                      function_ref<void(const std::string &)> Warn) {
  std::vector<std::string> Keys;
  {
    Expected<std::unique_ptr<TraceReader>> Reader = Traced.trace();
    if (!Reader)
      return Reader.takeError();
    if (Error E = forEachEvent(**Reader, [](const TraceEvent &) {}))
      return E;
    Expected<TracedProfile::Names> Names = Traced.resolve((*Reader)->keys());
    if (!Names)
      return Names.takeError();
    symbolize(*Names->Model);
    if (std::string Missing = Traced.missing(**Reader); !Missing.empty())
      Warn(Missing);
    for (const Count &Key : Names->Keys)
      Keys.push_back(cellsOf(*Names->Model, &Key, CsvForm::Values));
  }
  Expected<std::unique_ptr<TraceReader>> Reader = Traced.trace();
  if (!Reader)
    return Reader.takeError();
  const uint64_t Start = (*Reader)->header().StartTime;
  const Profile Nothing;
  const std::string NoKey = cellsOf(Nothing, nullptr, CsvForm::Values);
  {
    CsvRow Row(OS, CsvForm::Names);
    addEvent(Row, {}, 0, cellsOf(Nothing, nullptr, CsvForm::Names));
  }
  return forEachEvent(**Reader, [&](const TraceEvent &E) {
    bool HasKey = E.What == TraceEvent::Allocation;
    if (HasKey && E.Key >= Keys.size())
      return; // The program still runs, and has gone on.
    if (E.What == TraceEvent::SectionBegin || E.What == TraceEvent::SectionEnd)
      return;
    CsvRow Row(OS);
    addEvent(Row, E, Start, HasKey ? Keys[E.Key] : NoKey);
  });
}

} // namespace anomalloc
