//===- ModelEncoder.cpp ---------------------------------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Profile/ModelCodec.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/EndianStream.h"
#include "llvm/Support/LEB128.h"
#include "llvm/Support/raw_ostream.h"
#include <tuple>

using namespace llvm;

namespace anomalloc {
namespace {

class ModelEncoder {
public:
  explicit ModelEncoder(const Profile &P) : P(P) {}

  SmallVector<char, 0> encode() {
    sections();
    processes();
    lanes();
    modules();
    frames();
    loops();
    sites();
    edges();
    makerCalls();
    names();
    dark();
    counts();
    usable();
    stacks();
    lifetimes();
    stackLifetimes();
    activations();
    systemPaths();
    makers();
    return withStrings();
  }

private:
  void uleb(uint64_t Value) { encodeULEB128(Value, OS); }
  void le64(uint64_t Value) {
    support::endian::write(OS, Value, llvm::endianness::little);
  }
  template <typename Index> void optional(std::optional<Index> I) {
    uleb(I ? uint64_t(*I) + 1 : 0);
  }
  uint32_t stringIndex(StringRef S) {
    auto [I, New] = StringOf.try_emplace(S, Strings.size());
    if (New)
      Strings.push_back(I->first());
    return I->second;
  }
  void string(StringRef S) { uleb(stringIndex(S)); }

  void sections() {
    uleb(P.Sections.size());
    for (const std::string &Name : P.Sections)
      string(Name);
  }

  void processes() {
    uleb(P.Processes.size());
    for (const Process &Proc : P.Processes) {
      string(Proc.File);
      uleb(Proc.Exited | Proc.Interposed << 1 | Proc.Bypassed << 2 |
           Proc.FreesSeen << 3 | Proc.Lifetimes.has_value() << 4);
      uleb(Proc.DroppedEvents);
      uleb(Proc.DroppedBytes);
      uleb(Proc.StartTime);
      uleb(Proc.EndTime);
      uleb(Proc.Units);
      uleb(Proc.Info.size());
      for (const auto &[Key, Value] : Proc.Info) {
        string(Key);
        string(Value);
      }
      if (Proc.Lifetimes)
        totals(*Proc.Lifetimes);
    }
  }

  void totals(const LifetimeTotals &T) {
    for (uint64_t Number :
         {T.PeakBytes, T.UnknownFrees, T.Unwatched, T.UnwatchedBytes,
          uint64_t(T.TemporaryLimit), uint64_t(T.Timed), T.ClockStep,
          uint64_t(T.TimelineShift)})
      uleb(Number);
    uleb(T.UsableKnown);
    uleb(T.Timeline.size());
    for (const TimelinePoint &Point : T.Timeline) {
      uleb(Point.Bytes);
      uleb(Point.Blocks);
      uleb(Point.UsableBytes);
    }
  }

  void lanes() {
    uleb(P.Lanes.size());
    for (const Lane &L : P.Lanes) {
      uleb(L.Process);
      uleb(L.Number);
      uleb(L.Tid);
      uleb(L.Threads);
      string(L.Name);
    }
  }

  void modules() {
    uleb(P.Modules.size());
    for (const Module &M : P.Modules) {
      string(M.Path);
      string(M.BuildId);
    }
  }

  /// Chains share their outer levels: rows form a tree, callers first.
  void frames() {
    using Row =
        std::tuple<uint32_t, uint32_t, uint32_t, uint32_t, uint32_t, uint32_t>;
    std::map<Row, uint32_t> RowOf;
    std::vector<Row> Rows;
    auto Add = [&](ArrayRef<Frame> Chain) {
      uint32_t CallerPlusOne = 0;
      for (const Frame &F : llvm::reverse(Chain)) {
        Row R = {
            CallerPlusOne, stringIndex(F.Function), stringIndex(F.File), F.Line,
            F.Column,      uint32_t(F.Use)};
        auto [I, New] = RowOf.try_emplace(R, Rows.size());
        if (New)
          Rows.push_back(R);
        CallerPlusOne = I->second + 1;
      }
      Innermost.push_back(CallerPlusOne - 1);
    };
    for (const Site &S : P.Sites)
      Add(S.Chain);
    for (const MakerCall &C : P.MakerCalls)
      Add(C.Chain);
    uleb(Rows.size());
    for (auto [Caller, Function, File, Line, Column, Use] : Rows)
      for (uint32_t Field : {Caller, Function, File, Line, Column, Use})
        uleb(Field);
  }

