//===- JsonWriter.cpp - findings as JSON of our own -----------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Lint/Rank.h"
#include "Lint/Writers.h"

using namespace llvm;

namespace anomalloc::lint {

/// The attributes "unexplained" and "measured_elsewhere".
static void writeRest(json::OStream &J, const Outcome &O) {
  for (auto [Key, List] : {std::pair("unexplained", &O.Rest.Lines),
                           std::pair("measured_elsewhere", &O.Rest.Elsewhere)})
    J.attributeArray(Key, [&, &Rows = *List] {
      for (const Unexplained &U : Rows)
        J.object([&] {
          writeNumbers(J, U.Sum, U.Share);
          J.attributeArray("levels", [&] { writeLevels(J, O, U.Levels); });
          writeEntries(J, U.Entries);
        });
    });
}

namespace {

class Writer {
public:
  Writer(raw_ostream &OS, const Outcome &O) : J(OS, /*IndentSize=*/1), O(O) {}

  void write() {
    J.object([&] {
      J.attribute("schema", "anomalloc-lint");
      J.attribute("version", 1);
      J.attribute("generator", "anomalloc " + O.Version);
      J.attribute("root", jsonText(O.Where->Root));
      J.attribute("units_checked", O.UnitsChecked);
      J.attribute("in_baseline", O.InBaseline);
      J.attribute("elsewhere", O.Elsewhere);
      J.attribute("cold_files", O.ColdFiles);
      J.attribute("other_language_files", O.OtherLanguage);
      writeFindings("findings", O.Findings);
      writeFindings("fixed", O.Fixed);
      if (O.Measured) {
        writeFindings("causes", O.Causes);
        writeRest(J, O);
      }
      J.attributeArray("failed_units", [&] {
        for (const UnitFailure &F : O.Failures)
          J.object([&] {
            writeFile(F.File);
            J.attribute("error", jsonText(F.Why));
          });
      });
      J.attributeArray("notes", [&] {
        for (const std::string &N : O.Notes)
          J.value(jsonText(N));
      });
    });
  }

private:
  void writeFile(StringRef File) {
    J.attribute("file", jsonText(O.Where->relative(File)));
  }
  void writePlace(const Place &At) {
    writeFile(At.File);
    J.attribute("line", At.Line);
    J.attribute("column", At.Column);
  }

  void writeFindings(StringRef Key, ArrayRef<Finding> Findings) {
    J.attributeArray(Key, [&] {
      for (const Finding &F : Findings)
        J.object([&] { writeFinding(F); });
    });
  }

  void writeFinding(const Finding &F) {
    J.attribute("check", F.Check);
    J.attribute("level", F.Loud == Level::Warning ? "warning" : "hint");
    J.attribute("severity", nameOf(F.Worth));
    J.attribute("certainty",
                F.Sure ? json::Value(nameOf(*F.Sure)) : json::Value(nullptr));
    J.attribute("weight",
                F.Heavy ? json::Value(nameOf(*F.Heavy)) : json::Value(nullptr));
    J.attribute("rank", rankOf(F));
    J.attribute("message", jsonText(F.Message));
    writePlace(F.At);
    J.attribute("fingerprint", F.Fingerprint);
    if (O.Measured)
      J.attribute("allocations", F.Recorded
                                     ? json::Value(F.Recorded->Sum.Allocations)
                                     : json::Value(nullptr));
    if (O.Measured)
      writeMeasured(J, O, F);
    J.attributeArray("notes", [&] {
      for (const Note &N : F.Notes)
        J.object([&] {
          writePlace(N.At);
          J.attribute("message", jsonText(N.Message));
        });
    });
    J.attributeArray("fix", [&] {
      for (const Edit &E : F.Fix)
        J.object([&] {
          writeFile(E.File);
          J.attribute("offset", E.Offset);
          J.attribute("length", E.Length);
          J.attribute("text", jsonText(E.Text));
        });
    });
  }

  json::OStream J;
  const Outcome &O;
};

} // namespace

void writeJson(raw_ostream &OS, const Outcome &O) {
  Writer(OS, O).write();
  OS << '\n';
}

} // namespace anomalloc::lint
