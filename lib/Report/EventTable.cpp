//===- EventTable.cpp -----------------------------------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Report/EventTable.h"
#include "Profile/Symbolizer.h"
#include "Report/Names.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;
using namespace anomalloc::format;

namespace anomalloc {
namespace {

constexpr char Columns[] =
    "nanoseconds,event,lane,maker,block,by_realloc,bytes,section,site,file,"
    "line,function,library,offset\n";

/// As RFC 4180 says.
std::string quoted(StringRef Text) {
  if (Text.find_first_of(",\"\r\n") == StringRef::npos)
    return Text.str();
  std::string Result = "\"";
  for (char C : Text)
    Result += C == '"' ? "\"\"" : std::string(1, C);
  return Result + '"';
}

/// The columns from `bytes` on.
std::string columnsOf(const Profile &P, const Count &Key) {
  std::string Text;
  raw_string_ostream OS(Text);
  OS << Key.Size << ',' << quoted(P.section(Key.Section)) << ',';
  if (Key.Site) {
    const Site &S = P.site(*Key.Site);
    const Frame &F = S.userFrame();
    OS << format_hex_no_prefix(S.Id, 16) << ',' << quoted(F.File) << ','
       << F.Line << ',' << quoted(fullFunctionName(F.Function));
  } else {
    OS << ",,,";
    if (Key.Dark)
      OS << quoted(fullFunctionName(P.dark(*Key.Dark).Function));
  }
  OS << ',';
  if (Key.Dark)
    OS << quoted(P.dark(*Key.Dark).Library) << ",0x"
       << utohexstr(P.dark(*Key.Dark).Offset, /*LowerCase=*/true);
  else
    OS << ',';
  return Text;
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
       << E.Reallocated << ',' << Keys[E.Key] << '\n';
    break;
  case TraceEvent::Free:
    OS << "free," << E.Lane << ',' << E.Maker << ',' << E.Block << ','
       << E.Reallocated << ",,,,,,,,\n";
    break;
  case TraceEvent::Thread:
    OS << "thread," << E.Lane << ",," << E.Block << ",,,,,,,,,\n";
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
    if (std::string Missing = missingEvents(**Reader); !Missing.empty())
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
