//===- EventTable.cpp -----------------------------------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Report/csv/EventTable.h"
#include "Profile/Symbolizer.h"
#include "Report/csv/CsvParts.h"

using namespace llvm;
using namespace anomalloc::format;

namespace anomalloc {
namespace {

/// What is the same for all allocations of a key; none: it is no allocation.
/// \p InTrace: the same key there; null if the trace does not tell forms.
void addKey(CsvCells &Row, const Profile &P, const Count *Key,
            const TraceKey *InTrace) {
  const unsigned Bits = InTrace ? InTrace->alignmentBits() : 0;
  Row.add("zeroed", onlyIf(InTrace, uint64_t(InTrace && InTrace->isZeroed())));
  Row.add("alignment", onlyIf(Bits, uint64_t(1) << Bits));
  Row.add("bytes", memberOf(Key, &Count::Size));
  Row.add("section",
          onlyIf(Key, StringRef(Key ? P.section(Key->Section) : "")));
  addOrigin(Row, P, Key ? Key->Site : std::nullopt,
            Key ? Key->Dark : std::nullopt);
  bool HasSite = Key && Key->Site;
  addPlace(Row, HasSite ? &P.site(*Key->Site).userFrame() : nullptr);
}

/// The cells of addKey.
std::string cellsOf(const Profile &P, const Count *Key, const TraceKey *InTrace,
                    CsvForm Form) {
  std::string Text;
  raw_string_ostream OS(Text);
  CsvCells Cells(OS, Form);
  addKey(Cells, P, Key, InTrace);
  return OS.str();
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
  case TraceEvent::Kept:
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
    const bool TellsForms = (*Reader)->header().Version >= TraceFormVersion;
    for (size_t I = 0; I != Names->Keys.size(); ++I)
      Keys.push_back(cellsOf(*Names->Model, &Names->Keys[I],
                             TellsForms ? &(*Reader)->keys()[I] : nullptr,
                             CsvForm::Values));
  }
  Expected<std::unique_ptr<TraceReader>> Reader = Traced.trace();
  if (!Reader)
    return Reader.takeError();
  const uint64_t Start = (*Reader)->header().StartTime;
  const Profile Nothing;
  const std::string NoKey = cellsOf(Nothing, nullptr, nullptr, CsvForm::Values);
  {
    CsvRow Row(OS, CsvForm::Names);
    addEvent(Row, {}, 0, cellsOf(Nothing, nullptr, nullptr, CsvForm::Names));
  }
  return forEachEvent(**Reader, [&](const TraceEvent &E) {
    bool HasKey = E.What == TraceEvent::Allocation;
    if (HasKey && E.Key >= Keys.size())
      return; // The program still runs, and has gone on.
    if (E.What == TraceEvent::SectionBegin ||
        E.What == TraceEvent::SectionEnd || E.What == TraceEvent::Kept)
      return;
    CsvRow Row(OS);
    addEvent(Row, E, Start, HasKey ? Keys[E.Key] : NoKey);
  });
}

} // namespace anomalloc
