//===- SarifWriter.cpp - findings as SARIF 2.1.0 --------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Not by clang/Basic/Sarif.h: its writer knows neither partialFingerprints nor
// fixes nor relatedLocations, and wants a SourceManager for every place.

#include "Review/Review.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"

using namespace llvm;

namespace anomalloc::lint {
namespace {

constexpr char Schema[] = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/"
                          "cos02/schemas/sarif-schema-2.1.0.json";
constexpr char RootId[] = "SRCROOT";

StringRef sarifLevel(Grade G) {
  constexpr StringLiteral Names[] = {"error", "warning", "note"};
  return Names[int(G)];
}

/// A path as part of a URI.
std::string uriOf(StringRef Path) {
  std::string Out;
  for (unsigned char C : Path)
    if (isAlnum(C) || StringRef("-._~/").contains(C))
      Out += char(C);
    else
      Out += "%" + toHex(StringRef(reinterpret_cast<char *>(&C), 1));
  return Out;
}

class Writer {
public:
  Writer(raw_ostream &OS, const Review &O) : J(OS, /*IndentSize=*/1), O(O) {}

  void write() {
    J.object([&] {
      J.attribute("$schema", Schema);
      J.attribute("version", "2.1.0");
      J.attributeArray("runs", [&] { J.object([&] { writeRun(); }); });
    });
  }

private:
  void writeRun() {
    J.attributeObject("tool", [&] {
      J.attributeObject("driver", [&] {
        J.attribute("name", "anomalloc");
        J.attribute("version", O.Version);
        writePage("informationUri", O.Pages);
        J.attributeArray("rules", [&] {
          for (const Rule &R : O.Rules)
            J.object([&] { writeRule(R); });
        });
      });
    });
    J.attribute("columnKind", "unicodeCodePoints");
    J.attributeObject("originalUriBaseIds", [&] {
      J.attributeObject(RootId, [&] {
        const std::string Root = uriOf(O.Where->Root);
        J.attribute("uri", "file://" + Root +
                               (StringRef(Root).ends_with("/") ? "" : "/"));
      });
    });
    J.attributeArray("invocations",
                     [&] { J.object([&] { writeInvocation(); }); });
    J.attributeArray("results", [&] {
      for (const Finding &F : O.Findings)
        J.object([&] { writeResult(F); });
    });
  }

  void writeText(StringRef Key, StringRef Text) {
    J.attributeObject(Key, [&] { J.attribute("text", jsonText(Text)); });
  }

  /// The first of \p Pages that is installed.
  void writePage(StringRef Key, ArrayRef<std::string> Pages) {
    for (const std::string &Page : Pages)
      if (std::string Path = O.DocDir + "/" + Page; sys::fs::exists(Path)) {
        J.attribute(Key, "file://" + uriOf(Path));
        return;
      }
  }

  void writeRule(const Rule &R) {
    J.attribute("id", jsonText(R.Name));
    J.attribute("name", jsonText(convertToCamelFromSnakeCase(
                            join(split(R.Name, '-'), "_"),
                            /*capitalizeFirst=*/true)));
    if (!R.Summary.empty())
      writeText("shortDescription", R.Summary);
    if (!R.Page.empty()) {
      writePage("helpUri", R.Page);
      writeText("help", R.Summary + ". See " + R.Page + " of Anomalloc.");
    }
    J.attributeObject("defaultConfiguration",
                      [&] { J.attribute("level", sarifLevel(R.Usual)); });
  }

  void writeInvocation() {
    J.attribute("executionSuccessful", O.Failures.empty());
    if (O.Failures.empty())
      return;
    J.attributeArray("toolExecutionNotifications", [&] {
      for (const UnitFailure &F : O.Failures)
        J.object([&] {
          J.attribute("level", "error");
          writeText("message", "not checked: " + F.Why);
          J.attributeArray("locations", [&] {
            J.object([&] {
              J.attributeObject("physicalLocation",
                                [&] { writeArtifact(F.File); });
            });
          });
        });
    });
  }

