//===- SiteList.cpp - the compiler's view of the sites --------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// \code
///   id                size  loops  callee        type    function @ place
///   0123456789abcdef    12    1/3  operator new  int[3]  Mesh::getElem(...)
/// \endcode
///
//===----------------------------------------------------------------------===//

#include "Report/SiteList.h"
#include "Analysis/LoopDepth.h"
#include "Report/JsonParts.h"
#include "Report/Names.h"
#include "Report/TextTable.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include <tuple>

using namespace llvm;

namespace anomalloc {

void writeTextSiteList(raw_ostream &To, const Profile &P,
                       const TextStyle &Style) {
  PrintableStream OS(To, Style.documentKind());
  std::vector<const Site *> Sites;
  for (const Site &S : P.Sites)
    Sites.push_back(&S);
  auto Place = [](const Site *S) {
    const Frame &F = S->userFrame();
    return std::make_tuple(F.File, F.Line, F.Column, S->Id);
  };
  sort(Sites,
       [&](const Site *A, const Site *B) { return Place(A) < Place(B); });

  LoopDepths Depths(P);
  TextTable Table;
  Table.addColumn("id", TextTable::Align::Left);
  Table.addColumn("size");
  Table.addColumn("loops");
  Table.addColumn("callee", TextTable::Align::Left);
  Table.addColumn("type", TextTable::Align::Left);
  Table.addColumn("function @ place", TextTable::Align::Left);
  for (const Site *S : Sites) {
    const Frame &User = S->userFrame();
    std::string Where =
        shortLocation(User.File, User.Line, User.Column, Style.room(32));
    Table.addRow(
        {hexId(S->Id), S->ConstantSize ? formatCount(*S->ConstantSize) : "",
         utostr(S->LoopDepth) + "/" + utostr(Depths.effectiveDepth(*S)),
         plainFunctionName(S->Callee), shortTypeName(S->Type, Style.room(20)),
         shortFunctionName(User.Function, Style.room(40)) +
             (Where.empty() ? "" : " @ " + Where)});
  }
  Table.addNote("  " + formatNumberOf(Sites.size(), "site"));
  Table.print(OS, Style);
}

void writeJsonSiteList(raw_ostream &To, const Profile &P) {
  PrintableStream OS(To, PrintableStream::Kind::Json);
  json::OStream J(OS, /*IndentSize=*/2);
  J.object([&] {
    J.attribute("schema", "anomalloc-sites");
    J.attribute("version", 1);
    writeJsonStaticSites(J, P);
  });
  OS << '\n';
}

} // namespace anomalloc
