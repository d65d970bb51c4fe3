//===- Pprof.cpp - for go tool pprof and stores of profiles ---------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The message Profile of github.com/google/pprof/proto/profile.proto,
/// compressed by gzip. A sample is one row of MeasuredStacks with all measures:
/// \code
///   alloc_objects/count alloc_space/bytes temporary_objects/count ...
///   1000 4000 1000: take_c main   section:first host:node7 bytes:4
/// \endcode
///
//===----------------------------------------------------------------------===//

#include "Report/formats/Formats.h"
#include "Report/formats/NamedFrames.h"
#include "Report/formats/ProtoMessage.h"
#include "Support/Gzip.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringMap.h"
#include <set>

using namespace llvm;

namespace anomalloc {
namespace {

// Numbers of the fields that are written, by message.
namespace profile {
enum { SampleType = 1, Sample, Mapping, Location, Function, StringTable };
enum { TimeNanos = 9, DurationNanos, PeriodType, Period, Comment, Default };
} // namespace profile
namespace value_type {
enum { Type = 1, Unit };
}
namespace sample {
enum { LocationId = 1, Value, Label };
}
namespace label {
enum { Key = 1, Text, Number, Unit };
}
namespace mapping {
enum { Id = 1, MemoryStart, MemoryLimit, FileOffset, FileName, BuildId };
enum { HasFunctions = 7, HasFileNames, HasLineNumbers, HasInlineFrames };
} // namespace mapping
namespace location {
enum { Id = 1, MappingId, Address, Line };
}
namespace line {
enum { FunctionId = 1, Line, Column };
}
namespace function {
enum { Id = 1, Name, SystemName, FileName };
}

/// As heap profiles of others are called, so that tools know them.
std::string sampleTypeName(const StackMeasure &M) {
  static const char *const OfBlocks[] = {"alloc", "temporary", "inuse", "peak"};
  return std::string(OfBlocks[M.Blocks]) + (M.IsBytes ? "_space" : "_objects");
}

/// pprof shortens names, and knows this part as compilers write it.
std::string pprofName(StringRef Name) {
  constexpr StringLiteral Ours = "{anonymous}";
  std::string Result;
  for (size_t At; (At = Name.find(Ours)) != StringRef::npos;) {
    Result += Name.take_front(At);
    Result += "(anonymous namespace)";
    Name = Name.drop_front(At + Ours.size());
  }
  return Result + Name.str();
}

class PprofWriter {
public:
  explicit PprofWriter(const StackExport &Export)
      : P(Export.P), Stacks(Export.Stacks), Shown(Export.Measure),
        Labels(Export.Labels), Frames(Export.Stacks) {
    text("");
  }

  Error write(raw_ostream &OS);

private:
  uint64_t text(StringRef Text) {
    auto [I, New] = TextOf.try_emplace(Text, Texts.size());
    if (New)
      Texts.push_back(I->getKey());
    return I->second;
  }
  ProtoMessage valueType(StringRef Type, bool IsBytes) {
    ProtoMessage M;
    M.add(value_type::Type, text(Type));
    M.add(value_type::Unit, text(IsBytes ? "bytes" : "count"));
    return M;
  }
  ProtoMessage label(StringRef Key, StringRef Value) {
    ProtoMessage M;
    M.add(label::Key, text(Key));
    M.add(label::Text, text(Value));
    return M;
  }
  std::vector<ProtoMessage> labelsOfAll();
  void addMeasures();
  void addRun();
  void addPrograms();
  void addSamples();
  uint64_t mapping(const MeasuredStacks::Place &Place);
  void addLocations();
  uint64_t functionId(const NamedFrames::Frame &F);

