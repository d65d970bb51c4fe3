//===- Perfetto.cpp - live memory over time, for Perfetto -----------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Events of Chrome's trace format, with times in microseconds since the trace
/// began:
/// \code
///   {"ph":"C","pid":1,"ts":12.5,"name":"live","args":{"bytes":4096}}
///   {"ph":"b","pid":1,"ts":12.5,"name":"solve","cat":"phase","id2":{"local":"0x1"}}
///   {"ph":"B","pid":1,"tid":2,"ts":12.5,"name":"assemble"}
/// \endcode
/// Perfetto calls that counter "live bytes": by both names.
/// A phase is of all threads, and may overlap others. A scope is its thread's.
///
//===----------------------------------------------------------------------===//

#include "Analysis/lifetimes/TraceBands.h"
#include "Profile/Symbolizer.h"
#include "Profile/Texts.h"
#include "Report/formats/Formats.h"
#include "Report/report/JsonParts.h"
#include "Report/timeline/TimelineViews.h"
#include "Support/Printable.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/JSON.h"
#include <map>

using namespace llvm;

namespace anomalloc {
namespace {

/// Events of the process itself are those of thread 0, and no lane's.
uint64_t threadOf(uint32_t Lane) { return uint64_t(Lane) + 1; }

class PerfettoWriter {
public:
  PerfettoWriter(raw_ostream &OS, const TracedProfile &Traced,
                 const TraceTimeline &T, const TraceBands &Bands)
      : Traced(Traced), T(T), Bands(Bands), J(OS) {}

  Error write();

private:
  /// An event at \p Time, in nanoseconds since the begin.
  void event(
      StringRef Phase, uint64_t Thread, uint64_t Time, StringRef Name,
      function_ref<void()> Rest = [] {});
  void writeNames();
  void writeCounters();
  void writeHolders();
  void writePeak();
  Error writeSections();
  void beginSection(const TraceEvent &E, uint64_t Time);
  void endSection(const TraceEvent &E, uint64_t Time);
  /// Which of the process's phases it is.
  void writePhase(uint64_t Number);

