//===- JsonTop.cpp - 'anomalloc top' for tools ----------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Report/report/JsonParts.h"
#include "Report/text/Names.h"
#include "Report/top/TopPicture.h"

using namespace llvm;

namespace anomalloc {
namespace {

class JsonTopWriter {
public:
  JsonTopWriter(json::OStream &J, const Profile &P, const LiveRates &R,
                LiveNames &Names, const TopChoice &Choice, size_t Limit)
      : J(J), P(P), R(R), Names(Names), Choice(Choice), Limit(Limit) {}

  void write() {
    J.attribute("schema", "anomalloc-top");
    J.attribute("version", 1);
    const Process &Its = P.Processes[0];
    writeJsonString(J, "profile", Its.File);
    for (const char *Key : {"program", "command", "host", "pid", "rank"})
      if (std::optional<StringRef> Value = Its.info(Key))
        writeJsonString(J, Key, *Value);
    J.attribute("state", nameOf(Choice.State));
    J.attribute("run_nanoseconds", Choice.RunTime);
    J.attribute("dropped_events", Its.DroppedEvents);
    J.attribute("seconds", R.Seconds);
    J.attribute("of_whole_run", R.OfWholeRun);
    J.attribute("sorted_by", nameOf(Choice.Sort));
    J.attributeObject("totals", [&] {
      kind("all", R.Whole.All, R.Now.All);
      kind("sites", R.Whole.AtSites, R.Now.AtSites);
      kind("leading", R.Whole.Leading, R.Now.Leading);
      kind("dark", R.Whole.Dark, R.Now.Dark);
      kind("pool", R.Whole.Pool, R.Now.Pool);
    });
    for (size_t I = 0; I != NumLiveViews; ++I)
      J.attributeArray(nameOf(LiveView(I)), [&] { rows(LiveView(I)); });
  }

private:
  void kind(const char *Name, const Amount &Whole, const Amount &Now) {
    J.attributeObject(Name, [&] { numbers(Whole, Now); });
  }
  void numbers(const Amount &Whole, const Amount &Now) {
    J.attribute("allocations", Whole.Allocations);
    J.attribute("bytes", Whole.Bytes);
    J.attribute("new_allocations", Now.Allocations);
    J.attribute("new_bytes", Now.Bytes);
  }
  void rows(LiveView V) {
    size_t Shown = 0;
    for (const LiveRow &Row : R.Rows[size_t(V)]) {
      if (Limit && Shown++ == Limit)
        break;
      J.object([&] {
        key(V, Row.Key);
        numbers(Row.Whole, Row.Now);
      });
    }
  }
  void key(LiveView V, LiveKey Key) {
    switch (V) {
    case LiveView::Sites:
      return Key & DarkRow ? dark(uint32_t(Key)) : site(P.Sites[Key]);
    case LiveView::Sections:
      return writeJsonString(J, "section", P.Sections[Key]);
    case LiveView::Sizes:
      return J.attribute("size", Key);
    case LiveView::Threads:
      break;
    }
    const Lane &L = P.Lanes[Key];
    writeJsonString(J, "name", L.Name);
    J.attribute("lane", L.Number);
    J.attribute("tid", L.Tid);
    J.attribute("threads", L.Threads);
  }
  void dark(uint32_t Index) {
    StringRef Library, Function;
    if (Index < P.Dark.size()) {
      Library = P.Dark[Index].Library;
      Function = P.Dark[Index].Function;
    }
    J.attribute("kind", "dark");
    writeJsonString(J, "library", Library);
    writeJsonString(J, "function", fullFunctionName(Function));
    writeJsonString(J, "linkage_name", Function);
  }
  void site(const Site &S) {
    J.attribute("kind", nameOf(S.Family));
    J.attribute("id", hexId(S.Id));
    writeJsonString(J, "callee", fullFunctionName(S.Callee));
    J.attributeObject("user_frame", [&] { writeJsonFrame(J, S.userFrame()); });
    J.attributeArray("callers", [&] {
      for (const Frame &F : Names.callersOf(S).Lines)
        J.object([&] { writeJsonFrame(J, F); });
    });
  }

  json::OStream &J;
  const Profile &P;
  const LiveRates &R;
  LiveNames &Names;
  const TopChoice &Choice;
  const size_t Limit;
};

} // namespace

void writeJsonTop(raw_ostream &To, const Profile &P, const LiveRates &R,
                  LiveNames &Names, const TopChoice &Choice, size_t Limit) {
  {
    PrintableStream OS(To, PrintableStream::Kind::Json);
    json::OStream J(OS);
    J.object([&] { JsonTopWriter(J, P, R, Names, Choice, Limit).write(); });
  }
  To << '\n';
}

} // namespace anomalloc