  void loops() {
    uleb(P.Loops.size());
    for (const Loop &L : P.Loops) {
      le64(L.Id);
      optional(L.Parent);
      string(L.Function);
      string(L.File);
      uleb(L.Line);
      uleb(L.Column);
      uleb(L.TripCount);
      uleb(L.CountsEntries | L.CountsIterations << 1 | L.OncePerCall << 2);
      uleb(L.Entries);
      uleb(L.Iterations);
    }
  }

  void sites() {
    uleb(P.Sites.size());
    for (const auto &[I, S] : llvm::enumerate(P.Sites)) {
      le64(S.Id);
      uleb(uint64_t(S.Family));
      string(S.Callee);
      uleb(Innermost[I]);
      uleb(S.UserFrame);
      optional(S.ChangeFrame);
      optional(S.InnermostLoop);
      string(S.Type);
      uleb(S.ConstantSize.has_value() | S.OncePerCall << 1);
      if (S.ConstantSize)
        uleb(*S.ConstantSize);
      le64(S.FunctionHash);
    }
  }

  void edges() {
    uleb(P.Edges.size());
    for (const CallEdge &E : P.Edges) {
      le64(E.Caller);
      le64(E.Callee);
      uleb(E.LoopDepth);
    }
  }

  void makerCalls() {
    uleb(P.MakerCalls.size());
    for (const auto &[I, C] : llvm::enumerate(P.MakerCalls)) {
      le64(C.Callee);
      le64(C.Caller);
      uleb(Innermost[P.Sites.size() + I]);
      uleb(C.UserFrame);
      optional(C.ChangeFrame);
      uleb(C.IsUserFrame | C.Counts << 1 | C.IsVirtual << 2);
      uleb(C.LoopDepth);
      string(C.Name);
    }
  }

  void makers() {
    uleb(P.Makers.size());
    for (auto [Function, File] : P.Makers) {
      string(Function);
      string(File);
    }
    uleb(P.Classes.size());
    for (auto [Name, Refill] : P.Classes) {
      string(Name);
      uleb(uint64_t(Refill));
    }
    uleb(P.MakerCounts.size());
    for (const MakerCount &C : P.MakerCounts) {
      optional(C.Call);
      uleb(uint64_t(C.Section));
      uleb(uint64_t(C.Lane));
      uleb(C.Blocks);
      uleb(C.Bytes);
    }
  }

  void names() {
    uleb(P.FunctionNames.size());
    for (auto [Hash, Name] : P.FunctionNames) {
      le64(Hash);
      string(Name);
    }
  }

  void dark() {
    uleb(P.Dark.size());
    for (const DarkOrigin &D : P.Dark) {
      string(D.Library);
      string(D.BuildId);
      uleb(D.Offset);
      string(D.Function);
    }
  }

  void counts() {
    uleb(P.Counts.size());
    for (const Count &C : P.Counts) {
      optional(C.Site);
      optional(C.Dark);
      uleb(uint64_t(C.Section));
      uleb(uint64_t(C.Lane));
      uleb(C.Size);
      uleb(C.Allocations);
    }
  }

  void usable() {
    uleb(P.UsableSizes.size());
    for (auto [Requested, Usable] : P.UsableSizes) {
      uleb(Requested);
      uleb(Usable);
    }
  }

