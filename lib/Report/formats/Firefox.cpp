//===- Firefox.cpp - for profiler.firefox.com -----------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The processed profile format of the Firefox Profiler, version 61: tables of
/// columns that refer to each other by index, and a thread for each measure.
/// Newer versions of the viewer upgrade it (docs-developer/CHANGELOG-formats.md
/// in its repository).
/// \code
///   thread "bytes": samples.stack[i], samples.weight[i]
///     -> shared.stackTable.frame[], .prefix[] (the caller's stack)
///     -> shared.frameTable.func[], .line[] -> shared.funcTable.name[],
///     .source[]
/// \endcode
///
//===----------------------------------------------------------------------===//

#include "Analysis/lines/Makers.h"
#include "Report/formats/Formats.h"
#include "Report/formats/NamedFrames.h"
#include "Report/formats/StackSums.h"
#include "Report/report/JsonParts.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/Path.h"

using namespace llvm;

namespace anomalloc {
namespace {

/// Colours of code, in the order of meta.categories.
enum Category { Other, Program, Libraries };

class FirefoxWriter {
public:
  FirefoxWriter(raw_ostream &OS, const StackExport &Export);
  void write();

private:
  struct Function {
    uint32_t Name;
    std::optional<uint32_t> Source, Library;
  };
  struct Stack {
    uint32_t Frame;
    std::optional<uint32_t> Caller; ///< A lower index.
  };

  uint32_t text(StringRef Text);
  /// The index of \p Text in \p Table, which has each once; none of "".
  static std::optional<uint32_t> indexIn(std::vector<StringRef> &Table,
                                         StringMap<uint32_t> &Known,
                                         StringRef Text);
  void addFunctions();
  void addStacks();
  Category categoryOf(const NamedFrames::Frame &F) const;

  /// A column: what \p Value says of each of \p Rows; nothing is null.
  template <typename Range, typename FunctionT>
  void column(StringRef Name, const Range &Rows, FunctionT Value) {
    J.attributeArray(Name, [&] {
      for (const auto &Row : Rows)
        J.value(Value(Row));
    });
  }
  /// One with the same in each row.
  void same(StringRef Name, size_t Rows, const json::Value &Value) {
    J.attributeArray(Name, [&] {
      for (size_t I = 0; I != Rows; ++I)
        J.value(Value);
    });
  }
  static json::Value orNull(std::optional<uint32_t> Index) {
    return Index ? json::Value(*Index) : json::Value(nullptr);
  }

  void writeMeta();
  void writeLibraries();
  void writeStackTable();
  void writeFrameTable();
  void writeFunctionTable();
  void writeSmallTables();
  void writeThread(size_t Number, const StackMeasure &M);

