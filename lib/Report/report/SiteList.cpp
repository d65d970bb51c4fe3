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

#include "Report/report/SiteList.h"
#include "Analysis/sites/LoopDepth.h"
#include "Document/Document.h"
#include "Report/report/JsonParts.h"
#include "Report/report/VerdictParts.h"
#include "Report/text/Columns.h"
#include "Report/text/Names.h"
#include "Report/text/Paragraph.h"
#include "Report/text/TextTable.h"
#include "Support/SiteText.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include <tuple>

using namespace llvm;

namespace anomalloc {

/// "function @ file:line:column".
static std::string describeFrame(const Frame &F, size_t Width) {
  std::string Place = shortLocation(F.File, F.Line, F.Column, Width / 2);
  size_t Taken = Place.empty() ? 0 : columnsOf(Place) + 3;
  return shortFunctionName(F.Function, Width - std::min(Width, Taken)) +
         (Place.empty() ? "" : " @ " + Place);
}

/// The calls of makers of which something was proved, or could not be: below
/// the sites.
///
///   calls of makers   loops  function @ place
///   Table::Table          1  solve(int) @ solve.cpp:40:9
///     freed on every path before the next iteration
static void writeJudgedCalls(raw_ostream &OS, const Profile &P,
                             const TextStyle &Style) {
  std::vector<const MakerCall *> Calls;
  for (const MakerCall &C : P.MakerCalls)
    if (C.Proved && C.ChangeFrame)
      Calls.push_back(&C);
  if (Calls.empty())
    return;
  auto LineOf = [](const MakerCall *C) -> const Frame & {
    return C->Chain[*C->ChangeFrame];
  };
  auto NameOf = [&P](const MakerCall *C) {
    auto Known = P.FunctionNames.find(C->Callee);
    return Known == P.FunctionNames.end() ? StringRef()
                                          : StringRef(Known->second);
  };
  auto Place = [&](const MakerCall *C) {
    const Frame &F = LineOf(C);
    return std::make_tuple(F.File, F.Line, F.Column, NameOf(C));
  };
  stable_sort(Calls, [&](const MakerCall *A, const MakerCall *B) {
    return Place(A) < Place(B);
  });
  OS << '\n';
  TextTable Table;
  Table.addColumn("calls of makers", TextTable::Align::Left, 2);
  Table.addColumn("loops", TextTable::Align::Right, 4);
  Table.addColumn("function @ place", TextTable::Align::Left, TextTable::Stays,
                  /*Least=*/40);
  for (const MakerCall *C : Calls) {
    Table.addRow({TextTable::Cell([Name = NameOf(C)](size_t Width) {
                    return cutMiddle(plainFunctionName(Name), Width);
                  }),
                  utostr(C->LoopDepth),
                  TextTable::Cell([&F = LineOf(C)](size_t Width) {
                    return describeFrame(F, Width);
                  })});
    Table.addNote(2, "what is made: " + verdictText(*C));
  }
  Table.print(OS, Style);
}

void writeTextSiteList(raw_ostream &To, const Profile &P,
                       const TextStyle &Style, bool WithVerdicts) {
  PrintableStream OS(To, Style.documentKind());
  std::vector<const Site *> Sites;
  for (const Site &S : P.Sites)
    Sites.push_back(&S);
  if (Sites.empty()) {
    Paragraph()
        .add("No allocation sites: nothing was built with 'anomalloc c++' that "
             "allocates.")
        .print(OS, Style);
    return;
  }
  auto Place = [](const Site *S) {
    const Frame &F = S->userFrame();
    return std::make_tuple(F.File, F.Line, F.Column, S->Id);
  };
  sort(Sites,
       [&](const Site *A, const Site *B) { return Place(A) < Place(B); });

  LoopDepths Depths(P);
  TextTable Table;
  Table.addColumn("id", TextTable::Align::Left);
  Table.addColumn("size", TextTable::Align::Right, 3);
  Table.addColumn("loops", TextTable::Align::Right, 4);
  Table.addColumn("callee", TextTable::Align::Left, 2);
  Table.addColumn("type", TextTable::Align::Left, 1);
  Table.addColumn("function @ place", TextTable::Align::Left, TextTable::Stays,
                  /*Least=*/40);
  for (const Site *S : Sites) {
    const Frame &User = S->userFrame();
    Table.addRow(
        {siteText(S->Id), S->ConstantSize ? formatCount(*S->ConstantSize) : "",
         utostr(S->LoopDepth) + "/" + utostr(Depths.effectiveDepth(*S)),
         TextTable::Cell([S](size_t Width) {
           return cutMiddle(plainFunctionName(S->Callee), Width);
         }),
         TextTable::Cell([S, &Style](size_t Width) {
           return shortTypeName(S->Type, std::min(Width, Style.room(20)));
         }),
         TextTable::Cell(
             [&User](size_t Width) { return describeFrame(User, Width); })});
    if (WithVerdicts)
      Table.addNote(2, S->Proved ? verdictText(*S, P) : "not judged");
  }
  Table.addNote(2, formatNumberOf(Sites.size(), "site"));
  Table.print(OS, Style);
  if (WithVerdicts)
    writeJudgedCalls(OS, P, Style);
}

namespace {

struct SitesDocument {
  const Profile &P;
};
void describe(Keys<SitesDocument> &K) {
  using Shown = const SitesDocument &;
  K.constant("schema", "anomalloc-sites");
  K.constant("version", 1);
  K.add("sites", [](Shown D) {
    return each(D.P.Sites,
                [&P = D.P](const Site &S) { return StaticSite{P, S}; });
  });
  K.add("maker_calls",
        "lines to change that call makers (constructors, operators, factories, "
        "library functions)",
        [](Shown D) {
          return Each<StaticMakerCall>{[&P = D.P](auto Take) {
            for (const MakerCall &C : P.MakerCalls)
              if (C.ChangeFrame)
                Take({P, C});
          }};
        });
}

} // namespace

void writeJsonSiteList(raw_ostream &To, const Profile &P) {
  writeDocument(To, SitesDocument{P});
}

const JsonObject &sitesObject() { return keysOf<SitesDocument>().object(); }

} // namespace anomalloc