  const TracedProfile &Traced;
  const TraceTimeline &T;
  const TraceBands &Bands;
  json::OStream J;
  uint64_t NumPhases = 0;
  /// Numbers of phases that are open, by section; the last one ends first.
  std::map<uint32_t, std::vector<uint64_t>> OpenPhases;
  std::map<uint32_t, uint64_t> OpenScopes; ///< How many, by lane.
};

void PerfettoWriter::event(StringRef Phase, uint64_t Thread, uint64_t Time,
                           StringRef Name, function_ref<void()> Rest) {
  J.object([&] {
    J.attribute("ph", Phase);
    J.attribute("pid", 1);
    J.attribute("tid", Thread);
    J.attributeBegin("ts");
    J.rawValue(formatv("{0}.{1,0+3}", Time / 1000, Time % 1000).str());
    J.attributeEnd();
    writeJsonString(J, "name", Name);
    Rest();
  });
}

void PerfettoWriter::writeNames() {
  auto Named = [&](StringRef What, uint64_t Thread, const std::string &Name) {
    event("M", Thread, 0, What, [&] {
      J.attributeObject("args", [&] { writeJsonString(J, "name", Name); });
    });
  };
  Named("process_name", 0, exportTitle(*T.Model));
  for (const Lane &L : T.Model->Lanes)
    Named("thread_name", threadOf(L.Number),
          L.Name.empty() ? "thread " + std::to_string(L.Number) : L.Name);
}

void PerfettoWriter::writeCounters() {
  const LiveTrack &Track = T.ByTime;
  for (size_t I = 0; I != Track.points().size(); ++I) {
    const LiveAmount &Live = Track.points()[I];
    for (auto [Name, Unit, Value] : {std::tuple("live", "bytes", Live.Bytes),
                                     {"number of live", "blocks", Live.Blocks}})
      event("C", 0, uint64_t(I) << Track.shift(), Name,
            [&, U = Unit, V = Value] {
              J.attributeObject("args", [&] { J.attribute(U, V); });
            });
  }
}

/// The bytes of each who held the most at the peak, and of the others.
void PerfettoWriter::writeHolders() {
  std::vector<std::string> Names;
  TextStyle Style;
  for (const TraceTimeline::Holder &H : T.Holders) {
    if (Names.size() == LiveBands::Others)
      break;
    std::string Place = placeOf(H, *T.Model, Style, /*Indent=*/0);
    if (H.Section != SectionIndex{})
      Place += ", " + sectionOf(H, *T.Model);
    Names.push_back(formatv("{0}. {1}", Names.size() + 1, Place));
  }
  const auto &Track = Bands.ByTime;
  for (size_t I = 0; I != Track.points().size(); ++I)
    event("C", 0, uint64_t(I) << Track.shift(), "live bytes of", [&] {
      const LiveBands &Live = Track.points()[I];
      J.attributeObject("args", [&] {
        for (size_t Who = 0; Who != Names.size(); ++Who)
          J.attribute(Names[Who], Live.Parts[Who]);
        J.attribute("others", Live.Parts[LiveBands::Others]);
      });
    });
}

void PerfettoWriter::writePeak() {
  if (!T.Peak.Blocks)
    return;
  event("i", 0, T.PeakTime, "peak of live bytes", [&] {
    J.attribute("s", "p"); // Of the process.
    J.attributeObject("args", [&] {
      J.attribute("bytes", T.Peak.Bytes);
      J.attribute("blocks", T.Peak.Blocks);
    });
  });
}

void PerfettoWriter::beginSection(const TraceEvent &E, uint64_t Time) {
  std::string Name = printable(Traced.section(E.Key));
  if (!E.Block) {
    ++OpenScopes[E.Lane];
    event("B", threadOf(E.Lane), Time, Name);
    return;
  }
  OpenPhases[E.Key].push_back(++NumPhases);
  event("b", 0, Time, Name, [&] { writePhase(NumPhases); });
}

void PerfettoWriter::writePhase(uint64_t Number) {
  J.attribute("cat", "phase");
  // Of the process: an "id" would be everybody's.
  J.attributeObject("id2",
                    [&] { J.attribute("local", "0x" + utohexstr(Number)); });
}

/// What began before the trace did is left out.
void PerfettoWriter::endSection(const TraceEvent &E, uint64_t Time) {
  std::string Name = printable(Traced.section(E.Key));
  if (!E.Block) {
    if (OpenScopes[E.Lane] && OpenScopes[E.Lane]--)
      event("E", threadOf(E.Lane), Time, Name);
    return;
  }
  std::vector<uint64_t> &Open = OpenPhases[E.Key];
  if (Open.empty())
    return;
  event("e", 0, Time, Name, [&] { writePhase(Open.back()); });
  Open.pop_back();
}

Error PerfettoWriter::writeSections() {
  Expected<std::unique_ptr<TraceReader>> Reader = Traced.trace();
  if (!Reader)
    return Reader.takeError();
  const uint64_t Start = (*Reader)->header().StartTime;
  while (true) {
    Expected<ArrayRef<TraceEvent>> Events = (*Reader)->next();
    if (!Events)
      return Events.takeError();
    if (Events->empty())
      return Error::success();
    for (const TraceEvent &E : *Events) {
      uint64_t Time = E.Time > Start ? E.Time - Start : 0;
      if (E.What == TraceEvent::SectionBegin)
        beginSection(E, Time);
      else if (E.What == TraceEvent::SectionEnd)
        endSection(E, Time);
    }
  }
}

Error PerfettoWriter::write() {
  Error Result = Error::success();
  J.object([&] {
    J.attribute("displayTimeUnit", "ns");
    J.attributeArray("traceEvents", [&] {
      writeNames();
      writeCounters();
      writeHolders();
      writePeak();
      if (Error E = writeSections())
        Result = joinErrors(std::move(Result), std::move(E));
    });
  });
  return Result;
}

} // namespace

Error writePerfetto(raw_ostream &OS, TracedProfile &Traced,
                    function_ref<void(const std::string &)> Warn) {
  Expected<TraceTimeline> T = computeTimeline(Traced);
  if (!T)
    return T.takeError();
  Expected<TraceBands> Bands = computeBands(Traced, *T);
  if (!Bands)
    return Bands.takeError();
  if (!T->Missing.empty())
    Warn(T->Missing);
  symbolize(*T->Model);
  makePrintable(*T->Model);
  if (Error E = PerfettoWriter(OS, Traced, *T, *Bands).write())
    return E;
  OS << '\n';
  return Error::success();
}

} // namespace anomalloc
