//===- BudgetReader.cpp - budgets from YAML -------------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Budget/Budget.h"
#include "Support/Errors.h"
#include "Support/NearestWord.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/YAMLParser.h"

using namespace llvm;

namespace anomalloc::budget {
namespace {

enum class ScopeKey {
#define ANOMALLOC_BUDGET_SCOPE(Name, Key, Value, Help) Name,
#include "Budget/Scopes.def"
};

constexpr StringLiteral ScopeKeys[] = {
#define ANOMALLOC_BUDGET_SCOPE(Name, Key, Value, Help) Key,
#include "Budget/Scopes.def"
};

/// All keys of one budget.
std::vector<std::string> allKeys() {
  std::vector<std::string> Keys;
  for (StringRef Key : ScopeKeys)
    Keys.push_back(Key.str());
  for (const MeasureRow &Row : measures())
    Keys.push_back(Row.Key.str());
#define ANOMALLOC_BUDGET_SETTING(Name, Key, Value, Help) Keys.push_back(Key);
#include "Budget/Settings.def"
  return Keys;
}

/// A text of the file, and where it stands.
struct Scalar {
  std::string Text;
  TextRange At;
};

class Reader {
public:
  explicit Reader(BudgetFile &File)
      : File(File), Whole(File.Text->getBuffer()) {
    Sources.setDiagHandler(
        [](const SMDiagnostic &D, void *Self) {
          static_cast<Reader *>(Self)->note(D);
        },
        this);
    for (size_t I = 0; I != Whole.size(); ++I)
      if (Whole[I] == '\n')
        LineStarts.push_back(I + 1);
  }

  Error read();

private:
  void note(const SMDiagnostic &D);
  TextRange rangeOf(SMRange Range) const;
  Error at(const TextRange &Where, const Twine &What) const;
  Error at(yaml::Node *N, const Twine &What) const;
  Error unknownKey(const Scalar &Key, std::vector<std::string> Known) const;

  Expected<Scalar> scalar(yaml::Node *N, const Twine &What) const;
  Expected<std::vector<Scalar>> scalars(yaml::Node *N, const Twine &What) const;
  Error readRoot(yaml::Node *Root);
  Error readBudget(yaml::Node *N);
  Error readSetting(std::string &To, const Scalar &Key, yaml::Node *Value);
  Error readSetting(bool &To, const Scalar &Key, yaml::Node *Value);
  Error readPair(Budget &B, const Scalar &Key, yaml::Node *Value);
  Error readScope(Scope &S, ScopeKey Which, const Scalar &Key,
                  yaml::Node *Value);
  Error addValue(Scope &S, ScopeKey Which, const Scalar &Value);

