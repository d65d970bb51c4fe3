//===- MeasurementsReader.cpp - lint weights from JSON --------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Weights/LineTexts.h"
#include "Weights/Measurements.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;

namespace anomalloc {
namespace {

Error notWeights(const Twine &Why) {
  return createStringError(
      "not lint weights (" + Why +
      "); write them with 'anomalloc export --format=lint-weights'");
}

std::optional<uint64_t> natural(const json::Value &V) {
  std::optional<int64_t> Number = V.getAsInteger();
  return Number && *Number >= 0 ? std::optional<uint64_t>(*Number)
                                : std::nullopt;
}

/// 0 where it is absent.
uint64_t natural(const json::Object &O, StringRef Key) {
  const json::Value *V = O.get(Key);
  return V ? natural(*V).value_or(0) : 0;
}

void readSizes(const json::Object &Row, MeasuredChain &C) {
  const json::Array *Sizes = Row.getArray("sizes");
  if (!Sizes)
    return;
  for (const json::Value &Entry : *Sizes)
    if (const json::Array *Pair = Entry.getAsArray(); Pair && Pair->size() > 1)
      C.Sizes.push_back(
          {natural((*Pair)[0]).value_or(0), natural((*Pair)[1]).value_or(0)});
  if (const json::Array *Range = Row.getArray("size_range");
      Range && Range->size() == 2) {
    C.SizeRange = {natural((*Range)[0]).value_or(0),
                   natural((*Range)[1]).value_or(0)};
    return;
  }
  // Files that were written before there were any: the sizes may be all.
  uint64_t Told = 0;
  std::pair<uint64_t, uint64_t> Range = {UINT64_MAX, 0};
  for (auto [Size, Allocations] : C.Sizes) {
    Told = SaturatingAdd(Told, Allocations);
    Range = {std::min(Range.first, Size), std::max(Range.second, Size)};
  }
  if (Told && Told == C.Allocations)
    C.SizeRange = Range;
}

void readUses(const json::Object &Row, MeasuredChain &C) {
  const json::Object *Uses = Row.getObject("accesses");
  if (!Uses)
    return;
  C.Uses.emplace();
  C.Uses->Blocks = natural(*Uses, "blocks");
  C.Uses->Asked = natural(*Uses, "bytes");
  C.Uses->Read = natural(*Uses, "read_bytes");
  C.Uses->Written = natural(*Uses, "written_bytes");
  C.Uses->Unread = natural(*Uses, "unread_blocks");
  C.Uses->OnlyCopied = natural(*Uses, "copied_only_read_blocks");
}

Error readTexts(const json::Object &Top, StringRef Key,
                std::vector<std::string> &Texts) {
  const json::Array *Rows = Top.getArray(Key);
  if (!Rows)
    return notWeights("no \"" + Key + "\"");
  for (const json::Value &Row : *Rows)
    Texts.push_back(Row.getAsString().value_or("").str());
  return Error::success();
}

Error readLineTexts(const json::Object &Top, Measurements &M) {
  const json::Array *Rows = Top.getArray("texts");
  if (!Rows)
    return Error::success();
  if (Rows->size() != M.Files.size())
    return notWeights("\"texts\" are not those of \"files\"");
  for (const json::Value &Row : *Rows) {
    StringRef Digits = Row.getAsString().value_or("");
    std::vector<uint32_t> &Lines = M.Texts.emplace_back();
    for (; !Digits.empty(); Digits = Digits.drop_front(LineTextDigits))
      if (Digits.size() < LineTextDigits ||
          Digits.take_front(LineTextDigits)
              .getAsInteger(16, Lines.emplace_back()))
        return notWeights("a line's text is no number");
  }
  return Error::success();
}

/// Files that were written before there were any have none.
Error readCalls(const json::Object &Top, Measurements &M) {
  const json::Array *Rows = Top.getArray("calls");
  if (!Rows)
    return Error::success();
  for (const json::Value &Row : *Rows) {
    const json::Array *Fields = Row.getAsArray();
    if (!Fields || Fields->size() != 2)
      return notWeights("a number of calls has not 2 fields");
    const auto Function = natural((*Fields)[0]), Calls = natural((*Fields)[1]);
    if (!Function || *Function >= M.Functions.size() || !Calls)
      return notWeights("a number of calls refers to what is not there");
    M.Calls[uint32_t(*Function)] = *Calls;
  }
  return Error::success();
}

Error readFrames(const json::Object &Top, Measurements &M) {
  const json::Array *Rows = Top.getArray("frames");
  if (!Rows)
    return notWeights("no \"frames\"");
  for (const json::Value &Row : *Rows) {
    const json::Array *Fields = Row.getAsArray();
    if (!Fields || Fields->size() != 5)
      return notWeights("a frame has not 5 fields");
    auto At = [&](unsigned I) { return natural((*Fields)[I]); };
    if (!At(0) || *At(0) >= M.Files.size() || !At(1) || !At(2) || !At(3) ||
        *At(3) >= M.Functions.size() || (At(4) && *At(4) >= M.Frames.size()))
      return notWeights("a frame refers to what is not there");
    MeasuredFrame F;
    F.File = uint32_t(*At(0));
    F.Line = uint32_t(*At(1));
    F.Column = uint32_t(*At(2));
    F.Function = uint32_t(*At(3));
    if (At(4))
      F.Caller = uint32_t(*At(4));
    M.Frames.push_back(F);
  }
  return Error::success();
}

Error readChains(const json::Object &Top, Measurements &M) {
  const json::Array *Rows = Top.getArray("chains");
  if (!Rows)
    return notWeights("no \"chains\"");
  for (const json::Value &Row : *Rows) {
    const json::Object *Fields = Row.getAsObject();
    const json::Value *Frame = Fields ? Fields->get("frame") : nullptr;
    const std::optional<uint64_t> Innermost =
        Frame ? natural(*Frame) : std::nullopt;
    if (!Innermost || *Innermost >= M.Frames.size() ||
        !Fields->getInteger("allocations"))
      return notWeights("a chain lacks \"frame\" or \"allocations\"");
    MeasuredChain &C = M.Chains.emplace_back();
    C.Innermost = uint32_t(*Innermost);
    if (const json::Value *Change = Fields->get("change"))
      if (auto At = natural(*Change); At && *At < M.Frames.size())
        C.Change = uint32_t(*At);
    if (const json::Array *Makers = Fields->getArray("makers"))
      for (const json::Value &Maker : *Makers)
        if (auto At = natural(Maker); At && *At < M.Functions.size())
          C.Makers.push_back(uint32_t(*At));
    if (const json::Array *Changes = Fields->getArray("changes"))
      for (const json::Value &Change : *Changes)
        if (auto At = natural(Change); At && *At < M.Changes.size())
          C.Changes.push_back(uint32_t(*At));
    if (const json::Array *Sites = Fields->getArray("sites"))
      for (const json::Value &Site : *Sites)
        if (uint64_t Id; !Site.getAsString().value_or("").getAsInteger(16, Id))
          C.Sites.push_back(Id);
    C.OfCall = Fields->getBoolean("of_call").value_or(false);
    C.Shared = Fields->getBoolean("shared").value_or(false);
    C.Depth = natural(*Fields, "depth");
    C.Allocations = natural(*Fields, "allocations");
    C.Bytes = natural(*Fields, "bytes");
    readSizes(*Fields, C);
    readUses(*Fields, C);
  }
  return Error::success();
}

void readElsewhere(const json::Object &Top, Measurements &M) {
  if (const json::Array *Rows = Top.getArray("elsewhere"))
    for (const json::Value &Row : *Rows)
      if (const json::Object *Fields = Row.getAsObject())
        M.Elsewhere.push_back({Fields->getString("function").value_or("").str(),
                               Fields->getString("library").value_or("").str(),
                               natural(*Fields, "allocations"),
                               natural(*Fields, "bytes")});
}

/// Files that were written before there were any have none.
void readChanges(const json::Object &Top, Measurements &M) {
  const json::Array *Rows = Top.getArray("changes");
  if (!Rows)
    return;
  for (const json::Value &Row : *Rows) {
    MeasuredChange &C = M.Changes.emplace_back();
    const json::Object *Fields = Row.getAsObject();
    if (!Fields)
      continue; // chains count them
    C.Rank = Fields->getString("rank").value_or("").str();
    C.Anomaly = Fields->getString("anomaly").value_or("").str();
    C.Evidence = Fields->getString("evidence").value_or("").str();
    C.Remedy = Fields->getString("remedy").value_or("").str();
    C.IsMeasured = Fields->getBoolean("measured").value_or(false);
    C.Allocations = natural(*Fields, "allocations");
    C.Blocks = natural(*Fields, "saved_allocations");
    C.MayStay = Fields->getBoolean("may_stay").value_or(false);
    C.MostBlocks = natural(*Fields, "saved_allocations_most");
    C.SavedPages = natural(*Fields, "saved_nanoseconds_pages");
    C.SavedLeast = natural(*Fields, "saved_nanoseconds");
    C.SavedMost = natural(*Fields, "saved_nanoseconds_most");
    C.SavedIfKept = natural(*Fields, "saved_nanoseconds_if_kept");
    C.SavedOfOthers = natural(*Fields, "saved_nanoseconds_of_others");
    C.SavedBytes = natural(*Fields, "saved_bytes");
    C.SavedTraffic = natural(*Fields, "saved_traffic_bytes");
  }
}

} // namespace

Expected<Measurements> readMeasurements(StringRef Text) {
  Expected<json::Value> Root = json::parse(Text);
  if (!Root)
    return notWeights(toString(Root.takeError()));
  const json::Object *Top = Root->getAsObject();
  if (!Top || Top->getString("format") != "anomalloc-lint-weights")
    return notWeights("no \"format\": \"anomalloc-lint-weights\"");
  Measurements M;
  if (Top->getInteger("version") != 2)
    return notWeights("written for another version of the checks");
  if (Top->getArray("programs")) // Older files have none.
    if (Error E = readTexts(*Top, "programs", M.Programs))
      return std::move(E);
  M.Recorded = natural(*Top, "recorded");
  M.Allocations = natural(*Top, "allocations");
  M.Instrumented = natural(*Top, "instrumented");
  M.Bytes = natural(*Top, "bytes");
  if (Error E = readTexts(*Top, "files", M.Files))
    return std::move(E);
  if (Error E = readLineTexts(*Top, M))
    return std::move(E);
  if (Error E = readTexts(*Top, "functions", M.Functions))
    return std::move(E);
  if (Error E = readCalls(*Top, M))
    return std::move(E);
  if (Error E = readFrames(*Top, M))
    return std::move(E);
  readChanges(*Top, M);
  if (Error E = readChains(*Top, M))
    return std::move(E);
  readElsewhere(*Top, M);
  return M;
}

} // namespace anomalloc
