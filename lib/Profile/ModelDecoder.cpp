//===- ModelDecoder.cpp ---------------------------------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Profile/ByteReader.h"
#include "Profile/Errors.h"
#include "Profile/ModelCodec.h"
#include "Profile/SiteTableReader.h" // MaxChainLength

using namespace llvm;

namespace anomalloc {
namespace {

class ModelDecoder {
public:
  ModelDecoder(StringRef Payload, Profile &P)
      : Reader(Payload), P(P),
        FrameBudget(8 * uint64_t(Payload.size()) + MaxChainLength) {}

  Error decode() {
    rows(1, "strings", [&] {
      Strings.push_back(P.save(Reader.bytes(Reader.uleb(), "string")));
    });
    P.Sections.clear();
    rows(1, "sections", [&] { P.Sections.push_back(string().str()); });
    rows(8, "processes", [&] { process(); });
    rows(5, "lanes", [&] { lane(); });
    rows(2, "modules", [&] {
      StringRef Path = string();
      P.Modules.push_back({Path.str(), string().str()});
    });
    rows(5, "frames", [&] { frame(); });
    rows(17, "loops", [&] { loop(); });
    rows(24, "sites", [&] { site(); });
    rows(17, "edges", [&] {
      uint64_t Caller = Reader.le64();
      uint64_t Callee = Reader.le64();
      P.Edges.push_back({Caller, Callee, Reader.uleb32("loop depth")});
    });
    rows(21, "calls", [&] { makerCall(); });
    rows(9, "names", [&] {
      uint64_t Hash = Reader.le64();
      P.FunctionNames.try_emplace(Hash, string());
    });
    rows(4, "dark origins", [&] { dark(); });
    rows(6, "counts", [&] { count(); });
    rows(2, "usable sizes", [&] {
      uint64_t Requested = Reader.uleb();
      P.UsableSizes[Requested] = Reader.uleb();
    });
    stacks();
    rows(14, "lifetimes", [&] { lifetime(); });
    rows(12, "lifetimes of stacks", [&] { stackLifetime(); });
    activations();
    rows(1, "system paths", [&] { P.SystemPaths.insert(string().str()); });
    rows(2, "makers", [&] {
      StringRef Function = string();
      P.Makers.insert({Function, string()});
    });
    rows(2, "classes", [&] {
      StringRef Name = string();
      P.Classes[Name] = ClassRefill(
          Reader.index(uint64_t(ClassRefill::Last) + 1, "kind of class"));
    });
    rows(5, "maker counts", [&] { makerCount(); });
    return Reader.takeError();
  }

private:
  template <typename Row>
  void rows(unsigned MinRowSize, const char *What, Row ReadRow) {
    uint32_t N = Reader.count(MinRowSize, What);
    for (uint32_t I = 0; I != N && Reader.ok(); ++I)
      ReadRow();
  }

  StringRef string() {
    uint32_t I = Reader.index(Strings.size(), "string");
    return Reader.ok() ? Strings[I] : StringRef();
  }

  template <typename Index>
  std::optional<Index> optional(uint64_t Bound, const char *What) {
    if (std::optional<uint32_t> I = Reader.optionalIndex(Bound, What))
      return Index(*I);
    return std::nullopt;
  }

  void process() {
    Process Proc;
    Proc.File = string().str();
    uint32_t Bits = Reader.uleb32("bits");
    Proc.Exited = Bits & 1;
    Proc.Interposed = Bits & 2;
    Proc.Bypassed = Bits & 4;
    Proc.FreesSeen = Bits & 8;
    Proc.DroppedEvents = Reader.uleb();
    Proc.DroppedBytes = Reader.uleb();
    Proc.StartTime = Reader.uleb();
    Proc.EndTime = Reader.uleb();
    Proc.Units = Reader.uleb32("units");
    rows(2, "keys", [&] {
      std::string Key = string().str();
      Proc.Info[Key] = string().str();
    });
    if (Bits & 16)
      totals(Proc.Lifetimes.emplace());
    P.Processes.push_back(std::move(Proc));
  }

  void totals(LifetimeTotals &T) {
    T.PeakBytes = Reader.uleb();
    T.UnknownFrees = Reader.uleb();
    T.Unwatched = Reader.uleb();
    T.UnwatchedBytes = Reader.uleb();
    T.TemporaryLimit = Reader.uleb32("temporary limit");
    T.Timed = Reader.index(2, "timed");
    T.ClockStep = Reader.uleb();
    T.TimelineShift = Reader.index(64, "timeline step");
    T.UsableKnown = Reader.index(2, "usable bytes known");
    rows(3, "points", [&] {
      TimelinePoint &Point = T.Timeline.emplace_back();
      Point.Bytes = Reader.uleb();
      Point.Blocks = Reader.uleb();
      Point.UsableBytes = Reader.uleb();
    });
  }

  void lane() {
    Lane L;
    L.Process = Reader.index(P.Processes.size(), "process");
    L.Number = Reader.uleb32("lane");
    L.Tid = Reader.uleb32("tid");
    L.Threads = Reader.uleb32("threads");
    L.Name = string().str();
    P.Lanes.push_back(std::move(L));
  }