  BudgetFile &File;
  StringRef Whole;
  std::vector<size_t> LineStarts = {0};
  SourceMgr Sources;
  std::string Broken; ///< What the parser said first.
};

void Reader::note(const SMDiagnostic &D) {
  if (!Broken.empty() || D.getKind() != SourceMgr::DK_Error)
    return;
  std::string Text = D.getMessage().str();
  Broken = toString(
      at(rangeOf(SMRange(D.getLoc(), D.getLoc())), "this is no YAML: " + Text));
}

TextRange Reader::rangeOf(SMRange Range) const {
  TextRange R;
  auto OffsetOf = [&](SMLoc At) {
    const char *P = At.getPointer();
    return P < Whole.begin() || P > Whole.end() ? size_t(0)
                                                : size_t(P - Whole.begin());
  };
  R.Begin = OffsetOf(Range.Start);
  R.End = std::max(R.Begin, OffsetOf(Range.End));
  auto Next = upper_bound(LineStarts, R.Begin);
  R.Line = unsigned(Next - LineStarts.begin());
  R.Column = unsigned(1 + R.Begin - *std::prev(Next));
  return R;
}

Error Reader::at(const TextRange &Where, const Twine &What) const {
  return makeError(File.Path + ":" + Twine(Where.Line) + ":" +
                   Twine(Where.Column) + ": " + What);
}

Error Reader::at(yaml::Node *N, const Twine &What) const {
  if (!Broken.empty())
    return makeError(Broken);
  if (!N)
    return at(TextRange{0, 0, 1, 1}, What);
  SMRange Range = N->getSourceRange();
  // Of what stands in brackets, the parser tells where the inside begins.
  const char *Begin = Range.Start.getPointer();
  if (isa<yaml::MappingNode, yaml::SequenceNode>(N) && Begin > Whole.begin() &&
      Begin <= Whole.end() && (Begin[-1] == '[' || Begin[-1] == '{'))
    Range.Start = SMLoc::getFromPointer(Begin - 1);
  return at(rangeOf(Range), What);
}

Error Reader::unknownKey(const Scalar &Key,
                         std::vector<std::string> Known) const {
  std::string Near = nearest(Key.Text, Known);
  return at(Key.At, "unknown key '" + Key.Text + "'; " +
                        (Near.empty() ? "expected one of: " + join(Known, ", ")
                                      : "did you mean '" + Near + "'?"));
}

Expected<Scalar> Reader::scalar(yaml::Node *N, const Twine &What) const {
  auto *S = dyn_cast_or_null<yaml::ScalarNode>(N);
  if (!S)
    return at(N, "expected " + What);
  SmallString<64> Storage;
  TextRange At = rangeOf(S->getSourceRange());
  // Before a comment, the parser takes the space in front of it for the text's.
  At.End = At.Begin + Whole.slice(At.Begin, At.End).rtrim().size();
  return Scalar{S->getValue(Storage).str(), At};
}

/// One, or a list of them.
Expected<std::vector<Scalar>> Reader::scalars(yaml::Node *N,
                                              const Twine &What) const {
  std::vector<Scalar> Found;
  if (auto *List = dyn_cast_or_null<yaml::SequenceNode>(N)) {
    for (yaml::Node &One : *List) {
      Expected<Scalar> S = scalar(&One, What);
      if (!S)
        return S.takeError();
      Found.push_back(std::move(*S));
    }
    if (Found.empty())
      return at(N, "expected " + What + ", and not an empty list");
    return Found;
  }
  Expected<Scalar> S = scalar(N, What + ", or a list of them");
  if (!S)
    return S.takeError();
  Found.push_back(std::move(*S));
  return Found;
}

Error Reader::addValue(Scope &S, ScopeKey Which, const Scalar &Value) {
  auto Placed = [&](Error E) {
    return E ? at(Value.At, toString(std::move(E))) : Error::success();
  };
  std::string Text = Value.Text;
  // "src/" is what is below.
  if (Which == ScopeKey::File && StringRef(Text).ends_with("/"))
    Text += "*";
  StringRef Kept = File.Saver.save(Text);
  if (Kept.empty())
    return at(Value.At, "expected a text that is not empty");
  switch (Which) {
  case ScopeKey::Section:
    return Placed(addGlob(S.Globs.Sections, Kept));
  case ScopeKey::File:
    return Placed(addGlob(S.Globs.Files, Kept));
  case ScopeKey::Function:
    return Placed(addGlob(S.Globs.Functions, Kept));
  case ScopeKey::Size:
    return Placed(S.Globs.Sizes.parse(Kept));
  case ScopeKey::Site:
    S.Sites.emplace_back(Kept);
    return Error::success();
  case ScopeKey::DeeperThan:
    break;
  }
  uint64_t Depth;
  if (Kept.getAsInteger(10, Depth))
    return at(Value.At, "'" + Kept + "' is no number of loops");
  S.DeeperThan = std::max(Depth, S.DeeperThan.value_or(0));
  return Error::success();
}

Error Reader::readScope(Scope &S, ScopeKey Which, const Scalar &Key,
                        yaml::Node *Value) {
  static constexpr StringLiteral Expected_[] = {
#define ANOMALLOC_BUDGET_SCOPE(Name, Key, Value, Help) Value,
#include "Budget/Scopes.def"
  };
  Expected<std::vector<Scalar>> Values = scalars(
      Value, "a " + Expected_[size_t(Which)] + " behind '" + Key.Text + ":'");
  if (!Values)
    return Values.takeError();
  if (Which == ScopeKey::DeeperThan && Values->size() != 1)
    return at(Value, "expected one number of loops");
  ScopePart &Part = S.Parts.emplace_back();
  Part.Key = ScopeKeys[size_t(Which)];
  Part.At = Key.At;
  for (const Scalar &One : *Values) {
    Part.Values.push_back(One.Text);
    if (Error E = addValue(S, Which, One))
      return E;
  }
  return Error::success();
}

Error Reader::readSetting(std::string &To, const Scalar &Key,
                          yaml::Node *Value) {
  Expected<Scalar> Text = scalar(Value, "a text behind '" + Key.Text + ":'");
  if (!Text)
    return Text.takeError();
  To = Text->Text;
  return Error::success();
}

Error Reader::readSetting(bool &To, const Scalar &Key, yaml::Node *Value) {
  Expected<Scalar> Text =
      scalar(Value, "true or false behind '" + Key.Text + ":'");
  if (!Text)
    return Text.takeError();
  std::optional<bool> Is = yaml::parseBool(Text->Text);
  if (!Is)
    return at(Text->At, "'" + Text->Text + "' is neither true nor false");
  To = *Is;
  return Error::success();
}

Error Reader::readPair(Budget &B, const Scalar &Key, yaml::Node *Value) {
  for (size_t I = 0; I != std::size(ScopeKeys); ++I)
    if (Key.Text == ScopeKeys[I])
      return readScope(B.Scope, ScopeKey(I), Key, Value);
  for (const MeasureRow &Row : measures())
    if (Key.Text == Row.Key) {
      Expected<Scalar> Text =
          scalar(Value, "a limit behind '" + Key.Text + ":'");
      if (!Text)
        return Text.takeError();
      Expected<Limit> L = parseLimit(Row.Which, Text->Text);
      if (!L)
        return at(Text->At, toString(L.takeError()));
      B.Bounds.push_back({Row.Which, std::move(*L), Text->At});
      return Error::success();
    }
#define ANOMALLOC_BUDGET_SETTING(Member, Its, Value_, Help)                    \
  if (Key.Text == Its)                                                         \
    return readSetting(B.Member, Key, Value);
#include "Budget/Settings.def"
  return unknownKey(Key, allKeys());
}

Error Reader::readBudget(yaml::Node *N) {
  auto *Pairs = dyn_cast<yaml::MappingNode>(N);
  if (!Pairs)
    return at(N, "expected a budget: 'key: value' pairs with at least one "
                 "limit, as 'allocations: 1000'");
  Budget &B = File.Budgets.emplace_back();
  B.Number = File.Budgets.size();
  const TextRange Start = rangeOf(N->getSourceRange());
  StringSet<> Seen;
  for (yaml::KeyValueNode &Pair : *Pairs) {
    Expected<Scalar> Key = scalar(Pair.getKey(), "a key");
    if (!Key)
      return Key.takeError();
    if (!Seen.insert(Key->Text).second)
      return at(Key->At, "'" + Key->Text +
                             "' comes a second time in this "
                             "budget");
    if (Error E = readPair(B, *Key, Pair.getValue()))
      return E;
    if (!Broken.empty())
      return makeError(Broken);
  }
  if (B.Bounds.empty()) {
    std::vector<std::string> Keys;
    for (const MeasureRow &Row : measures())
      Keys.push_back(Row.Key.str());
    return at(Start, "this budget limits nothing; expected one of: " +
                         join(Keys, ", "));
  }
  for (const Bound &One : B.Bounds)
    if (One.What == Measure::PerCall && B.Scope.Globs.Functions.empty())
      return at(One.At, "'allocations per call' needs 'function:' beside it, "
                        "to say whose calls");
  return Error::success();
}

Error Reader::readRoot(yaml::Node *Root) {
  const char *Advice = "expected 'budgets:' with a list of budgets; 'anomalloc "
                       "check --init PROFILE' writes a first file";
  auto *Top = dyn_cast_or_null<yaml::MappingNode>(Root);
  if (!Top)
    return at(Root, Advice);
  for (yaml::KeyValueNode &Pair : *Top) {
    Expected<Scalar> Key = scalar(Pair.getKey(), "a key");
    if (!Key)
      return Key.takeError();
    if (Key->Text != "budgets")
      return unknownKey(*Key, {"budgets"});
    if (!File.Budgets.empty())
      return at(Key->At, "'budgets' comes a second time");
    auto *List = dyn_cast_or_null<yaml::SequenceNode>(Pair.getValue());
    if (!List)
      return at(Pair.getValue(), "expected a list of budgets, each behind '-'");
    for (yaml::Node &One : *List)
      if (Error E = readBudget(&One))
        return E;
  }
  if (!Broken.empty())
    return makeError(Broken);
  if (File.Budgets.empty())
    return at(Root, Advice);
  return Error::success();
}

Error Reader::read() {
  yaml::Stream Stream(File.Text->getMemBufferRef(), Sources,
                      /*ShowColors=*/false);
  yaml::document_iterator Document = Stream.begin();
  if (Document == Stream.end())
    return readRoot(nullptr);
  if (Error E = readRoot(Document->getRoot()))
    return E;
  if (Stream.failed())
    return at(nullptr, "this is no YAML");
  if (++Document != Stream.end())
    return at(Document->getRoot(), "expected one document, not several");
  return Error::success();
}

} // namespace

Expected<std::unique_ptr<BudgetFile>>
parseBudgets(std::unique_ptr<MemoryBuffer> Text) {
  auto File = std::make_unique<BudgetFile>();
  File->Path = Text->getBufferIdentifier().str();
  File->Text = std::move(Text);
  if (Error E = Reader(*File).read())
    return std::move(E);
  return File;
}

Expected<std::unique_ptr<BudgetFile>> readBudgets(StringRef Path) {
  sys::fs::file_status Status;
  if (!sys::fs::status(Path, Status) &&
      Status.type() == sys::fs::file_type::character_file)
    return makeError("cannot read " + Path + ": a device may never end");
  auto Text = MemoryBuffer::getFile(Path, /*IsText=*/false,
                                    /*RequiresNullTerminator=*/true,
                                    /*IsVolatile=*/true);
  if (!Text)
    return makeError("cannot read " + Path + ": " + Text.getError().message() +
                     "; 'anomalloc check --init PROFILE' writes a first one");
  return parseBudgets(std::move(*Text));
}

} // namespace anomalloc::budget
