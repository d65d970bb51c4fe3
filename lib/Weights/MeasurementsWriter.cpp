//===- MeasurementsWriter.cpp - lint weights to JSON ----------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Weights/LineTexts.h"
#include "Weights/Measurements.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/JSON.h"

using namespace llvm;

namespace anomalloc {
namespace {

constexpr size_t MostSizes = 8;

/// JSON's readers have 64 bits and a sign.
int64_t limited(uint64_t Number) {
  return int64_t(std::min<uint64_t>(Number, INT64_MAX));
}

std::string text(StringRef Text) {
  return json::isUTF8(Text) ? Text.str() : json::fixUTF8(Text);
}

void writeTexts(json::OStream &J, StringRef Key, ArrayRef<std::string> Texts) {
  J.attributeArray(Key, [&] {
    for (const std::string &Text : Texts)
      J.value(text(Text));
  });
}

/// 6 digits a line, those of a file in one string.
void writeLineTexts(json::OStream &J, const Measurements &M) {
  if (all_of(M.Texts, [](const auto &Lines) { return Lines.empty(); }))
    return;
  J.attributeArray("texts", [&] {
    for (const std::vector<uint32_t> &Lines : M.Texts) {
      std::string Digits;
      raw_string_ostream OS(Digits);
      for (uint32_t Line : Lines)
        OS << format_hex_no_prefix(Line, LineTextDigits);
      J.value(Digits);
    }
  });
}

/// [function, calls], a row on one line.
void writeCalls(json::OStream &J, const Measurements &M) {
  if (M.Calls.empty())
    return;
  J.attributeArray("calls", [&] {
    for (const auto &[Function, Calls] : M.Calls) {
      const auto Row =
          (Twine('[') + Twine(Function) + ", " + Twine(limited(Calls)) + "]")
              .str();
      J.rawValue(Row);
    }
  });
}

/// [file, line, column, function, caller], a row on one line.
void writeFrame(json::OStream &J, const MeasuredFrame &F) {
  J.rawValue([&](raw_ostream &OS) {
    OS << '[' << F.File << ", " << F.Line << ", " << F.Column << ", "
       << F.Function << ", ";
    if (F.Caller)
      OS << *F.Caller;
    else
      OS << "null";
    OS << ']';
  });
}

void writeChain(json::OStream &J, const MeasuredChain &C) {
  J.object([&] {
    J.attributeArray("sites", [&] {
      for (uint64_t Id : C.Sites)
        J.value(siteText(Id));
    });
    J.attribute("frame", C.Innermost);
    J.attribute("change",
                C.Change ? json::Value(*C.Change) : json::Value(nullptr));
    if (!C.Makers.empty())
      J.attributeArray("makers", [&] {
        for (uint32_t Maker : C.Makers)
          J.value(Maker);
      });
    if (!C.Changes.empty())
      J.attributeArray("changes", [&] {
        for (uint32_t Change : C.Changes)
          J.value(Change);
      });
    if (C.OfCall)
      J.attribute("of_call", true);
    if (C.Shared)
      J.attribute("shared", true);
    J.attribute("depth", limited(C.Depth));
    J.attribute("allocations", limited(C.Allocations));
    J.attribute("bytes", limited(C.Bytes));
    J.attributeBegin("sizes");
    J.rawValue([&](raw_ostream &OS) {
      ListSeparator Comma;
      OS << '[';
      for (auto [Size, Allocations] : ArrayRef(C.Sizes).take_front(MostSizes))
        OS << Comma << '[' << limited(Size) << ", " << limited(Allocations)
           << ']';
      OS << ']';
    });
    J.attributeEnd();
    if (C.SizeRange)
      J.attributeArray("size_range", [&] {
        J.value(limited(C.SizeRange->first));
        J.value(limited(C.SizeRange->second));
      });
  });
}

void writeChange(json::OStream &J, const MeasuredChange &C) {
  J.object([&] {
    J.attribute("rank", text(C.Rank));
    J.attribute("anomaly", text(C.Anomaly));
    J.attribute("evidence", text(C.Evidence));
    J.attribute("remedy", text(C.Remedy));
    J.attribute("measured", C.IsMeasured);
    J.attribute("may_stay", C.MayStay);
    J.attribute("allocations", limited(C.Allocations));
    J.attribute("saved_allocations", limited(C.Blocks));
    J.attribute("saved_allocations_most", limited(C.MostBlocks));
    J.attribute("saved_nanoseconds_pages", limited(C.SavedPages));
    J.attribute("saved_nanoseconds", limited(C.SavedLeast));
    J.attribute("saved_nanoseconds_most", limited(C.SavedMost));
    J.attribute("saved_nanoseconds_if_kept", limited(C.SavedIfKept));
    J.attribute("saved_nanoseconds_of_others", limited(C.SavedOfOthers));
    J.attribute("saved_bytes", limited(C.SavedBytes));
  });
}

} // namespace

std::string siteText(uint64_t Id) {
  return utohexstr(Id, /*LowerCase=*/true, /*Width=*/16);
}

void writeMeasurements(raw_ostream &OS, const Measurements &M) {
  json::OStream J(OS, /*IndentSize=*/1);
  J.object([&] {
    J.attribute("format", "anomalloc-lint-weights");
    J.attribute("version", 2);
    writeTexts(J, "programs", M.Programs);
    J.attribute("recorded", limited(M.Recorded));
    J.attribute("allocations", limited(M.Allocations));
    J.attribute("instrumented", limited(M.Instrumented));
    J.attribute("bytes", limited(M.Bytes));
    writeTexts(J, "files", M.Files);
    writeLineTexts(J, M);
    writeTexts(J, "functions", M.Functions);
    writeCalls(J, M);
    J.attributeArray("frames", [&] {
      for (const MeasuredFrame &F : M.Frames)
        writeFrame(J, F);
    });
    J.attributeArray("chains", [&] {
      for (const MeasuredChain &C : M.Chains)
        writeChain(J, C);
    });
    J.attributeArray("elsewhere", [&] {
      for (const MeasuredElsewhere &E : M.Elsewhere)
        J.object([&] {
          J.attribute("function", text(E.Function));
          J.attribute("library", text(E.Library));
          J.attribute("allocations", limited(E.Allocations));
          J.attribute("bytes", limited(E.Bytes));
        });
    });
    J.attributeArray("changes", [&] {
      for (const MeasuredChange &C : M.Changes)
        writeChange(J, C);
    });
  });
  OS << '\n';
}

} // namespace anomalloc
