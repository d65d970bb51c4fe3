//===- TameState.cpp - what a taming knows, and keeps ---------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tame/TameState.h"
#include "Report/text/WholeFile.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/MemoryBuffer.h"

using namespace llvm;

namespace anomalloc {
namespace {

constexpr int64_t StateVersion = 2;

// Members by the names that the file has. Each is given the name and the
// pointer to the member: what is written is what is read.

template <typename F> void eachOf(const lint::Edit *, F Each) {
  Each("file", &lint::Edit::File);
  Each("offset", &lint::Edit::Offset);
  Each("length", &lint::Edit::Length);
  Each("text", &lint::Edit::Text);
}
template <typename F> void eachOf(const TameChange *, F Each) {
  Each("fingerprint", &TameChange::Fingerprint);
  Each("check", &TameChange::Check);
  Each("file", &TameChange::File);
  Each("line", &TameChange::Line);
  Each("column", &TameChange::Column);
  Each("more_lines", &TameChange::MoreLines);
  Each("message", &TameChange::Message);
  Each("suggestion", &TameChange::Suggestion);
  Each("allocations", &TameChange::Allocations);
  Each("proved", &TameChange::IsProved);
  Each("doubt", &TameChange::Doubt);
  Each("edits", &TameChange::Edits);
}
template <typename F> void eachOf(const TameNumbers *, F Each) {
  Each("allocations", &TameNumbers::Allocations);
  Each("bytes", &TameNumbers::Bytes);
  Each("peak", &TameNumbers::Peak);
  Each("time", &TameNumbers::Time);
}
template <typename F> void eachOf(const TameStep *, F Each) {
  Each("changes", &TameStep::Changes);
  Each("kept", &TameStep::Kept);
  Each("why", &TameStep::Why);
  Each("saved_nothing", &TameStep::SavedNothing);
  Each("after", &TameStep::After);
  Each("commit", &TameStep::Commit);
  Each("patch", &TameStep::Patch);
}
template <typename F> void eachOf(const TameState *, F Each) {
  Each("key", &TameState::Key);
  Each("head", &TameState::Head);
  Each("last", &TameState::Last);
  Each("branch", &TameState::Branch);
  Each("measured", &TameState::Measured);
  Each("done", &TameState::Done);
  Each("preloaded", &TameState::Preloaded);
  Each("swapping", &TameState::Swapping);
  Each("output_agrees", &TameState::OutputAgrees);
  Each("clock", &TameState::Clock);
  Each("noise", &TameState::Noise);
  Each("start", &TameState::Start);
  Each("now", &TameState::Now);
  Each("profile", &TameState::Profile);
  Each("run_seconds", &TameState::RunSeconds);
  Each("test_seconds", &TameState::TestSeconds);
  Each("steps", &TameState::Steps);
  Each("left", &TameState::Left);
  Each("notes", &TameState::Notes);
}

json::Value toValue(const std::string &Text) { return json::fixUTF8(Text); }
json::Value toValue(bool Yes) { return Yes; }
json::Value toValue(uint64_t Number) { return Number; }
json::Value toValue(unsigned Number) { return uint64_t(Number); }
json::Value toValue(TameClock Clock) { return int64_t(Clock); }
template <typename T> json::Value toValue(const std::optional<T> &Its) {
  return Its ? toValue(*Its) : json::Value(nullptr);
}
template <typename T> json::Value toValue(const T &Its);
template <typename T> json::Value toValue(const std::vector<T> &All) {
  json::Array List;
  for (const T &Its : All)
    List.push_back(toValue(Its));
  return List;
}
template <typename T> json::Value toValue(const T &Its) {
  json::Object O;
  eachOf(&Its,
         [&](StringRef Name, auto Member) { O[Name] = toValue(Its.*Member); });
  return O;
}

void fromValue(const json::Value &V, std::string &To) {
  To = V.getAsString().value_or("").str();
}
void fromValue(const json::Value &V, bool &To) {
  To = V.getAsBoolean().value_or(false);
}
void fromValue(const json::Value &V, uint64_t &To) {
  To = V.getAsUINT64().value_or(0);
}
void fromValue(const json::Value &V, unsigned &To) {
  To = unsigned(std::min<uint64_t>(V.getAsUINT64().value_or(0), UINT_MAX));
}
void fromValue(const json::Value &V, TameClock &To) {
  const int64_t Number = V.getAsInteger().value_or(0);
  To = Number < 0 || Number > int64_t(TameClock::Cpu) ? TameClock::None
                                                      : TameClock(Number);
}
void fromValue(const json::Value &V, std::optional<uint64_t> &To) {
  To = V.getAsUINT64();
}
template <typename T> void fromValue(const json::Value &V, T &To);
template <typename T> void fromValue(const json::Value &V, std::vector<T> &To) {
  if (const json::Array *List = V.getAsArray())
    for (const json::Value &Its : *List)
      fromValue(Its, To.emplace_back());
}
template <typename T> void fromValue(const json::Value &V, T &To) {
  if (const json::Object *O = V.getAsObject())
    eachOf(&To, [&](StringRef Name, auto Member) {
      if (const json::Value *Its = O->get(Name))
        fromValue(*Its, To.*Member);
    });
}

} // namespace

bool TameStep::has(StringRef Fingerprint) const {
  return any_of(Changes, [&](const TameChange &C) {
    return C.Fingerprint == Fingerprint;
  });
}

const TameStep *TameState::tried(StringRef Fingerprint) const {
  for (const TameStep &S : reverse(Steps))
    if (S.Changes.size() == 1 && S.has(Fingerprint))
      return &S;
  return nullptr;
}

bool TameState::triedTogether(ArrayRef<TameChange> Group) const {
  return any_of(Steps, [&](const TameStep &S) {
    return all_of(Group,
                  [&](const TameChange &C) { return S.has(C.Fingerprint); });
  });
}

std::vector<const TameStep *> TameState::takenBack() const {
  std::vector<const TameStep *> Found;
  for (auto I = Steps.begin(), E = Steps.end(); I != E; ++I)
    if (!I->Kept && none_of(make_range(I + 1, E), [&](const TameStep &Later) {
          return Later.Kept && Later.Changes.size() > 1 &&
                 Later.has(I->Changes.front().Fingerprint);
        }))
      Found.push_back(&*I);
  return Found;
}

size_t TameState::kept() const {
  return count_if(Steps, [](const TameStep &S) { return S.Kept; });
}

TameState loadTameState(StringRef Path) {
  TameState State;
  auto Text = MemoryBuffer::getFile(Path);
  if (!Text)
    return State;
  Expected<json::Value> Read = json::parse((*Text)->getBuffer());
  if (!Read) {
    consumeError(Read.takeError());
    return State;
  }
  const json::Object *Top = Read->getAsObject();
  if (Top && Top->getInteger("version") == StateVersion)
    fromValue(*Read, State);
  return State;
}

Error saveTameState(StringRef Path, const TameState &State) {
  return writeWholeFile(Path, [&](raw_ostream &OS) {
    json::Value Its = toValue(State);
    (*Its.getAsObject())["version"] = StateVersion;
    OS << formatv("{0:2}", Its) << '\n';
    return Error::success();
  });
}

} // namespace anomalloc
