//===- LintWeights.cpp - what each line allocated, for the checks ---------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Report/LintWeights.h"
#include "Support/PrintableStream.h"
#include "llvm/Support/JSON.h"

using namespace llvm;

namespace anomalloc {

static constexpr size_t MostSizes = 8;
/// JSON's readers have 64 bits and a sign.
static int64_t limited(uint64_t Number) {
  return int64_t(std::min<uint64_t>(Number, INT64_MAX));
}

static void writeLine(json::OStream &J, const LineWeight &W) {
  J.object([&] {
    J.attribute("line", W.Line);
    J.attribute("allocations", limited(W.Sum.Allocations));
    J.attribute("bytes", limited(W.Sum.Bytes));
    J.attributeArray("sizes", [&] {
      for (const auto &Share : ArrayRef(W.Sizes).take_front(MostSizes))
        J.value(json::Array{limited(Share.Size), limited(Share.Allocations)});
    });
  });
}

void writeLintWeights(raw_ostream &To, const LineWeights &Weights) {
  PrintableStream OS(To, PrintableStream::Kind::Json);
  json::OStream J(OS, /*IndentSize=*/1);
  J.object([&] {
    J.attribute("format", "anomalloc-lint-weights");
    J.attribute("version", 1);
    J.attributeObject("files", [&] {
      for (const auto &[File, Lines] : Weights) {
        std::string Name =
            json::isUTF8(File) ? File.str() : json::fixUTF8(File);
        J.attributeArray(Name, [&, &Rows = Lines] {
          for (const LineWeight &W : Rows)
            writeLine(J, W);
        });
      }
    });
  });
  OS << '\n';
}

} // namespace anomalloc
