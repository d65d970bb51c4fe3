//===- JsonReport.cpp - a report for programs -----------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Report/report/JsonReport.h"
#include "Report/Views.h"
#include "Report/report/JsonParts.h"
#include "Support/PrintableStream.h"
#include "Weights/Measurements.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace anomalloc {

void writeJsonString(json::OStream &J, StringRef Key, StringRef Text) {
  J.attribute(Key, json::isUTF8(Text) ? Text.str() : json::fixUTF8(Text));
}

void writeJsonAmount(json::OStream &J, StringRef Key, const Amount &A) {
  J.attributeObject(Key, [&] {
    J.attribute("allocations", A.Allocations);
    J.attribute("bytes", A.Bytes);
  });
}

std::string hexId(uint64_t Id) { return siteText(Id); }

void writeJsonReport(raw_ostream &To, const Analysis &A,
                     const std::set<std::string> &Only) {
  PrintableStream OS(To, PrintableStream::Kind::Json);
  json::OStream J(OS, /*IndentSize=*/2);
  J.object([&] {
    J.attribute("schema", "anomalloc-report");
    J.attribute("version", JsonReportVersion);
    J.attribute("generator", "anomalloc " ANOMALLOC_VERSION);
    J.attribute("filtered", A.Filtered);
    SmallVector<decltype(View::WriteJson), 16> Written;
    for (const View *V : chooseViews(Only))
      if (!is_contained(Written, V->WriteJson)) {
        V->WriteJson(J, A);
        Written.push_back(V->WriteJson);
      }
  });
  OS << '\n';
}

} // namespace anomalloc
