//===- EventTable.cpp -----------------------------------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Report/EventTable.h"
#include "Profile/Symbolizer.h"
#include "Report/CsvRow.h"
#include "Report/JsonParts.h"
#include "Report/Names.h"

using namespace llvm;
using namespace anomalloc::format;

namespace anomalloc {
namespace {

constexpr char Columns[] =
    "nanoseconds,event,lane,maker,block,by_realloc,bytes,section,site,library,"
    "library_function,library_offset,file,line,function\n";

/// The columns from `bytes` on, and the end of the line, where they are empty.
constexpr char NoKey[] = ",,,,,,,,,\n";

/// The same of an allocation.
std::string columnsOf(const Profile &P, const Count &Key) {
  std::string Text;
  raw_string_ostream OS(Text);
  {
    CsvRow Row(OS);
    Row.add(Key.Size).add(P.section(Key.Section));
    const Site *S = Key.Site ? &P.site(*Key.Site) : nullptr;
    if (S)
      Row.add(hexId(S->Id));
    else
      Row.none();
    if (Key.Dark) {
      const DarkOrigin &D = P.dark(*Key.Dark);
      Row.add(D.Library).add(fullFunctionName(D.Function)).add(D.Offset);
    } else {
      Row.none(3);
    }
    if (S) {
      const Frame &F = S->userFrame();
      Row.add(F.File).add(uint64_t(F.Line)).add(fullFunctionName(F.Function));
    } else {
      Row.none(3);
    }
  }
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

void writeEvent(raw_ostream &OS, const TraceEvent &E,
                ArrayRef<std::string> Keys) {
  switch (E.What) {
  case TraceEvent::Allocation:
    OS << "allocation," << E.Lane << ',' << E.Maker << ',' << E.Block << ','
       << E.Reallocated << ',' << Keys[E.Key];
    break;
  case TraceEvent::Free:
    OS << "free," << E.Lane << ',' << E.Maker << ',' << E.Block << ','
       << E.Reallocated << NoKey;
    break;
  case TraceEvent::Thread:
    OS << "thread," << E.Lane << ",," << E.Block << ',' << NoKey;
    break;
  }
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
      Keys.push_back(columnsOf(*Names->Model, Key));
  }
  Expected<std::unique_ptr<TraceReader>> Reader = Traced.trace();
  if (!Reader)
    return Reader.takeError();
  const uint64_t Start = (*Reader)->header().StartTime;
  OS << Columns;
  return forEachEvent(**Reader, [&](const TraceEvent &E) {
    if (E.What == TraceEvent::Allocation && E.Key >= Keys.size())
      return; // The program still runs, and has gone on.
    OS << (E.Time > Start ? E.Time - Start : 0) << ',';
    writeEvent(OS, E, Keys);
  });
}

} // namespace anomalloc
