//===- BisectedCommit.cpp - what is kept of a commit ----------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "bisect/BisectedCommit.h"
#include "Report/text/WholeFile.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace anomalloc {

static constexpr StringLiteral Words[] = {"untested", "good", "bad", "skipped"};

TestedCommit BisectedCommit::load() const {
  TestedCommit Tested;
  auto Text = MemoryBuffer::getFile(outcome());
  if (!Text)
    return Tested;
  auto [Word, Why] = (*Text)->getBuffer().split('\n');
  for (size_t I = 0; I != std::size(Words); ++I)
    if (Word == Words[I])
      Tested.Its = TestedCommit::Outcome(I);
  Tested.Why = Why.str();
  return Tested;
}

Error BisectedCommit::save(const TestedCommit &Tested) const {
  return writeWholeFile(outcome(), [&](raw_ostream &OS) {
    OS << Words[size_t(Tested.Its)] << '\n' << Tested.Why;
    return Error::success();
  });
}

std::vector<CheckedLimit> BisectedCommit::limits(StringRef Wanted) const {
  std::vector<CheckedLimit> Limits;
  auto Text = MemoryBuffer::getFile(verdicts());
  if (!Text)
    return Limits;
  Expected<json::Value> Read = json::parse((*Text)->getBuffer());
  if (!Read) {
    consumeError(Read.takeError());
    return Limits;
  }
  const json::Object *Top = Read->getAsObject();
  const json::Array *All = Top ? Top->getArray("verdicts") : nullptr;
  for (size_t I = 0; All && I != All->size(); ++I)
    if (const json::Object *O = (*All)[I].getAsObject())
      if (O->getString("outcome") == Wanted)
        Limits.push_back({O->getInteger("line").value_or(0),
                          O->getInteger("column").value_or(0),
                          O->getString("message").value_or("").str()});
  return Limits;
}

} // namespace anomalloc
