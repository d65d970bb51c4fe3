//===- AdviceJson.cpp - which allocator, which setting, for tools ---------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Report/allocators/AdviceViews.h"
#include "Report/report/JsonParts.h"
#include "Support/PrintableStream.h"

using namespace llvm;

namespace anomalloc {
namespace {

constexpr StringLiteral Keys[] = {"nanoseconds", "peak_resident",
                                  "mean_resident"};

class AdviceJson {
public:
  AdviceJson(json::OStream &J, const AdviceView &V)
      : J(J), V(V), Found(V.Found) {}

  void write() {
    J.object([&] {
      J.attribute("schema", "anomalloc-advise-allocator");
      J.attribute("version", 1);
      writeJsonString(J, "trace", V.Run.Path);
      J.attribute("events", V.Run.Events);
      J.attribute("threads", V.Run.Threads);
      J.attribute("peak_live_bytes", V.Run.PeakBytes);
      writeJsonString(J, "missing", V.Run.Missing);
      writeJsonString(J, "command", V.Run.Command);
      J.attribute("run_nanoseconds",
                  numberOrNull(V.Run.Nanoseconds, V.Run.Nanoseconds));
      writeJsonString(J, "base", V.Request.Allocators.front().Name);
      J.attribute("repeat", V.Request.Repeat);
      J.attribute("repeat_needed",
                  numberOrNull(Found.RepeatNeeded, Found.RepeatNeeded));
      J.attributeArray("advice", [&] {
        for (const Advice &B : Found.Best)
          J.object([&] {
            J.attribute("finalist", uint64_t(B.Finalist));
            J.attributeArray("for", [&] {
              for (AdviceMeasure M : B.For)
                J.value(Keys[size_t(M)]);
            });
          });
      });
      J.attributeArray("finalists", [&] {
        for (const Finalist &F : Found.Finalists)
          J.object([&] { finalist(F); });
      });
      J.attributeObject("base_runs", [&] { numbers(Found.Base); });
      J.attributeArray("tried", [&] {
        for (const auto &Each : Found.Tried)
          J.object([&] {
            candidate(Each.first);
            writeJsonString(J, "failure", Each.second.Failure);
            J.attributeObject("runs", [&] { numbers(Each.second); });
          });
      });
      served();
    });
  }

private:
  void served() {
    const ServedAdvice &Served = V.Served;
    J.attributeObject("pools_and_arenas", [&] {
      J.attributeObject("base_runs", [&] { numbers(Served.Base); });
      J.attribute("repeat_needed",
                  numberOrNull(Served.RepeatNeeded, Served.RepeatNeeded));
      J.attributeArray("candidates", [&] {
        for (const ServedCandidate &C : Served.Candidates)
          J.object([&] { served(C); });
      });
      J.attributeArray("impossible", [&] {
        for (const NoArena &No : Served.Impossible)
          J.object([&] {
            writeJsonString(J, "section", No.Section);
            J.attribute("blocks", No.Blocks);
            J.attribute("escaped", No.Escaped);
            J.attribute("elsewhere", No.Elsewhere);
            writeJsonString(J, "why", No.Why);
          });
      });
    });
  }

  void served(const ServedCandidate &C) {
    writeJsonString(J, "name", C.Its.What.name());
    J.attributeArray("pools", [&] {
      for (uint64_t Size : C.Its.What.PoolSizes)
        J.value(Size);
    });
    J.attributeArray("arenas", [&] {
      for (const std::string &Section : C.Its.What.ArenaSections)
        J.value(json::fixUTF8(Section));
    });
    J.attribute("blocks", C.Blocks);
    J.attribute("shared", C.IsShared);
    J.attributeArray("for", [&] {
      for (AdviceMeasure M : C.For)
        J.value(Keys[size_t(M)]);
    });
    changes(C.Its);
    J.attributeArray("places", [&] {
      for (const ServedCandidate::Place &P : C.Places)
        J.object([&] { place(P); });
    });
  }

  void place(const ServedCandidate::Place &P) {
    J.attribute("blocks", P.Blocks);
    writeJsonOrigin(J, *V.Run.Names.Model, P.Site, P.Dark);
  }

  void candidate(const Candidate &C) {
    writeJsonString(J, "name", C.name());
    writeJsonString(J, "allocator", C.With.Name);
    writeJsonString(J, "library", C.With.Library);
    J.attributeArray("settings", [&] {
      for (const AllocatorSetting *S : C.Settings)
        J.value(S->Id);
    });
    J.attributeArray("environment", [&] {
      for (const std::string &Each : environmentOf(C.Settings))
        J.value(Each);
    });
  }

  void numbers(const CandidateRuns &Its) {
    for (AdviceMeasure M : AdviceMeasures)
      J.attributeArray(Keys[size_t(M)], [&] {
        for (double Number : Its.Numbers[size_t(M)])
          J.value(int64_t(Number));
      });
  }

  void finalist(const Finalist &F) {
    candidate(F.What);
    changes(F);
  }

  void changes(const Finalist &F) {
    writeJsonString(J, "failure", F.Fresh.Failure);
    J.attributeObject("runs", [&] { numbers(F.Fresh); });
    J.attributeObject("changes", [&] {
      if (!F.Fresh.Failure.empty())
        return;
      for (AdviceMeasure M : AdviceMeasures)
        J.attributeObject(Keys[size_t(M)], [&] {
          const MeasureChange &C = F.Changes[size_t(M)];
          J.attribute("base", C.Base);
          J.attribute("median", C.Median);
          J.attribute("p", C.P);
          J.attribute("corrected_p", C.Corrected);
          J.attribute("differs", C.Differs);
          J.attribute("worth", C.IsWorth);
        });
    });
  }

  json::OStream &J;
  const AdviceView &V;
  const AllocatorAdvice &Found;
};

} // namespace

void writeJsonAdvice(raw_ostream &To, const AdviceView &V) {
  PrintableStream OS(To, PrintableStream::Kind::Json);
  json::OStream J(OS, 2);
  AdviceJson(J, V).write();
  OS << '\n';
}

} // namespace anomalloc
