//===- JsonFindings.cpp - findings as JSON --------------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Report/diff/ChangeParts.h"
#include "Report/report/JsonParts.h"
#include "Report/report/Savings.h"
#include "Report/text/Names.h"
#include <numeric>
#include <set>

using namespace llvm;

namespace anomalloc {

/// How the line's containers grew, whatever the finding is.
static void writeGrowth(json::OStream &J, const GrowthChains &G) {
  J.attributeObject("growth", [&] {
    J.attribute("moves", G.moves());
    J.attribute("moved_bytes", G.MovedBytes);
    J.attribute("shrunk", G.Shrunk);
    J.attribute("shrunk_bytes", G.ShrunkBytes);
    J.attributeArray("chains", [&] {
      for (uint32_t I = 1; I <= G.longest(); ++I)
        if (uint64_t Chains = G.endedWith(I))
          J.object([&] {
            J.attribute("steps", I);
            J.attribute("chains", Chains);
          });
    });
  });
}

static void writeFrames(json::OStream &J, StringRef Key,
                        ArrayRef<Frame> Frames) {
  J.attributeArray(Key, [&] {
    for (const Frame &F : Frames)
      J.object([&] { writeJsonFrame(J, F); });
  });
}

static void writeLine(json::OStream &J, const Profile &P, const ChangeLine &L) {
  J.object([&] {
    writeJsonFrame(J, L.line());
    writeJsonString(J, "callee", plainFunctionName(L.Callee));
    writeJsonString(J, "callee_linkage_name", L.Callee);
    writeJsonPointer(J, L.PointerName, L.IsVirtual);
    J.attribute("counted", L.IsCounted);
    J.attribute("allocations", L.Sum.Allocations);
    J.attribute("bytes", L.Sum.Bytes);
    writeJsonAmount(J, "dark", L.Dark);
    J.attribute("effective_loop_depth", L.Depth);
    writeFrames(J, "made_in", L.Makers);
    writeFrames(J, "called_by", ArrayRef(L.Levels).drop_front());
    J.attributeArray("sites", [&] {
      for (SiteIndex S : L.Sites)
        J.value(hexId(P.site(S).Id));
    });
  });
}

static void writeEvidence(json::OStream &J, const MeasuredAnomaly &F,
                          const std::string &Evidence) {
  const Anomaly &Kind = anomaly(F.Kind);
  J.attribute("anomaly", Kind.Name);
  J.attribute("title", Kind.Title);
  J.attribute("evidence", Evidence);
  J.attribute("evidence_of", F.OfSites ? "sites" : "lines");
}

static const char *nameOf(Confidence Sure) {
  return Sure == Confidence::Measured ? "measured" : "likely";
}

static const char *nameOf(Gain Its) {
  switch (Its) {
  case Gain::Allocations:
    return "allocations";
  case Gain::Memory:
    return "memory";
  case Gain::Threads:
    return "threads";
  }
  return "allocations";
}

static void writeSizes(json::OStream &J, const ChangeEntry &E) {
  std::optional<std::vector<std::pair<uint64_t, uint64_t>>> Sizes = sizesOf(E);
  if (!Sizes)
    return J.attribute("sizes", nullptr);
  J.attributeArray("sizes", [&] {
    for (auto [Size, Allocations] : *Sizes)
      J.object([&, Size = Size, Allocations = Allocations] {
        J.attribute("size", Size);
        J.attribute("allocations", Allocations);
      });
  });
}

static void writeEntry(json::OStream &J, const Analysis &A, uint32_t Index) {
  const ChangeList &List = A.Changes;
  const ChangeEntry &E = List.Entries[Index];
  const Profile &P = *A.Source;
  const ChangeEntry::Part &Main = E.Parts.front();
  J.object([&] {
    J.attribute("rank", rankOf(List, Index));
    J.attribute("gain", nameOf(anomaly(E.Kind).Gain));
    writeEvidence(J, E.Parts.front().Found, evidenceOf(E));
    J.attribute("advice", E.Fix.Text);
    J.attribute("certainty", nameOf(E.Parts.front().Found.Sure));
    J.attributeArray("also", [&] {
      for (const MeasuredAnomaly &Also : E.Parts.front().Also)
        J.object([&] { writeEvidence(J, Also, evidenceOf(Also)); });
    });
    writeJsonFrame(J, E.place());
    writeJsonString(J, "callee", plainFunctionName(E.line().Callee));
    writeJsonPointer(J, E.line().PointerName, E.line().IsVirtual);
    J.attributeArray("lines", [&] {
      for (const ChangeLine *L : E.Lines)
        writeLine(J, P, *L);
    });
    J.attributeArray("sites", [&] {
      std::set<SiteIndex> Sites;
      for (const ChangeEntry::Part &Part : E.Parts)
        Sites.insert(Part.Group->Sites.begin(), Part.Group->Sites.end());
      for (SiteIndex S : Sites)
        J.value(hexId(P.site(S).Id));
    });
    if (A.Lint)
      J.attributeArray("lint", [&] {
        for (uint32_t I : A.LintOf[Index])
          J.object([&] {
            const LintFinding &F = (*A.Lint)[I];
            writeJsonString(J, "check", F.Check);
            writeJsonString(J, "file", F.File);
            J.attribute("line", F.At.Number);
            J.attribute("column", F.Column);
            writeJsonString(J, "message", F.Message);
            J.attribute("has_fix", F.HasFix);
          });
      });
    J.attribute("effective_loop_depth", E.Depth);
    J.attribute("allocated", E.Requested.Allocations);
    J.attribute("allocated_bytes", E.Requested.Bytes);
    writeSizes(J, E);
    J.attribute("saves", savedText(describeChange(List, Index)));
    J.attribute("saved_allocations", E.Blocks);
    J.attribute("saved_allocations_most", E.MostBlocks);
    J.attribute("saved_nanoseconds", E.SavedLeast);
    J.attribute("saved_nanoseconds_most", E.SavedMost);
    J.attribute("saved_page_nanoseconds", E.SavedPages);
    J.attribute("saved_nanoseconds_if_kept", E.SavedIfKept);
    J.attribute("saved_nanoseconds_of_others", E.SavedOfOthers);
    J.attribute("work", E.Fix.Its == Work::Copy ? "copy" : "fill");
    J.attribute("pair_nanoseconds", Main.Cost.Least);
    J.attribute("work_nanoseconds", Main.Cost.most(E.Fix.Its));
    J.attribute("pair_measured", E.CostsMeasured);
    J.attribute("saved_bytes", E.SavedBytes);
    J.attribute("freed_bytes", E.FreedBytes);
    J.attribute("may_stay", E.MayStay);
    writeGrowth(J, Main.Group->Growth);
  });
}

void writeJsonFindings(json::OStream &J, const Analysis &A) {
  J.attributeArray("findings", [&] {
    for (uint32_t I = 0; I != A.Changes.Entries.size(); ++I)
      writeEntry(J, A, I);
  });
  writeJsonAmount(J, "findings_of", A.Changes.All);
  std::vector<uint32_t> Indices(A.Changes.Entries.size());
  std::iota(Indices.begin(), Indices.end(), 0);
  J.attribute("findings_remark", Indices.empty()
                                     ? nothingToChange(A).str()
                                     : remarkOnSavings(A.Changes, Indices));
  J.attribute("findings_order",
              A.Changes.Sort == SortKey::Bytes ? "bytes" : "time");
  const LinesToChange &All = A.Changes.Lines;
  J.attributeArray("lines_to_change", [&] {
    for (const ChangeLine &L : All.Lines)
      writeLine(J, *A.Source, L);
  });
  J.attribute("lines_to_change_from", All.StacksRead     ? "stacks"
                                      : All.CallsCounted ? "maker_calls"
                                                         : "chains");
  writeJsonAmount(J, "lines_to_change_unknown", All.Unknown);
}

} // namespace anomalloc
