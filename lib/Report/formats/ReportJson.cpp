//===- ReportJson.cpp - the report for tools ------------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Report/formats/Formats.h"
#include "Report/report/JsonReport.h"

using namespace llvm;

namespace anomalloc {

Error writeReportJson(raw_ostream &OS, const Analysis &A) {
  writeJsonReport(OS, A);
  return Error::success();
}

} // namespace anomalloc