  const Profile &P;
  const StackMeasure &Shown;
  const std::vector<StackMeasure> Measures;
  const MeasuredStacks &Measured;
  NamedFrames Frames;
  std::vector<StringRef> Texts, Sources, Libraries;
  StringMap<uint32_t> TextOf, SourceOf, LibraryOf;
  std::vector<Function> Functions;
  std::vector<uint32_t> FunctionOf; ///< By frame.
  std::vector<Stack> Stacks;
  std::vector<StackSum> Sums;
  json::OStream J;
};

FirefoxWriter::FirefoxWriter(raw_ostream &OS, const StackExport &Export)
    : P(Export.P), Shown(Export.Measure), Measures(Export.Stacks.measures()),
      Measured(Export.Stacks), Frames(Export.Stacks), J(OS) {
  addFunctions();
  addStacks();
}

std::optional<uint32_t> FirefoxWriter::indexIn(std::vector<StringRef> &Table,
                                               StringMap<uint32_t> &Known,
                                               StringRef Text) {
  if (Text.empty())
    return std::nullopt;
  auto [I, New] = Known.try_emplace(Text, Table.size());
  if (New)
    Table.push_back(I->getKey());
  return I->second;
}

uint32_t FirefoxWriter::text(StringRef Text) {
  return *indexIn(Texts, TextOf, Text);
}

void FirefoxWriter::addFunctions() {
  std::map<std::tuple<uint32_t, StringRef, StringRef>, uint32_t> Known;
  for (const NamedFrames::Frame &F : Frames.frames()) {
    auto [I, New] =
        Known.try_emplace({F.Name, F.File, F.Library}, Functions.size());
    if (New)
      Functions.push_back({text(Frames.name(F)),
                           indexIn(Sources, SourceOf, F.File),
                           indexIn(Libraries, LibraryOf, F.Library)});
    FunctionOf.push_back(I->second);
  }
}

void FirefoxWriter::addStacks() {
  std::vector<uint32_t> StackOf; // By node.
  DenseMap<std::pair<uint64_t, uint64_t>, uint32_t> Known;
  for (const MeasuredStacks::Node &Node : Measured.Nodes) {
    std::optional<uint32_t> At;
    if (Node.Caller)
      At = StackOf[*Node.Caller];
    for (uint32_t Frame : reverse(Frames.of(Node.Place))) {
      auto [I, New] =
          Known.try_emplace({At ? uint64_t(*At) + 1 : 0, Frame}, Stacks.size());
      if (New)
        Stacks.push_back({Frame, At});
      At = I->second;
    }
    StackOf.push_back(*At);
  }
  Sums = sumStacks(Measured, StackOf);
}

Category FirefoxWriter::categoryOf(const NamedFrames::Frame &F) const {
  if (isUserSource(P, F.File, F.Library))
    return Program;
  return F.Library.empty() && F.File.empty() ? Other : Category::Libraries;
}

void FirefoxWriter::writeMeta() {
  uint64_t Start = P.Processes.empty() ? 0 : P.Processes.front().StartTime;
  J.attribute("interval", 1);
  J.attribute("startTime", Start / 1'000'000);
  J.attribute("processType", 0);
  J.attribute("stackwalk", 1);
  J.attribute("version", 31);
  J.attribute("preprocessedProfileVersion", 61);
  writeJsonString(J, "product", exportTitle(P));
  J.attribute("importedFrom", "anomalloc " ANOMALLOC_VERSION);
  // Nothing is to be looked up or asked for elsewhere.
  J.attribute("symbolicated", true);
  J.attribute("symbolicationNotSupported", true);
  J.attribute("sourceCodeIsNotOnSearchfox", true);
  J.attribute("usesOnlyOneStackType", true);
  J.attribute("keepProfileThreadOrder", true);
  J.attributeArray("markerSchema", [] {});
  J.attributeArray("categories", [&] {
    for (auto [Name, Colour] : {std::pair("Other", "grey"),
                                {"Program", "blue"},
                                {"Libraries", "yellow"}})
      J.value(json::Object{{"name", Name},
                           {"color", Colour},
                           {"subcategories", json::Array{"Other"}}});
  });
  for (const auto &[I, M] : enumerate(Measures))
    if (M.Name == Shown.Name)
      J.attribute("initialSelectedThreads", json::Array{int64_t(I)});
  J.attributeArray("initialVisibleThreads", [&] {
    for (size_t I = 0; I != Measures.size(); ++I)
      J.value(int64_t(I));
  });
}

void FirefoxWriter::writeLibraries() {
  std::map<StringRef, StringRef> BuildIds;
  for (const MeasuredStacks::Place &Place : Measured.Places)
    BuildIds.try_emplace(Place.Library, Place.BuildId);
  for (StringRef Library : Libraries)
    J.object([&] {
      for (const char *Key : {"name", "debugName"})
        writeJsonString(J, Key, sys::path::filename(Library));
      for (const char *Key : {"path", "debugPath"})
        writeJsonString(J, Key, Library);
      J.attribute("arch", "");
      J.attribute("breakpadId", "");
      writeJsonString(J, "codeId", BuildIds[Library]);
    });
}

void FirefoxWriter::writeStackTable() {
  column("frame", Stacks, [](const Stack &S) { return S.Frame; });
  column("prefix", Stacks, [](const Stack &S) { return orNull(S.Caller); });
  J.attribute("length", Stacks.size());
}

void FirefoxWriter::writeFrameTable() {
  ArrayRef<NamedFrames::Frame> Rows = Frames.frames();
  auto Known = [](uint32_t Number) { // 0: unknown.
    return orNull(Number ? std::optional(Number) : std::nullopt);
  };
  column("func", FunctionOf, [](uint32_t Function) { return Function; });
  column("line", Rows,
         [&](const NamedFrames::Frame &F) { return Known(F.Line); });
  column("column", Rows,
         [&](const NamedFrames::Frame &F) { return Known(F.Column); });
  column("category", Rows,
         [&](const NamedFrames::Frame &F) { return int64_t(categoryOf(F)); });
  same("subcategory", Rows.size(), 0);
  same("address", Rows.size(), -1);
  same("inlineDepth", Rows.size(), 0);
  same("nativeSymbol", Rows.size(), nullptr);
  same("innerWindowID", Rows.size(), 0);
  J.attribute("length", Rows.size());
}

void FirefoxWriter::writeFunctionTable() {
  column("name", Functions, [](const Function &F) { return F.Name; });
  column("source", Functions,
         [](const Function &F) { return orNull(F.Source); });
  column("resource", Functions, [](const Function &F) {
    return F.Library ? int64_t(*F.Library) : -1;
  });
  same("isJS", Functions.size(), false);
  same("relevantForJS", Functions.size(), false);
  same("lineNumber", Functions.size(), nullptr);
  same("columnNumber", Functions.size(), nullptr);
  J.attribute("length", Functions.size());
}

void FirefoxWriter::writeSmallTables() {
  J.attributeObject("sources", [&] {
    column("filename", Sources, [&](StringRef File) { return text(File); });
    same("id", Sources.size(), nullptr);
    same("startLine", Sources.size(), 1);
    same("startColumn", Sources.size(), 1);
    same("sourceMapURL", Sources.size(), nullptr);
    J.attribute("length", Sources.size());
  });
  J.attributeObject("resourceTable", [&] {
    constexpr int TypeOfLibraries = 1;
    column("name", Libraries, [&](StringRef Library) {
      StringRef Name = sys::path::filename(Library);
      return text(Name.empty() ? Library : Name);
    });
    column("lib", seq<int64_t>(0, Libraries.size()),
           [](int64_t I) { return I; });
    same("host", Libraries.size(), nullptr);
    same("type", Libraries.size(), TypeOfLibraries);
    J.attribute("length", Libraries.size());
  });
  J.attributeObject("nativeSymbols", [&] {
    for (const char *Name : {"libIndex", "address", "name", "functionSize"})
      J.attributeArray(Name, [] {});
    J.attribute("length", 0);
  });
  // The last one: by now all texts are known.
  column("stringArray", Texts, [](StringRef Text) { return Text; });
}

void FirefoxWriter::writeThread(size_t Number, const StackMeasure &M) {
  std::vector<const StackSum *> Rows;
  for (const StackSum &S : Sums)
    if (S.value(M))
      Rows.push_back(&S);
  J.attribute("name", M.Name);
  J.attribute("processType", "default");
  J.attribute("processName", "anomalloc");
  J.attribute("pid", "0");
  J.attribute("tid", Number);
  J.attribute("isMainThread", Number == 0);
  J.attribute("processStartupTime", 0);
  J.attribute("processShutdownTime", nullptr);
  J.attribute("registerTime", 0);
  J.attribute("unregisterTime", nullptr);
  J.attributeArray("pausedRanges", [] {});
  J.attributeObject("samples", [&] {
    column("stack", Rows, [](const StackSum *S) { return S->Stack; });
    // There is no time; the viewer wants to see one go by.
    column("time", seq<int64_t>(0, Rows.size()), [](int64_t I) { return I; });
    column("weight", Rows, [&](const StackSum *S) { return S->value(M); });
    J.attribute("weightType", M.IsBytes ? "bytes" : "samples");
    J.attribute("length", Rows.size());
  });
  J.attributeObject("markers", [&] {
    for (const char *Name :
         {"data", "name", "startTime", "endTime", "phase", "category"})
      J.attributeArray(Name, [] {});
    J.attribute("length", 0);
  });
}

void FirefoxWriter::write() {
  J.object([&] {
    J.attributeObject("meta", [&] { writeMeta(); });
    J.attributeArray("libs", [&] { writeLibraries(); });
    J.attributeArray("pages", [] {});
    J.attributeObject("shared", [&] {
      J.attributeObject("stackTable", [&] { writeStackTable(); });
      J.attributeObject("frameTable", [&] { writeFrameTable(); });
      J.attributeObject("funcTable", [&] { writeFunctionTable(); });
      writeSmallTables();
    });
    J.attributeArray("threads", [&] {
      for (const auto &[I, M] : enumerate(Measures))
        J.object([&, I = I, &M = M] { writeThread(I, M); });
    });
  });
}

} // namespace

Error writeFirefox(raw_ostream &OS, const StackExport &Export) {
  FirefoxWriter(OS, Export).write();
  OS << '\n';
  return Error::success();
}

} // namespace anomalloc
