//===- JsonMakerCalls.cpp - for whom makers make blocks -------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Report/report/JsonParts.h"
#include "Report/text/Names.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace anomalloc {
namespace {

/// What was made for one call, in all and by section.
struct Made {
  Amount Sum;
  std::map<SectionIndex, Amount> Sections;

  void add(const MakerCount &C) {
    for (Amount *To : {&Sum, &Sections[C.Section]}) {
      To->Allocations += C.Blocks;
      To->Bytes += C.Bytes;
    }
  }
};

void writeMade(json::OStream &J, const Profile &P, const Made &M) {
  J.attribute("allocations", M.Sum.Allocations);
  J.attribute("bytes", M.Sum.Bytes);
  J.attributeArray("sections", [&] {
    for (const auto &[Section, Sum] : M.Sections)
      J.object([&, S = Section, A = Sum] {
        writeJsonString(J, "section", P.section(S));
        J.attribute("allocations", A.Allocations);
        J.attribute("bytes", A.Bytes);
      });
  });
}

/// The line to change is the call's place.
void writeCall(json::OStream &J, const Profile &P, const MakerCall &C) {
  writeJsonFrame(J, C.Chain[*C.ChangeFrame]);
  auto Callee = P.FunctionNames.find(C.Callee);
  StringRef Name = Callee == P.FunctionNames.end() ? "" : Callee->second;
  writeJsonString(J, "callee", plainFunctionName(Name));
  writeJsonString(J, "callee_linkage_name", Name);
  writeJsonPointer(J, C.Name, C.IsVirtual);
  J.attribute("loop_depth", C.LoopDepth);
  J.attribute("change_frame", *C.ChangeFrame);
  J.attributeArray("chain", [&] {
    for (const Frame &F : C.Chain)
      J.object([&] { writeJsonFrame(J, F); });
  });
}

} // namespace

void writeJsonMakerCalls(json::OStream &J, const Profile &P) {
  std::map<MakerCallIndex, Made> ByCall;
  Made Unknown;
  for (const MakerCount &C : P.MakerCounts)
    (C.Call ? ByCall[*C.Call] : Unknown).add(C);
  std::vector<const std::pair<const MakerCallIndex, Made> *> Order;
  for (const auto &Row : ByCall)
    Order.push_back(&Row);
  stable_sort(Order, [](const auto *A, const auto *B) {
    return A->second.Sum.Allocations > B->second.Sum.Allocations;
  });
  J.attributeArray("maker_calls", [&] {
    for (const auto *Row : Order)
      if (const MakerCall &C = P.makerCall(Row->first); C.ChangeFrame)
        J.object([&] {
          writeCall(J, P, C);
          writeMade(J, P, Row->second);
        });
  });
  J.attributeObject("maker_calls_unknown", [&] { writeMade(J, P, Unknown); });
}

void writeJsonStaticMakerCalls(json::OStream &J, const Profile &P) {
  J.attributeArray("maker_calls", [&] {
    for (const MakerCall &C : P.MakerCalls)
      if (C.ChangeFrame)
        J.object([&] { writeCall(J, P, C); });
  });
}

} // namespace anomalloc
