//===- DiffJson.cpp - a comparison for programs ---------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Report/diff/DiffViews.h"
#include "Report/report/JsonParts.h"
#include "Report/text/Names.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace anomalloc {
namespace {

class JsonDiff {
public:
  JsonDiff(json::OStream &J, const Comparison &C) : J(J), C(C) {}

  void writeSides();
  void writeMatches();
  void writeNotes();
  void writeTable(const DiffView &V);

private:
  void writeRow(const DiffView &V, const ComparedRow &R);
  void writeIdentity(const DiffView &V, const ComparedRow &R);
  void writeSite(const ComparedRow &R);
  void writeValues(const ComparedTable &T, const ComparedRow &R);
  void writeSum(StringRef Key, const MatchSums::Sum &S);

  json::OStream &J;
  const Comparison &C;
};

StringRef wordFor(Difference V) {
  switch (V) {
  case Difference::Same:
    return "same";
  case Difference::Varies:
    return "varies";
  case Difference::Changed:
    return "changed";
  }
  llvm_unreachable("no difference");
}

StringRef wordFor(MatchedBy How) {
  switch (How) {
  case MatchedBy::Id:
    return "id";
  case MatchedBy::Function:
    return "function";
  case MatchedBy::Line:
    return "line";
  case MatchedBy::Unmatched:
    return "unmatched";
  }
  llvm_unreachable("no way");
}

void JsonDiff::writeSides() {
  J.attributeArray("sides", [&] {
    for (const Side &S : C.Sides)
      J.object([&] {
        writeJsonString(J, "label", S.Label);
        J.attributeArray("runs", [&] {
          for (const Profile *P : S.Runs)
            J.array([&] {
              for (const Process &One : P->Processes)
                J.value(json::isUTF8(One.File) ? One.File
                                               : json::fixUTF8(One.File));
            });
        });
      });
  });
}

void JsonDiff::writeSum(StringRef Key, const MatchSums::Sum &S) {
  J.attributeObject(Key, [&] {
    J.attribute("sites", S.Sites);
    J.attribute("allocations", S.Allocations);
  });
}

void JsonDiff::writeMatches() {
  J.attributeArray("matches", [&] {
    for (const MatchSums &M : ArrayRef(C.Matches).drop_front())
      J.object([&] {
        writeSum("by_id", M.By[0]);
        writeSum("by_function", M.By[1]);
        writeSum("by_line", M.By[2]);
        writeSum("by_order", M.ByOrder);
        writeSum("added", M.Added);
        writeSum("gone", M.Gone);
      });
  });
}

void JsonDiff::writeNotes() {
  J.attributeArray("notes", [&] {
    for (const std::string &Note : C.Notes)
      J.value(json::isUTF8(Note) ? Note : json::fixUTF8(Note));
  });
}

void JsonDiff::writeSite(const ComparedRow &R) {
  J.attributeArray("ids", [&] {
    for (const std::set<uint64_t> &Ids : R.Ids)
      J.array([&] {
        for (uint64_t Id : Ids)
          J.value(hexId(Id));
      });
  });
  writeJsonString(J, "callee", fullFunctionName(R.Its->Callee));
  J.attribute("family", nameOf(R.Its->Family));
  writeJsonString(J, "type", R.Its->Type);
}

void JsonDiff::writeIdentity(const DiffView &V, const ComparedRow &R) {
  if (V.Table == &Comparison::Sizes)
    J.attribute("size", R.Size);
  if (!R.Name.empty())
    writeJsonString(J,
                    V.Table == &Comparison::Sizes ||
                            V.Table == &Comparison::Sections
                        ? "section"
                        : "name",
                    R.Name);
  if (V.Table == &Comparison::Stacks)
    J.attributeArray("frames", [&] {
      for (const ComparedLevel &L : R.Levels)
        J.object([&] {
          writeJsonString(J, "function", fullFunctionName(L.Function));
          writeJsonString(J, "linkage_name", L.Function);
          writeJsonString(J, "file", L.File);
          J.attribute("line", L.Line);
          writeJsonString(J, "library", L.Library);
        });
    });
  if (V.Table == &Comparison::Functions && R.Place) {
    writeJsonString(J, "function", fullFunctionName(R.Place->Function));
    writeJsonString(J, "linkage_name", R.Place->Function);
    return;
  }
  for (auto [Key, Place] :
       {std::pair("place", &R.Place), {"new_place", &R.NewPlace}})
    if (*Place)
      J.attributeObject(Key, [&, F = &**Place] { writeJsonFrame(J, *F); });
  if (R.Its)
    writeSite(R);
  else if (V.Table == &Comparison::Sites) {
    writeJsonString(J, "library", R.Library);
    writeJsonString(J, "function", fullFunctionName(R.Function));
  }
  if (R.How)
    J.attribute("matched", wordFor(*R.How));
  if (R.Its)
    J.attribute("by_order", R.ByOrder);
}

void JsonDiff::writeValues(const ComparedTable &T, const ComparedRow &R) {
  for (Measure M : T.Measures)
    J.attributeArray(infoOf(M).Key, [&] {
      for (size_t Side = 0; Side != C.Sides.size(); ++Side)
        J.object([&] {
          Spread S = C.spread(R, M, Side);
          J.attribute("least", S.Least);
          J.attribute("most", S.Most);
          J.attribute("verdict", wordFor(Side         ? C.difference(R, M, Side)
                                         : S.varies() ? Difference::Varies
                                                      : Difference::Same));
        });
    });
}

void JsonDiff::writeRow(const DiffView &V, const ComparedRow &R) {
  const ComparedTable &T = C.*V.Table;
  J.object([&] {
    writeIdentity(V, R);
    J.attribute("verdict", wordFor(C.difference(R, T)));
    writeValues(T, R);
  });
}

void JsonDiff::writeTable(const DiffView &V) {
  const ComparedTable &T = C.*V.Table;
  J.attributeObject(V.Name, [&] {
    J.attribute("changed", T.Changed);
    J.attribute("varying", T.Varying);
    J.attribute("same", T.Same);
    J.attributeArray("rows", [&] {
      for (const ComparedRow &R : T.Rows)
        writeRow(V, R);
    });
  });
}

} // namespace

void writeJsonDiff(raw_ostream &To, const Comparison &C,
                   const DiffOptions &Options) {
  PrintableStream OS(To, PrintableStream::Kind::Json);
  json::OStream J(OS, /*IndentSize=*/2);
  J.object([&] {
    JsonDiff Parts(J, C);
    J.attribute("schema", "anomalloc-diff");
    J.attribute("version", 1);
    J.attribute("filtered", C.Filtered);
    J.attribute("sort", infoOf(C.Sort).Key);
    Parts.writeSides();
    Parts.writeMatches();
    Parts.writeNotes();
    for (const DiffView &V : diffViews())
      if (Options.Only.empty() || Options.Only.count(V.Name.str()))
        Parts.writeTable(V);
  });
  OS << '\n';
}

} // namespace anomalloc
