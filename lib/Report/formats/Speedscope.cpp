//===- Speedscope.cpp - for speedscope ------------------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A profile for each measure, and in it a sample for each stack, as
/// speedscope's file-format-schema.json describes:
/// \code
///   {"shared": {"frames": [{"name": "main", "file": "a.cpp"}, ...]},
///    "profiles": [{"type": "sampled", "name": "bytes", "unit": "bytes",
///                  "samples": [[0, 1]], "weights": [4096], ...}, ...]}
/// \endcode
/// The viewer tells frames apart by all that it knows of them: lines would part
/// the calls of a function that belong together.
///
//===----------------------------------------------------------------------===//

#include "Report/formats/Formats.h"
#include "Report/formats/FunctionStacks.h"
#include "Report/report/JsonParts.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/JSON.h"

using namespace llvm;

namespace anomalloc {
namespace {

void writeFrames(json::OStream &J, const FunctionStacks &Stacks) {
  J.attributeArray("frames", [&] {
    for (const FunctionStacks::Function &F : Stacks.functions())
      J.object([&] {
        writeJsonString(J, "name", Stacks.names()[F.Name]);
        if (!F.File.empty())
          writeJsonString(J, "file", F.File);
      });
  });
}

void writeProfile(json::OStream &J, const StackExport &Export,
                  const FunctionStacks &Stacks, const StackMeasure &M) {
  uint64_t Total = 0;
  J.attribute("type", "sampled");
  // The viewer shows this name, not that of the file.
  J.attribute("name", Export.P.isEstimated()
                          ? (M.Name + ", " + estimatedFrom(Export.P)).str()
                          : M.Name.str());
  J.attribute("unit", M.IsBytes ? "bytes" : "none");
  J.attributeArray("samples", [&] {
    for (const StackSum &S : Stacks.sums())
      if (S.value(M))
        J.rawValue([&](raw_ostream &OS) {
          ListSeparator Comma(",");
          OS << '[';
          for (uint32_t Function : Stacks.functionsOf(S))
            OS << Comma << Function;
          OS << ']';
        });
  });
  J.attributeArray("weights", [&] {
    for (const StackSum &S : Stacks.sums())
      if (uint64_t Value = S.value(M)) {
        J.value(Value);
        Total = SaturatingAdd(Total, Value);
      }
  });
  J.attribute("startValue", 0);
  J.attribute("endValue", Total);
}

} // namespace

Error writeSpeedscope(raw_ostream &OS, const StackExport &Export) {
  FunctionStacks Stacks(Export.Stacks);
  std::vector<StackMeasure> Measures = Export.Stacks.measures();
  json::OStream J(OS);
  J.object([&] {
    J.attribute("$schema",
                "https://www.speedscope.app/file-format-schema.json");
    writeJsonString(J, "name", exportTitle(Export.P));
    J.attribute("exporter", "anomalloc " ANOMALLOC_VERSION);
    for (const auto &[I, M] : enumerate(Measures))
      if (M.Name == Export.Measure.Name)
        J.attribute("activeProfileIndex", int64_t(I));
    J.attributeObject("shared", [&] { writeFrames(J, Stacks); });
    J.attributeArray("profiles", [&] {
      for (const StackMeasure &M : Measures)
        J.object([&] { writeProfile(J, Export, Stacks, M); });
    });
  });
  OS << '\n';
  return Error::success();
}

} // namespace anomalloc
