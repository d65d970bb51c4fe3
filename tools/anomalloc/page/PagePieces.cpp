//===- PagePieces.cpp - the documents in a report page --------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "page/PagePieces.h"
#include "Report/Views.h"
#include "Report/report/JsonReport.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace anomalloc {
namespace {

/// One row: a document that is on the page if the run has what it needs.
struct Piece {
  const char *Name;
  bool (*IsThere)(const AnalyzedRun &);
  void (*Write)(raw_ostream &, const AnalyzedRun &);
};

bool always(const AnalyzedRun &) { return true; }

/// All of a report but what may have a row for each site, so that the first
/// screen waits for no more.
void writeReport(raw_ostream &OS, const AnalyzedRun &R) {
  std::set<std::string> Names;
  for (const View &V : views())
    if (V.Name != "sites" && V.Name != "lifetimes" && V.Name != "peak" &&
        V.Name != "access")
      Names.insert(V.Name.str());
  writeJsonReport(OS, R.Tables, Names);
}

void writeSites(raw_ostream &OS, const AnalyzedRun &R) {
  writeJsonReport(OS, R.Tables, {"sites"});
}

void writeLifetimes(raw_ostream &OS, const AnalyzedRun &R) {
  writeJsonPlacesOfLifetimes(OS, R.Tables);
}

bool countedAccesses(const AnalyzedRun &R) {
  return R.Tables.Accesses.State >= AccessState::Partly;
}

void writeAccesses(raw_ostream &OS, const AnalyzedRun &R) {
  writeJsonReport(OS, R.Tables, {"access"});
}

const Piece Table[] = {
    {"report", always, writeReport},            // 'anomalloc schema report'
    {"sites", always, writeSites},              // 'anomalloc schema report'
    {"lifetimes", always, writeLifetimes},      // 'anomalloc schema lifetimes'
    {"access", countedAccesses, writeAccesses}, // 'anomalloc schema report'
};

} // namespace

void addPieces(std::vector<PagePiece> &To, unsigned Run, const AnalyzedRun &R) {
  for (const Piece &Its : Table) {
    if (!Its.IsThere(R))
      continue;
    PagePiece New{Its.Name, Run, ""};
    raw_string_ostream OS(New.Json);
    Its.Write(OS, R);
    OS.flush();
    To.push_back(std::move(New));
  }
}

} // namespace anomalloc
