//===- Profile.h - what one or many runs counted ----------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The model: plain data, no opinions. ProfileReader fills it from bytes, and
/// lib/Analysis looks at it. Nobody changes a count after it was filled; names
/// of code (Symbolizer.h) and answers of the allocator (UsableSizes, PairCosts)
/// are added later.
/// Not thread-safe while it is being filled; const access from any thread.
///
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_PROFILE_PROFILE_H
#define ANOMALLOC_PROFILE_PROFILE_H

#include "Support/MakerNames.h"
#include "anomalloc/LifetimeFormat.h"
#include "anomalloc/SiteTable.h"
#include "anomalloc/SystemPaths.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Allocator.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/StringSaver.h"
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace anomalloc {

/// Indices of the vectors in Profile: distinct types, so that one is never
/// taken for another.
enum class SiteIndex : uint32_t {};
enum class LoopIndex : uint32_t {};
enum class DarkIndex : uint32_t {};
enum class SectionIndex : uint32_t {};
enum class LaneIndex : uint32_t {};
enum class PlaceIndex : uint32_t {};
enum class StackIndex : uint32_t {};
enum class MakerCallIndex : uint32_t {};

/// One level of an inline chain.
struct Frame {
  llvm::StringRef Function; ///< Linkage name.
  llvm::StringRef File;     ///< Absolute where the compiler knew it; may be "".
  uint32_t Line = 0;        ///< 0: unknown.
  uint32_t Column = 0;
  /// Of what the next level inwards makes, if the compiler knew.
  ObjectUse Use = ObjectUse::Unknown;
};

/// Most levels of an inline chain: an honest file is far below, a bomb above.
inline constexpr uint32_t MaxChainLength = 1024;

struct Loop {
  uint64_t Id = 0;
  std::optional<LoopIndex> Parent;
  llvm::StringRef Function; ///< Linkage name of the function that holds it.
  llvm::StringRef File;
  uint32_t Line = 0;
  uint32_t Column = 0;
  uint64_t TripCount = 0; ///< Constant trip count; 0: unknown.
  bool CountsEntries = false;
  bool CountsIterations = false;
  /// Each call of the function that returns enters it once, and all calls are
  /// seen: Entries is their number (anomalloc/SiteTable.h).
  bool OncePerCall = false;
  uint32_t Depth = 1;      ///< 1 for an outermost loop.
  uint64_t Entries = 0;    ///< Times the loop was entered (if counted).
  uint64_t Iterations = 0; ///< Sum of its trip counts (if counted).
};

struct Site {
  uint64_t Id = 0;
  SiteFamily Family = SiteFamily::Heap;
  llvm::StringRef Callee;   ///< Linkage name.
  std::vector<Frame> Chain; ///< Innermost first; never empty.
  uint32_t UserFrame = 0;   ///< Index into Chain: first user frame.
  /// Index into Chain: the line to change, the first frame of a function that
  /// is no maker (Profile::isMaker). None: makers alone. Then MakerCounts say
  /// for whom the blocks were made.
  std::optional<uint32_t> ChangeFrame;
  std::optional<LoopIndex> InnermostLoop;
  uint32_t LoopDepth = 0;
  llvm::StringRef Type; ///< Allocated type, "" if unknown.
  /// None: dynamic, or units that share the site do not agree.
  std::optional<uint64_t> ConstantSize;
  /// The function, after inlining, that holds the site, as in CallEdge.
  uint64_t FunctionHash = 0;
  /// That function tells when it is entered and left, so its blocks belong to
  /// its own activations (LifetimeCounts::SameActivation).
  bool TellsActivations = false;
  /// As in Loop: the number of its blocks is that of the function's calls.
  bool OncePerCall = false;

  const Frame &userFrame() const { return Chain[UserFrame]; }
  /// The function, after inlining, that holds the site.
  const Frame &outermostFrame() const { return Chain.back(); }
};

/// Calls between functions, by hash of their linkage name (SiteTable.h), with
/// the largest loop depth at which the caller makes the call.
struct CallEdge {
  uint64_t Caller = 0;
  uint64_t Callee = 0;
  uint32_t LoopDepth = 0;
};

/// An out-of-line call of a maker (a function that makes blocks on behalf of
/// its caller), or of what may be one. The way from a site in a maker to the
/// line to change, and from one in a library to the user's lines.
struct MakerCall {
  uint64_t Callee = 0; ///< Function hash, as in CallEdge; 0: not known.
  uint64_t Caller = 0; ///< The function, after inlining, that makes the call.
  std::vector<Frame> Chain; ///< Of the call, innermost first; never empty.
  uint32_t UserFrame = 0;   ///< Index into Chain: first user frame.
  /// False: all frames are a library's, and UserFrame is the outermost.
  bool IsUserFrame = false;
  /// Index into Chain: the line to change, as in Site. None: makers alone; for
  /// whom they call, their own callers know.
  std::optional<uint32_t> ChangeFrame;
  /// The call counts what is made in it (MakerCount). Only if it has a line to
  /// change.
  bool Counts = false;
  uint32_t LoopDepth = 0; ///< In the caller.
  /// What the source calls the callee, if a pointer leads there: a virtual
  /// function, or a variable or member. "": not known.
  llvm::StringRef Name;
  bool IsVirtual = false;
  bool TellsActivations = false; ///< As in Site, of the caller.

  const Frame &userFrame() const { return Chain[UserFrame]; }
};

/// Blocks that sites without a line to change of their own made while a maker
/// call was in progress. Profile::Counts counts them too: the sum of all is
/// that of such sites, by section and lane.
struct MakerCount {
  /// The call whose line is to be changed. None: no instrumented function that
  /// is no maker was known to be on the way.
  std::optional<MakerCallIndex> Call;
  SectionIndex Section{};
  LaneIndex Lane{};
  uint64_t Blocks = 0;
  uint64_t Bytes = 0; ///< As asked for.
};

/// Code without sites that asked for memory.
struct DarkOrigin {
  llvm::StringRef Library; ///< Path of the object; "" if unknown.
  llvm::StringRef BuildId; ///< Lower-case hexadecimal; may be "".
  /// Return address minus load bias; 0 if the library is unknown (an address
  /// outside of every object says nothing outside of its process).
  uint64_t Offset = 0;
  llvm::StringRef Function; ///< Linkage name, "" until symbolized.
  /// The first user frame of the levels that were inlined there. Line 0 until
  /// symbolized, or if debug information knows none.
  Frame UserFrame = {};
};

/// A place in the code that stood on a stack: behind a call.
struct CodePlace {
  llvm::StringRef Library; ///< Path of the object; "" if unknown.
  llvm::StringRef BuildId; ///< Lower-case hexadecimal; may be "".
  /// Return address minus load bias; the address itself if there is no library.
  uint64_t Offset = 0;
  /// The source level of the place and those that it was inlined into,
  /// innermost first; empty until symbolized. A level's file may be "".
  std::vector<Frame> Levels;
};

/// One level of a calling stack: a place in the code, and the caller's level.
struct StackLevel {
  PlaceIndex Place{};
  std::optional<StackIndex> Caller; ///< None: the outermost that is known.
  /// Found by frame pointer: its callee has no call frame information.
  bool ByFramePointer = false;
  /// Who called it could not be found out.
  bool Cut = false;
};

/// So many allocations of one exact size from one stack. Profile::Counts counts
/// them too. Only events that the user selected have stacks.
struct StackCount {
  StackIndex Stack{}; ///< Innermost level: it called the allocation function.
  /// The site that is charged, as in Count; none: dark.
  std::optional<SiteIndex> Site;
  SectionIndex Section{};
  LaneIndex Lane{};
  uint64_t Size = 0;
  uint64_t Allocations = 0;
};

/// One count: so many heap (or pool) allocations of one exact size.
struct Count {
  /// The site that is charged. None: dark.
  std::optional<SiteIndex> Site;
  /// Who called the allocator, if that was not the site itself: the library
  /// code below a leading site, or the origin of a dark allocation.
  std::optional<DarkIndex> Dark;
  SectionIndex Section{};
  LaneIndex Lane{};
  uint64_t Size = 0; ///< Bytes asked for in one call.
  uint64_t Allocations = 0;
};

/// What became of some blocks. All are numbers of blocks.
struct LifetimeCounts {
  uint64_t Allocated = 0;
  uint64_t Freed = 0;
  // Freed blocks, as the table says.
#define ANOMALLOC_LIFETIME_COUNTER(Member, Key, Text) uint64_t Member = 0;
#include "anomalloc/LifetimeCounters.def"
  /// The most that lived at once.
  uint64_t Peak = 0;
  /// Several threads made and freed these blocks: at most Peak lived at once.
  bool PeakIsBound = false;
  /// Blocks that lived when the process had the most live bytes.
  uint64_t AtPeak = 0;
  /// Freed blocks by lifetime, in the buckets of LifetimeBuckets
  /// (LifetimeFormat.h), and how they grew, the counters of GrowthCounters.
  std::map<uint32_t, uint64_t> Buckets;

  uint64_t bucket(uint32_t Number) const {
    auto I = Buckets.find(Number);
    return I == Buckets.end() ? 0 : I->second;
  }
  /// Whether there are counters of growth.
  bool grew() const {
    return Buckets.lower_bound(format::GrowthCounters::First) != Buckets.end();
  }
  /// Blocks that live at the end of the record. If the process has ended, they
  /// are leaked.
  uint64_t live() const { return Allocated > Freed ? Allocated - Freed : 0; }
};

/// What became of the blocks of one site, section and size.
struct Lifetime {
  std::optional<SiteIndex> Site; ///< As in Count.
  std::optional<DarkIndex> Dark;
  SectionIndex Section{};
  uint64_t Size = 0; ///< Bytes of each.
  LifetimeCounts Counts;
  /// Code that freed them, and how many. Who freed the others is not known.
  std::vector<std::pair<DarkIndex, uint64_t>> FreeSites;
};

/// What became of the blocks of one stack. Some Lifetime has them too.
struct StackLifetime {
  StackIndex Stack{};            ///< As in StackCount.
  std::optional<SiteIndex> Site; ///< As in StackCount.
  SectionIndex Section{};
  uint64_t Size = 0;     ///< Bytes of each.
  LifetimeCounts Counts; ///< Without buckets.
};

/// What lived at one moment: the one with the most live bytes in a stretch of
/// the clock.
struct TimelinePoint {
  uint64_t Bytes = 0; ///< As asked for.
  uint64_t Blocks = 0;
  uint64_t UsableBytes = 0; ///< What the allocator gave for these.
};

/// Sums of a process that ran in a lifetime mode.
struct LifetimeTotals {
  uint64_t PeakBytes = 0;
  uint64_t UnknownFrees = 0; ///< Of blocks that were not watched.
  uint64_t Unwatched = 0;    ///< Allocations that were counted only.
  uint64_t UnwatchedBytes = 0;
  uint32_t TemporaryLimit = 0;
  bool Timed = false;
  /// A thread's clock may miss so many bytes of each other thread.
  uint64_t ClockStep = 0;
  /// Point I is for the stretch of the clock in
  /// [I << TimelineShift, (I + 1) << TimelineShift).
  uint32_t TimelineShift = 0;
  std::vector<TimelinePoint> Timeline;
  /// Whether the points' usable bytes are the allocator's word.
  bool UsableKnown = false;
};

/// A counting lane: a thread, or several that never lived at once.
struct Lane {
  uint32_t Process = 0; ///< Index into Profile::Processes.
  uint32_t Number = 0;  ///< In its process; 0 is the first thread.
  uint32_t Tid = 0;     ///< Of its first thread.
  uint32_t Threads = 1; ///< How many threads used it.
  std::string Name;     ///< Of its first thread, as the kernel knew it.
};

/// One process that wrote a profile.
struct Process {
  std::string File;                        ///< The profile it was read from.
  std::map<std::string, std::string> Info; ///< Keys of ProfileFormat.h, Info;
  /// the arguments, as words of a shell, are one: "command".
  bool Exited = false; ///< False: killed, _exit, exec, or still running.
  bool Interposed = false;
  bool Bypassed = false;
  bool FreesSeen = false; ///< A free came to the runtime.
  uint64_t DroppedEvents = 0;
  uint64_t DroppedBytes = 0;
  uint64_t StartTime = 0;  ///< Nanoseconds since the epoch.
  uint64_t EndTime = 0;    ///< 0 if it did not exit in order.
  uint32_t Units = 0;      ///< Instrumented units that it registered.
  uint64_t LostStacks = 0; ///< Events whose stacks could not be stored.
  std::optional<LifetimeTotals> Lifetimes;
};

/// A loaded object, for the coverage line.
struct Module {
  std::string Path;
  std::string BuildId;
};

class Profile {
public:
  Profile() : Saver(Arena) {}
  Profile(const Profile &) = delete;
  Profile &operator=(const Profile &) = delete;

  std::vector<Process> Processes;
  std::vector<Lane> Lanes;
  /// Section names; index 0 is "" (outside every section).
  std::vector<std::string> Sections{""};
  std::vector<Loop> Loops;
  std::vector<Site> Sites; ///< One per site id.
  std::vector<CallEdge> Edges;
  std::vector<MakerCall> MakerCalls;   ///< One per callee and chain.
  std::vector<MakerCount> MakerCounts; ///< One per key.
  /// Makers that the pass recognized: linkage name, and the file of a function
  /// of internal linkage or else "". Names and files alone tell of others.
  std::set<std::pair<llvm::StringRef, llvm::StringRef>> Makers;
  /// Classes of the program whose members the pass saw, by name in the source.
  std::map<llvm::StringRef, ClassRefill> Classes;
  /// Hash of a function to its linkage name, for functions that hold sites.
  std::map<uint64_t, llvm::StringRef> FunctionNames;
  std::vector<DarkOrigin> Dark;
  std::vector<Count> Counts;
  std::vector<Lifetime> Lifetimes; ///< One per key.
  std::vector<Module> Modules;
  /// Starts of paths that are the system's, beside those of SystemPaths.h, as
  /// the pass was told for some unit.
  std::set<std::string> SystemPaths;
  std::vector<CodePlace> Places;  ///< Each once.
  std::vector<StackLevel> Stacks; ///< Callers come first.
  std::vector<StackCount> StackCounts;
  std::vector<StackLifetime> StackLifetimes; ///< One per key.
  /// Requested size to the size that the allocator in use handed out, in bytes.
  std::map<uint64_t, uint64_t> UsableSizes;
  /// Requested size to the least nanoseconds of a malloc and its free, by the
  /// same allocator on the machine that reads the profile. In no file.
  std::map<uint64_t, uint64_t> PairCosts;
  /// The same with work around it, while other blocks use the nearest cache:
  /// blocks of one size, or of sizes that nobody foresees, so much on average.
  /// By workClassesOf (AllocatorCost.h) of the size.
  struct WorkCosts {
    std::map<uint64_t, uint64_t> Alike, Mixed;
  };
  /// The block is filled, or copied from another and read.
  WorkCosts FillCosts, CopyCosts;
  /// What a pool saves of a block that stays among more than the caches hold:
  /// to follow a link to it, and to free it. By powers of two. At least, where
  /// such blocks lie side by side anyhow; at most, where others lie between.
  /// Gap: what one block of others costs the row of nodes, of that size on
  /// average, in which it lies.
  struct {
    std::map<uint64_t, uint64_t> Together, Apart, Gap;
  } KeptCosts;
  /// Nanoseconds of the first touch of a page, there; 0: not asked.
  uint64_t PageCost = 0;

  const Site &site(SiteIndex I) const { return Sites[uint32_t(I)]; }
  const Loop &loop(LoopIndex I) const { return Loops[uint32_t(I)]; }
  const DarkOrigin &dark(DarkIndex I) const { return Dark[uint32_t(I)]; }
  const std::string &section(SectionIndex I) const {
    return Sections[uint32_t(I)];
  }
  const CodePlace &place(PlaceIndex I) const { return Places[uint32_t(I)]; }
  const StackLevel &stack(StackIndex I) const { return Stacks[uint32_t(I)]; }
  const Lane &lane(LaneIndex I) const { return Lanes[uint32_t(I)]; }
  const MakerCall &makerCall(MakerCallIndex I) const {
    return MakerCalls[uint32_t(I)];
  }

  /// Whether a person's own code cannot be in \p File.
  bool isSystemFile(llvm::StringRef File) const {
    // Debug information may say "/src/./vendor/pool.h".
    llvm::SmallString<256> Path(File);
    llvm::sys::path::remove_dots(Path, /*remove_dot_dot=*/true);
    return isSystemPath(std::string_view(Path.data(), Path.size()),
                        SystemPaths);
  }

  /// Whether a function makes blocks on behalf of its caller: one of a library,
  /// one whose name says so (Support/MakerNames.h), or one of Makers. \p File
  /// may be "": unknown.
  bool isMaker(llvm::StringRef Function, llvm::StringRef File) const {
    return (File.empty() ? isLibraryName(Function) : isSystemFile(File)) ||
           isMakerName(Function) || Makers.count({Function, ""}) ||
           Makers.count({Function, File});
  }
  bool isMaker(const Frame &F) const { return isMaker(F.Function, F.File); }

  /// Index of the first frame of \p Chain that is no maker's.
  std::optional<uint32_t> changeFrame(llvm::ArrayRef<Frame> Chain) const {
    for (uint32_t I = 0; I != Chain.size(); ++I)
      if (!isMaker(Chain[I]))
        return I;
    return std::nullopt;
  }

  /// Keeps a copy of \p S for as long as the profile lives.
  llvm::StringRef save(llvm::StringRef S) { return Saver.save(S); }

private:
  llvm::BumpPtrAllocator Arena;
  llvm::UniqueStringSaver Saver;
};

} // namespace anomalloc

#endif // ANOMALLOC_PROFILE_PROFILE_H