  const Profile &P;
  const MeasuredStacks &Stacks;
  const StackMeasure &Shown;
  ArrayRef<std::pair<std::string, std::string>> Labels;
  NamedFrames Frames;
  ProtoMessage Out;
  StringMap<uint64_t> TextOf;
  std::vector<StringRef> Texts;
  std::map<std::pair<StringRef, StringRef>, uint64_t> Mappings;
  std::map<std::tuple<uint32_t, StringRef, StringRef>, uint64_t> Functions;
};

/// Numbers of the format have a sign.
uint64_t clamped(uint64_t Value) {
  return std::min(Value, uint64_t(INT64_MAX));
}

void PprofWriter::addMeasures() {
  for (const StackMeasure &M : Stacks.measures())
    Out.add(profile::SampleType, valueType(sampleTypeName(M), M.IsBytes));
  Out.add(profile::Default, text(sampleTypeName(Shown)));
  // Nothing was sampled: each allocation is there.
  Out.add(profile::PeriodType, valueType("alloc_objects", /*IsBytes=*/false));
  Out.add(profile::Period, 1);
}

void PprofWriter::addRun() {
  uint64_t Start = UINT64_MAX, End = 0;
  for (const Process &One : P.Processes) {
    if (One.StartTime)
      Start = std::min(Start, One.StartTime);
    End = std::max(End, One.EndTime);
    if (auto Command = One.info("command"))
      Out.add(profile::Comment, text(*Command));
  }
  if (P.isEstimated())
    Out.add(profile::Comment, text(estimatedFrom(P) + ", scaled to exact counts"));
  if (Start == UINT64_MAX)
    return;
  Out.add(profile::TimeNanos, clamped(Start));
  if (End > Start)
    Out.add(profile::DurationNanos, clamped(End - Start));
}

/// The host, if there is only one, and the user's. A row is of all processes.
std::vector<ProtoMessage> PprofWriter::labelsOfAll() {
  std::set<StringRef> Hosts;
  for (const Process &One : P.Processes)
    Hosts.insert(One.info("host").value_or(""));
  std::vector<ProtoMessage> All;
  auto IsGiven = [&](const auto &Label) { return Label.first == "host"; };
  if (Hosts.size() == 1 && !Hosts.begin()->empty() && none_of(Labels, IsGiven))
    All.push_back(label("host", *Hosts.begin()));
  for (const auto &[Key, Value] : Labels)
    All.push_back(label(Key, Value));
  return All;
}

void PprofWriter::addSamples() {
  const std::vector<StackMeasure> Measures = Stacks.measures();
  const std::vector<ProtoMessage> OfAll = labelsOfAll();
  const uint64_t Bytes = text("bytes");
  std::vector<uint64_t> Locations, Values;
  for (const MeasuredStacks::Row &R : Stacks.Rows) {
    Locations.clear();
    for (std::optional<uint32_t> N = R.Node; N; N = Stacks.Nodes[*N].Caller)
      Locations.push_back(Stacks.Nodes[*N].Place + 1);
    Values.clear();
    for (const StackMeasure &M : Measures)
      Values.push_back(clamped(R.value(M)));
    ProtoMessage Sample;
    Sample.addPacked(sample::LocationId, Locations);
    Sample.addPacked(sample::Value, Values);
    if (StringRef Name = P.section(R.Section); !Name.empty())
      Sample.add(sample::Label, label("section", Name));
    for (const ProtoMessage &Label : OfAll)
      Sample.add(sample::Label, Label);
    ProtoMessage Size;
    Size.add(label::Key, Bytes);
    Size.add(label::Number, clamped(R.Size));
    Size.add(label::Unit, Bytes);
    Sample.add(sample::Label, Size);
    Out.add(profile::Sample, Sample);
  }
}

/// Where an object lay is not known: each gets a range of its own.
constexpr unsigned RangeBits = 40;

/// The id of the object of \p Place; 0: none is known.
uint64_t PprofWriter::mapping(const MeasuredStacks::Place &Place) {
  if (Place.Library.empty())
    return 0;
  auto [I, New] =
      Mappings.try_emplace({Place.Library, Place.BuildId}, Mappings.size() + 1);
  if (!New)
    return I->second;
  ProtoMessage M;
  M.add(mapping::Id, I->second);
  M.add(mapping::MemoryStart, I->second << RangeBits);
  M.add(mapping::MemoryLimit, (I->second + 1) << RangeBits);
  M.add(mapping::FileName, text(Place.Library));
  M.add(mapping::BuildId, text(Place.BuildId));
  // What has no name here has none at all: nobody is to look for it at an
  // address that is not the run's.
  for (unsigned Has : {mapping::HasFunctions, mapping::HasFileNames,
                       mapping::HasLineNumbers, mapping::HasInlineFrames})
    M.add(Has, 1);
  Out.add(profile::Mapping, M);
  return I->second;
}

uint64_t PprofWriter::functionId(const NamedFrames::Frame &F) {
  auto [I, New] =
      Functions.try_emplace({F.Name, F.Symbol, F.File}, Functions.size() + 1);
  if (!New)
    return I->second;
  const std::string Name = pprofName(Frames.name(F));
  ProtoMessage M;
  M.add(function::Id, I->second);
  M.add(function::Name, text(Name));
  M.add(function::SystemName, text(F.Symbol.empty() ? Name : F.Symbol));
  M.add(function::FileName, text(F.File));
  Out.add(profile::Function, M);
  return I->second;
}

/// Tools take the first object for the program.
void PprofWriter::addPrograms() {
  for (const Process &One : P.Processes)
    if (auto Program = One.info("program"))
      for (const MeasuredStacks::Place &Place : Stacks.Places)
        if (Place.Library == *Program)
          return void(mapping(Place));
}

void PprofWriter::addLocations() {
  for (uint32_t I = 0; I != Stacks.Places.size(); ++I) {
    const MeasuredStacks::Place &Place = Stacks.Places[I];
    ProtoMessage Location;
    Location.add(location::Id, I + 1);
    uint64_t Mapping = mapping(Place);
    Location.add(location::MappingId, Mapping);
    if (Place.Offset) // The call, which is before what it returns to.
      Location.add(location::Address,
                   (Mapping << RangeBits) + std::max(*Place.Offset, 1ul) - 1);
    for (uint32_t Index : Frames.of(I)) {
      const NamedFrames::Frame &F = Frames.frames()[Index];
      ProtoMessage Line;
      Line.add(line::FunctionId, functionId(F));
      Line.add(line::Line, F.Line);
      Line.add(line::Column, F.Column);
      Location.add(location::Line, Line);
    }
    Out.add(profile::Location, Location);
  }
}

Error PprofWriter::write(raw_ostream &OS) {
  addMeasures();
  addRun();
  addSamples();
  addPrograms();
  addLocations();
  for (StringRef Text : Texts)
    Out.add(profile::StringTable, Text);
  return writeGzip(OS, Out.bytes());
}

} // namespace

Error writePprof(raw_ostream &OS, const StackExport &Export) {
  return PprofWriter(Export).write(OS);
}

} // namespace anomalloc
