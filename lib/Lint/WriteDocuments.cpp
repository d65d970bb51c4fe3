//===- WriteDocuments.cpp - findings in the formats asked for -------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Lint/Request.h"
#include "Lint/Writers.h"
#include "Report/text/WholeFile.h"
#include "Support/PrintableStream.h"

using namespace llvm;

namespace anomalloc::lint {

static void writeDocument(raw_ostream &OS, Format Kind, const Outcome &O) {
  switch (Kind) {
  case Format::Sarif:
    return writeSarif(OS, O);
  case Format::GitLab:
    return writeGitLab(OS, O);
  case Format::Rdjsonl:
    return writeRdjsonl(OS, O);
  case Format::Json:
    return writeJson(OS, O);
  }
}

Error writeDocuments(const Request &R, const Outcome &O) {
  bool TextToo = true;
  R.StartOutput();
  for (const auto &[Kind, Path] : R.Documents) {
    if (Error E =
            writeWholeFile(Path, [&, Kind = Kind](raw_ostream &OS) -> Error {
              PrintableStream Document(OS, PrintableStream::Kind::Json);
              writeDocument(Document, Kind, O);
              return Error::success();
            }))
      return E;
    TextToo &= Path != "-";
  }
  if (TextToo) {
    TextStyle Style;
    Style.Color = R.Color;
    Style.Width = R.Width;
    PrintableStream Document(outs(), Style.documentKind());
    writeText(Document, O, Style);
  }
  return flushStandardOutput();
}

} // namespace anomalloc::lint