  Frame place() {
    Frame F;
    F.Function = string();
    F.File = string();
    F.Line = Reader.uleb32("line");
    F.Column = Reader.uleb32("column");
    return F;
  }

  void frame() {
    FrameRow F;
    F.Caller = Reader.optionalIndex(Frames.size(), "caller frame");
    F.Depth = F.Caller ? Frames[*F.Caller].Depth + 1 : 1;
    F.Level = place();
    F.Level.Use = ObjectUse(
        Reader.index(uint64_t(ObjectUse::Last) + 1, "use of an object"));
    if (F.Depth > MaxChainLength)
      Reader.fail("an inline chain of more than " + Twine(MaxChainLength) +
                  " levels");
    Frames.push_back(F);
  }

  void loop() {
    Loop L;
    L.Id = Reader.le64();
    L.Parent = optional<LoopIndex>(P.Loops.size(), "parent loop");
    L.Depth = L.Parent ? P.loop(*L.Parent).Depth + 1 : 1;
    L.Function = string();
    L.File = string();
    L.Line = Reader.uleb32("line");
    L.Column = Reader.uleb32("column");
    L.TripCount = Reader.uleb();
    uint32_t Bits = Reader.uleb32("bits");
    L.CountsEntries = Bits & 1;
    L.CountsIterations = Bits & 2;
    L.OncePerCall = Bits & 4;
    L.Entries = Reader.uleb();
    L.Iterations = Reader.uleb();
    P.Loops.push_back(L);
  }

  /// An inline chain, and the two levels of it that have names.
  std::vector<Frame> chain(uint32_t &UserFrame,
                           std::optional<uint32_t> &ChangeFrame) {
    uint32_t Innermost = Reader.index(Frames.size(), "frame");
    uint32_t Depth = Reader.ok() ? Frames[Innermost].Depth : 0;
    UserFrame = Reader.index(Depth, "user frame");
    ChangeFrame = Reader.optionalIndex(Depth, "frame to change");
    if (Depth > FrameBudget)
      Reader.fail("inline chains longer than any program's");
    std::vector<Frame> Chain;
    if (!Reader.ok())
      return Chain;
    FrameBudget -= Depth;
    Chain.reserve(Depth);
    for (std::optional<uint32_t> F = Innermost; F; F = Frames[*F].Caller)
      Chain.push_back(Frames[*F].Level);
    return Chain;
  }

  void site() {
    Site S;
    S.Id = Reader.le64();
    S.Family = SiteFamily(
        Reader.index(uint64_t(SiteFamily::Leading) + 1, "site family"));
    S.Callee = string();
    S.Chain = chain(S.UserFrame, S.ChangeFrame);
    S.InnermostLoop = optional<LoopIndex>(P.Loops.size(), "loop");
    S.LoopDepth = S.InnermostLoop ? P.loop(*S.InnermostLoop).Depth : 0;
    S.Type = string();
    uint32_t Bits = Reader.index(4, "bits");
    if (Bits & 1)
      S.ConstantSize = Reader.uleb();
    S.OncePerCall = Bits & 2;
    S.FunctionHash = Reader.le64();
    P.Sites.push_back(std::move(S));
  }

  void makerCall() {
    MakerCall C;
    C.Callee = Reader.le64();
    C.Caller = Reader.le64();
    C.Chain = chain(C.UserFrame, C.ChangeFrame);
    uint32_t Bits = Reader.index(8, "bits");
    C.IsUserFrame = Bits & 1;
    C.Counts = Bits & 2;
    C.IsVirtual = Bits & 4;
    C.LoopDepth = Reader.uleb32("loop depth");
    C.Name = string();
    P.MakerCalls.push_back(std::move(C));
  }

  void makerCount() {
    MakerCount C;
    C.Call = optional<MakerCallIndex>(P.MakerCalls.size(), "call");
    C.Section = SectionIndex(Reader.index(P.Sections.size(), "section"));
    C.Lane = LaneIndex(Reader.index(P.Lanes.size(), "lane"));
    C.Blocks = Reader.uleb();
    C.Bytes = Reader.uleb();
    P.MakerCounts.push_back(C);
  }

  void dark() {
    DarkOrigin D;
    D.Library = string();
    D.BuildId = string();
    D.Offset = Reader.uleb();
    D.Function = string();
    P.Dark.push_back(D);
  }

  void count() {
    Count C;
    C.Site = optional<SiteIndex>(P.Sites.size(), "site");
    C.Dark = optional<DarkIndex>(P.Dark.size(), "dark origin");
    C.Section = SectionIndex(Reader.index(P.Sections.size(), "section"));
    C.Lane = LaneIndex(Reader.index(P.Lanes.size(), "lane"));
    C.Size = Reader.uleb();
    C.Allocations = Reader.uleb();
    if (Reader.ok() && !C.Site && !C.Dark)
      Reader.fail("a count of no site and no origin");
    P.Counts.push_back(C);
  }

