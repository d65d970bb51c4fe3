//===- JsonReport.cpp - a report for programs -----------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Report/report/JsonReport.h"
#include "Document/Document.h"
#include "Report/Views.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace anomalloc {

/// The keys of a report with the views \p Chosen. Those of views may lack: the
/// option --only leaves views out.
static Keys<Analysis> describeReport(ArrayRef<const View *> Chosen) {
  Keys<Analysis> K;
  K.constant("schema", "anomalloc-report");
  K.constant("version", JsonReportVersion,
             "a later version removes a key or changes its meaning; within a "
             "version keys may be added");
  K.add("generator", [](const Analysis &) {
    return StringRef("anomalloc " ANOMALLOC_VERSION);
  });
  K.add("filtered",
        "whether filters were given; coverage and processes are of the whole "
        "profile all the same",
        &Analysis::Filtered);
  const size_t Whole = K.object().Keys.size();
  SmallVector<decltype(View::Describe), 16> Described;
  for (const View *V : Chosen)
    if (!is_contained(Described, V->Describe)) {
      V->Describe(K);
      Described.push_back(V->Describe);
    }
  K.mayLack(Whole);
  return K;
}

void writeJsonReport(raw_ostream &To, const Analysis &A,
                     const std::set<std::string> &Only) {
  writeDocument(To, describeReport(chooseViews(Only)), A);
}

const JsonObject &reportObject() {
  static const Keys<Analysis> All = describeReport(chooseViews({}));
  return All.object();
}

} // namespace anomalloc