  void stacks() {
    uleb(P.Places.size());
    for (const CodePlace &C : P.Places) {
      string(C.Library);
      string(C.BuildId);
      uleb(C.Offset);
    }
    uleb(P.Stacks.size());
    for (const StackLevel &L : P.Stacks) {
      optional(L.Caller);
      uleb(uint64_t(L.Place));
      uleb(L.ByFramePointer | L.Cut << 1);
    }
    uleb(P.StackCounts.size());
    for (const StackCount &C : P.StackCounts) {
      uleb(uint64_t(C.Stack));
      optional(C.Site);
      uleb(uint64_t(C.Section));
      uleb(uint64_t(C.Lane));
      uleb(C.Size);
      uleb(C.Allocations);
    }
    uleb(P.Processes.size());
    for (const Process &Proc : P.Processes)
      uleb(Proc.LostStacks);
  }

  void lifetimeCounts(const LifetimeCounts &C) {
    uleb(C.Allocated);
    uleb(C.Freed);
#define ANOMALLOC_ROW_COUNTER(Member, Key, Text) uleb(C.Member);
#include "anomalloc/LifetimeCounters.def"
    uleb(C.Peak);
    uleb(uint64_t(C.PeakIsBound));
    uleb(C.AtPeak);
  }

  void stackLifetimes() {
    uleb(P.StackLifetimes.size());
    for (const StackLifetime &L : P.StackLifetimes) {
      uleb(uint64_t(L.Stack));
      optional(L.Site);
      uleb(uint64_t(L.Section));
      uleb(L.Size);
      lifetimeCounts(L.Counts);
    }
  }

  void lifetimes() {
    uleb(P.Lifetimes.size());
    for (const Lifetime &L : P.Lifetimes) {
      optional(L.Site);
      optional(L.Dark);
      uleb(uint64_t(L.Section));
      uleb(L.Size);
      lifetimeCounts(L.Counts);
      uleb(L.Counts.Buckets.size());
      for (auto [Bucket, Number] : L.Counts.Buckets) {
        uleb(Bucket);
        uleb(Number);
      }
      uleb(L.FreeSites.size());
      for (auto [Dark, Number] : L.FreeSites) {
        uleb(uint64_t(Dark));
        uleb(Number);
      }
    }
  }

  /// Indices of the rows that say yes.
  template <typename Row> void telling(const std::vector<Row> &Rows) {
    uleb(llvm::count_if(Rows, [](const Row &R) { return R.TellsActivations; }));
    for (const auto &[I, R] : llvm::enumerate(Rows))
      if (R.TellsActivations)
        uleb(I);
  }
  template <typename Row> void activationsOf(const std::vector<Row> &Rows) {
    uleb(llvm::count_if(
        Rows, [](const Row &R) { return R.Counts.ActivationKnown != 0; }));
    for (const auto &[I, R] : llvm::enumerate(Rows))
      if (R.Counts.ActivationKnown) {
        uleb(I);
#define ANOMALLOC_ACTIVATION_COUNTER(Member, Key, Text) uleb(R.Counts.Member);
#include "anomalloc/LifetimeCounters.def"
      }
  }
  void activations() {
    telling(P.Sites);
    telling(P.MakerCalls);
    activationsOf(P.Lifetimes);
    activationsOf(P.StackLifetimes);
  }

  void systemPaths() {
    uleb(P.SystemPaths.size());
    for (const std::string &Prefix : P.SystemPaths)
      string(Prefix);
  }

  /// The strings, known only now, stand before what refers to them.
  SmallVector<char, 0> withStrings() {
    SmallVector<char, 0> Result;
    raw_svector_ostream Out(Result);
    encodeULEB128(Strings.size(), Out);
    for (StringRef S : Strings) {
      encodeULEB128(S.size(), Out);
      Out << S;
    }
    Result.append(Body);
    return Result;
  }

  const Profile &P;
  SmallVector<char, 0> Body;
  raw_svector_ostream OS{Body};
  StringMap<uint32_t> StringOf;
  std::vector<StringRef> Strings;
  std::vector<uint32_t> Innermost; ///< Frame rows of sites, then of calls.
};

} // namespace

SmallVector<char, 0> encodeModel(const Profile &P) {
  return ModelEncoder(P).encode();
}

} // namespace anomalloc