  void writeArtifact(StringRef File) {
    J.attributeObject("artifactLocation", [&] {
      if (isWithin(File, O.Where->Root)) {
        J.attribute("uri", uriOf(O.Where->relative(File)));
        J.attribute("uriBaseId", RootId);
      } else {
        J.attribute("uri", "file://" + uriOf(File));
      }
    });
  }

  /// From bytes to characters.
  unsigned column(StringRef File, unsigned Line, unsigned Column) {
    const SourceText *Text = O.Files->known(File.str());
    StringRef Before = Text ? Text->line(Line).take_front(Column - 1) : "";
    return 1 + count_if(Before, [](char C) { return (C & 0xC0) != 0x80; });
  }

  void writeRegion(StringRef Key, StringRef File, const Region &R,
                   bool Quote = false) {
    J.attributeObject(Key, [&] {
      J.attribute("startLine", R.StartLine);
      J.attribute("startColumn", column(File, R.StartLine, R.StartColumn));
      J.attribute("endLine", R.EndLine);
      J.attribute("endColumn", column(File, R.EndLine, R.EndColumn));
      const SourceText *Text = Quote ? O.Files->known(File.str()) : nullptr;
      if (Text && R.StartLine == R.EndLine && R.StartColumn < R.EndColumn)
        writeText(
            "snippet",
            Text->line(R.StartLine).slice(R.StartColumn - 1, R.EndColumn - 1));
    });
  }

  void writeLocation(StringRef File, const Region &R) {
    J.attributeObject("physicalLocation", [&] {
      writeArtifact(File);
      writeRegion("region", File, R, /*Quote=*/true);
    });
  }

  void writeResult(const Finding &F) {
    J.attribute("ruleId", jsonText(F.Check));
    J.attribute("ruleIndex", find_if(O.Rules, [&](const Rule &R) {
                               return R.Name == F.Check;
                             }) - O.Rules.begin());
    J.attribute("level", sarifLevel(gradeOf(F)));
    J.attribute("rank", rankOf(F));
    writeText("message", F.Message);
    J.attributeArray("locations", [&] {
      J.object([&] { writeLocation(F.At.File, regionOf(O, F)); });
    });
    if (!F.Notes.empty())
      J.attributeArray("relatedLocations", [&] {
        for (auto [I, N] : enumerate(F.Notes))
          J.object([&, I = I, &N = N] {
            J.attribute("id", I);
            writeLocation(N.At.File, regionOf(O, N));
            writeText("message", N.Message);
          });
      });
    if (hasKnownFix(O, F))
      writeFix(F);
    J.attributeObject("partialFingerprints",
                      [&] { J.attribute(O.FingerprintName, F.Fingerprint); });
    J.attributeObject("properties", [&] {
      if (F.Sure)
        J.attribute("certainty", nameOf(*F.Sure));
      if (F.Heavy)
        J.attribute("weight", nameOf(*F.Heavy));
      if (F.Recorded) {
        J.attribute("allocations", F.Recorded->Sum.Allocations);
        J.attributeObject("measured", [&] {
          keysOf<ShownWeight>().write(J, {O, *F.Recorded});
        });
      }
    });
  }

  void writeFix(const Finding &F) {
    std::map<std::string, std::vector<const Edit *>> ByFile;
    for (const Edit &E : F.Fix)
      ByFile[E.File].push_back(&E);
    J.attributeArray("fixes", [&] {
      J.object([&] {
        J.attributeArray("artifactChanges", [&] {
          for (const auto &[File, Edits] : ByFile)
            J.object([&, &File = File, &Edits = Edits] {
              writeArtifact(File);
              J.attributeArray("replacements", [&] {
                for (const Edit *E : Edits)
                  J.object([&] {
                    writeRegion("deletedRegion", File,
                                regionOf(O, File, E->Offset, E->Length));
                    writeText("insertedContent", E->Text);
                  });
              });
            });
        });
      });
    });
  }

  json::OStream J;
  const Review &O;
};

} // namespace

void writeSarif(raw_ostream &OS, const Review &O) {
  Writer(OS, O).write();
  OS << '\n';
}

} // namespace anomalloc::lint