  void stacks() {
    rows(3, "places", [&] {
      CodePlace C;
      C.Library = string();
      C.BuildId = string();
      C.Offset = Reader.uleb();
      P.Places.push_back(std::move(C));
    });
    rows(3, "stack levels", [&] {
      StackLevel L;
      L.Caller = optional<StackIndex>(P.Stacks.size(), "caller");
      L.Place = PlaceIndex(Reader.index(P.Places.size(), "place"));
      uint32_t Bits = Reader.uleb32("bits");
      L.ByFramePointer = Bits & 1;
      L.Cut = Bits & 2;
      P.Stacks.push_back(L);
    });
    rows(6, "stack counts", [&] {
      StackCount C;
      C.Stack = StackIndex(Reader.index(P.Stacks.size(), "stack"));
      C.Site = optional<SiteIndex>(P.Sites.size(), "site");
      C.Section = SectionIndex(Reader.index(P.Sections.size(), "section"));
      C.Lane = LaneIndex(Reader.index(P.Lanes.size(), "lane"));
      C.Size = Reader.uleb();
      C.Allocations = Reader.uleb();
      P.StackCounts.push_back(C);
    });
    uint32_t Process = 0;
    rows(1, "lost stacks", [&] {
      uint64_t Lost = Reader.uleb();
      if (Process < P.Processes.size())
        P.Processes[Process++].LostStacks = Lost;
    });
  }

  void lifetimeCounts(LifetimeCounts &C) {
    C.Allocated = Reader.uleb();
    C.Freed = Reader.uleb();
#define ANOMALLOC_ROW_COUNTER(Member, Key, Text) C.Member = Reader.uleb();
#include "anomalloc/LifetimeCounters.def"
    C.Peak = Reader.uleb();
    C.PeakIsBound = Reader.index(2, "kind of peak");
    C.AtPeak = Reader.uleb();
  }

  void stackLifetime() {
    StackLifetime L;
    L.Stack = StackIndex(Reader.index(P.Stacks.size(), "stack"));
    L.Site = optional<SiteIndex>(P.Sites.size(), "site");
    L.Section = SectionIndex(Reader.index(P.Sections.size(), "section"));
    L.Size = Reader.uleb();
    lifetimeCounts(L.Counts);
    P.StackLifetimes.push_back(L);
  }

  void lifetime() {
    Lifetime L;
    L.Site = optional<SiteIndex>(P.Sites.size(), "site");
    L.Dark = optional<DarkIndex>(P.Dark.size(), "dark origin");
    L.Section = SectionIndex(Reader.index(P.Sections.size(), "section"));
    L.Size = Reader.uleb();
    LifetimeCounts &C = L.Counts;
    lifetimeCounts(C);
    rows(2, "lifetime buckets", [&] {
      uint32_t Bucket =
          Reader.index(format::GrowthCounters::End, "lifetime bucket");
      C.Buckets[Bucket] = Reader.uleb();
    });
    rows(2, "free sites", [&] {
      DarkIndex Dark{Reader.index(P.Dark.size(), "free site")};
      L.FreeSites.push_back({Dark, Reader.uleb()});
    });
    if (Reader.ok() && !L.Site && !L.Dark)
      Reader.fail("a lifetime of no site and no origin");
    P.Lifetimes.push_back(std::move(L));
  }

  template <typename Row> void telling(std::vector<Row> &Rows) {
    rows(1, "telling functions", [&] {
      uint32_t I = Reader.index(Rows.size(), "telling function");
      if (Reader.ok())
        Rows[I].TellsActivations = true;
    });
  }
  template <typename Row> void activationsOf(std::vector<Row> &Rows) {
    rows(2, "activations", [&] {
      uint32_t I = Reader.index(Rows.size(), "lifetime");
      LifetimeCounts Unknown;
      LifetimeCounts &C = Reader.ok() ? Rows[I].Counts : Unknown;
#define ANOMALLOC_ACTIVATION_COUNTER(Member, Key, Text)                        \
  C.Member = Reader.uleb();
#include "anomalloc/LifetimeCounters.def"
    });
  }
  void activations() {
    telling(P.Sites);
    telling(P.MakerCalls);
    activationsOf(P.Lifetimes);
    activationsOf(P.StackLifetimes);
  }

  struct FrameRow {
    std::optional<uint32_t> Caller;
    uint32_t Depth;
    Frame Level;
  };

  ByteReader Reader;
  Profile &P;
  std::vector<StringRef> Strings;
  std::vector<FrameRow> Frames;
  uint64_t FrameBudget;
};

} // namespace

Expected<std::unique_ptr<Profile>>
decodeModel(StringRef Stored, unsigned Compression, uint64_t PayloadSize) {
  std::string Payload;
  if (Error E =
          unpack(Stored, Compression, PayloadSize, MaxModelPayload, Payload))
    return std::move(E);
  auto P = std::make_unique<Profile>();
  if (Error E = ModelDecoder(Payload, *P).decode())
    return inContext("payload", std::move(E));
  return std::move(P);
}

} // namespace anomalloc
