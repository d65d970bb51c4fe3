//===- CsvParts.cpp - cells that several tables have ----------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Report/csv/CsvParts.h"
#include "Report/report/JsonParts.h"
#include "Report/text/Names.h"

using namespace llvm;

namespace anomalloc {

void addPlace(CsvCells &Row, const Frame *F, const Twine &Prefix) {
  auto Add = [&](const char *Name, auto Value) {
    Row.add((Prefix + Name).str(), F ? Value : std::nullopt);
  };
  const Frame None, &Of = F ? *F : None;
  std::string Function = fullFunctionName(Of.Function);
  Add("function", unlessEmpty(Function));
  Add("file", unlessEmpty(Of.File));
  Add("line", unlessZero(Of.Line));
  Add("column", unlessZero(Of.Column));
}

void addSite(CsvCells &Row, const Profile &P, std::optional<SiteIndex> Site) {
  if (Site)
    Row.add("site", siteText(P.site(*Site).Id));
  else
    Row.none("site");
}

void addOrigin(CsvCells &Row, const Profile &P, std::optional<SiteIndex> Site,
               std::optional<DarkIndex> Dark) {
  addSite(Row, P, Site);
  const DarkOrigin None, &D = Dark ? P.dark(*Dark) : None;
  Row.add("library", unlessEmpty(D.Library));
  Row.add("library_function", unlessEmpty(fullFunctionName(D.Function)));
  Row.add("library_offset", unlessZero(D.Offset));
}

void addKey(CsvCells &Row, const Profile &P, uint64_t Number,
            const Lifetime &L) {
  Row.add("profile", Number);
  addOrigin(Row, P, L.Site, L.Dark);
  Row.add("section", P.section(L.Section)).add("size", L.Size);
}

void addThread(CsvCells &Row, const Profile &P, LaneIndex Index) {
  const Lane *L = P.Lanes.empty() ? nullptr : &P.lane(Index);
  Row.add("process", memberOf(L, &Lane::Process));
  Row.add("thread", memberOf(L, &Lane::Number));
}

void addLoop(CsvCells &Row, StringRef Column, const Profile &P,
             std::optional<LoopIndex> Loop) {
  if (Loop)
    Row.add(Column, siteText(P.loop(*Loop).Id));
  else
    Row.none(Column);
}

} // namespace anomalloc
