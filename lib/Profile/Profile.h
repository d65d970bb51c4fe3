//===- Profile.h - what one or many runs counted ----------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The model: plain data, no opinions. ProfileReader fills it from bytes, and
/// lib/Analysis looks at it. Nobody changes a number after it was filled; names
/// of code (Symbolizer.h), sites of the binary, to which dark counts move
/// (lib/Recover), and answers of the allocator (UsableSizes, PairCosts) are
/// added later. Not thread-safe while it is being filled; const access from any
/// thread.
///
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_PROFILE_PROFILE_H
#define ANOMALLOC_PROFILE_PROFILE_H

#include "Profile/ClassLayout.h"
#include "Profile/Code.h"
#include "Profile/Measures.h"
#include "Profile/RankCounts.h"
#include "Support/MakerNames.h"
#include "anomalloc/Mode.h"
#include "anomalloc/ProfileFormat.h"
#include "anomalloc/Sampling.h"
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

struct FortranStatement;

/// A counting lane: a thread, or several that never lived at once.
struct Lane {
  uint32_t Process = 0; ///< Index into Profile::Processes.
  uint32_t Number = 0;  ///< Unique in the process; 0: its first thread's.
  uint32_t Tid = 0;     ///< The thread id of the lane's first thread.
  uint32_t Threads = 1; ///< How many threads used the lane.
  std::string Name;     ///< The kernel's name of the lane's first thread.
};

/// One process that wrote a profile.
struct Process {
  std::string File; ///< The profile that the process was read from.
  /// Values by key. The keys are those of Info in ProfileFormat.h, but all
  /// arguments are one value, "command", as words of a shell. Three keys come
  /// from the header: dropped_because, unrecorded_children, unrecorded_because.
  /// in_size_classes: allocations whose sizes were put together.
  std::map<std::string, std::string> Info;
  bool Exited = false; ///< False: killed, _exit, exec, or still running.
  bool Interposed = false;
  bool Bypassed = false;
  bool FreesSeen = false; ///< A free came to the runtime.
  uint64_t DroppedEvents = 0;
  uint64_t DroppedBytes = 0;
  uint64_t StartTime = 0;  ///< Nanoseconds since 1970.
  uint64_t EndTime = 0;    ///< Of it, or of its recording; 0: not in order.
  uint32_t Units = 0;      ///< Instrumented units that it registered.
  uint64_t LostStacks = 0; ///< Events whose stacks could not be stored.
  std::optional<LifetimeTotals> Lifetimes;
  /// By MemorySpace; empty: nobody saw the functions of accelerators.
  std::vector<format::SpaceSums> Spaces;

  /// The value of \p Key in Info; none if it was not recorded.
  std::optional<llvm::StringRef> info(const char *Key) const {
    auto It = Info.find(Key);
    if (It == Info.end())
      return std::nullopt;
    return It->second;
  }

  /// The rank in MPI_COMM_WORLD; none outside of MPI.
  std::optional<uint32_t> rank() const {
    uint32_t Rank;
    if (info("rank").value_or("").getAsInteger(10, Rank))
      return std::nullopt;
    return Rank;
  }

  /// How the blocks were drawn whose stacks and lifetimes are known; none if
  /// they are known of all blocks, or of no block.
  Sampling sampling() const {
    Sampling S;
    readSampling(S, info("sample").value_or("").str().c_str());
    return S;
  }

  /// Whether more than counts was recorded.
  bool isDetailed() const {
    auto Mode = info("mode");
    return Mode && *Mode != NameOfCount;
  }

  /// Nanoseconds; 0 if it did not exit in order.
  uint64_t runTime() const {
    return EndTime > StartTime ? EndTime - StartTime : 0;
  }
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

  /// The longest run of a process in nanoseconds; 0 if none is known.
  uint64_t longestRun() const {
    uint64_t Longest = 0;
    for (const Process &P : Processes)
      Longest = std::max(Longest, P.runTime());
    return Longest;
  }

  /// How the blocks were drawn that have rows in StackCounts, Lifetimes and
  /// StackLifetimes. These rows then are numbers of samples; Counts are exact.
  /// readProfiles() sees to it that it is the same for all processes with such
  /// rows.
  Sampling sampling() const {
    for (const Process &P : Processes)
      if (P.isDetailed())
        return P.sampling();
    return {};
  }

  /// Whether sizes of a sampled run were put together: then rows of lifetimes
  /// may have a size that no block had, between two powers of two.
  bool hasSizeClasses() const {
    for (const Process &P : Processes)
      if (P.info("sizes_full"))
        return true;
    return false;
  }

  /// The file that was read first; "": none. Not stored in any file.
  std::string ReadFrom;
  std::vector<Process> Processes;
  std::vector<Lane> Lanes;
  /// Section names; index 0 is "" (outside every section).
  std::vector<std::string> Sections{""};
  /// For each section, how many a process had begun before it: the least number
  /// of all processes. Sections behind the end of it have their index.
  std::vector<uint32_t> SectionPlaces;
  /// Where the rate of samples grows, each section's events stand by the rate
  /// that they were drawn at. To each later rate belongs a section of the same
  /// name. By its index: how often the rate was doubled (Sampling::doubled).
  /// Analysis/estimate/ScaleSamples.h joins these sections.
  std::map<uint32_t, uint32_t> Doublings;
  std::vector<Loop> Loops;
  std::vector<Site> Sites; ///< One per site id and family.
  std::vector<CallEdge> Edges;
  std::vector<MakerCall> MakerCalls;   ///< One per caller, callee and chain.
  std::vector<MakerCount> MakerCounts; ///< One per call, section and lane.
  /// Makers that the pass recognized, each as a linkage name and a file. The
  /// file is "" unless the function has internal linkage. Other makers are
  /// recognized by name or file alone (isMaker).
  std::set<std::pair<llvm::StringRef, llvm::StringRef>> Makers;
  /// Classes of the program whose members the pass saw, by name in the source.
  std::map<llvm::StringRef, ClassRefill> Classes;
  /// Hash of a function to its linkage name, for all functions of site tables.
  std::map<uint64_t, llvm::StringRef> FunctionNames;
  std::vector<DarkOrigin> Dark;
  std::vector<Count> Counts;
  /// How Counts are spread over the ranks, in the order of their keys. Empty:
  /// no process has a rank. Sections that differ by their rate alone (Doublings)
  /// are one section here: the one with the rate at the beginning.
  std::vector<RankCount> RankCounts;
  std::vector<Lifetime> Lifetimes; ///< One per site, origin, section and size.
  std::vector<Module> Modules;
  /// By a site's type and the bytes of its blocks: the members of the class, as
  /// far as debug information is at hand (SiteLayouts.h). Not stored in any
  /// file.
  std::map<std::pair<llvm::StringRef, uint64_t>, ClassLayout> Layouts;
  /// By file and line: what the source says there, for lines of Fortran whose
  /// sources are at hand (FortranLines.h). Not stored in any file.
  std::map<std::pair<llvm::StringRef, uint32_t>,
           std::shared_ptr<const FortranStatement>>
      FortranLines;
  /// Beginnings of the paths of system files, beside those of SystemPaths.h.
  /// The pass was told them for some unit.
  std::set<std::string> SystemPaths;
  std::vector<CodePlace> Places; ///< Each once.
  /// Path and build id of the objects on stacks that have changed or are gone
  /// since the run, so that their functions have no names. Not stored in any
  /// file.
  std::set<std::pair<llvm::StringRef, llvm::StringRef>> LostObjects;
  std::vector<StackLevel> Stacks; ///< Callers come first.
  std::vector<StackCount> StackCounts;
  /// One per stack, site, section and size.
  std::vector<StackLifetime> StackLifetimes;
  /// What the estimates in the rows of stacks and lifetimes rest on. Empty: the
  /// profile is no sample, and its rows are exact. Not stored in any file.
  std::vector<Stratum> Strata;
  /// How often the rate was doubled, at most. Set with Strata.
  uint32_t MostDoublings = 0;
  /// Counts of blocks that no drawn block stands for, so that nothing is known
  /// of their lifetimes (NotDrawn) or of their stacks (WithoutStacks). Set with
  /// Strata.
  std::vector<Count> NotDrawn, WithoutStacks;
  /// Requested size to the size that the allocator in use handed out, in bytes.
  std::map<uint64_t, uint64_t> UsableSizes;
  /// By requested size: the least nanoseconds that a malloc and its free took,
  /// with the same allocator on the machine that reads the profile. Not stored
  /// in any file.
  std::map<uint64_t, uint64_t> PairCosts;
  /// By requested size (one of workClassesOf() in AllocatorCost.h): the
  /// nanoseconds of a malloc and its free as in PairCosts, but with work around
  /// them, while other blocks use the nearest cache. Alike: all blocks have one
  /// size. Mixed: nobody can foresee the sizes, and the key is their mean.
  struct WorkCosts {
    std::map<uint64_t, uint64_t> Alike, Mixed;
  };
  /// The work: the block is filled (FillCosts), or it is copied from another
  /// block and read (CopyCosts).
  WorkCosts FillCosts, CopyCosts;
  /// By size, in powers of two: nanoseconds that count for a block that stays,
  /// if such blocks are more than the caches hold. A pool saves at least
  /// Together and at most Apart when a link to the block is followed and the
  /// block is freed. Together: such blocks lie side by side even without a
  /// pool. Apart: other blocks lie between them. Gap is the time that one other
  /// block costs if it lies in a row of nodes; its key is the mean size of the
  /// nodes.
  struct {
    std::map<uint64_t, uint64_t> Together, Apart, Gap;
  } KeptCosts;
  /// Nanoseconds that the first touch of a page took on the machine that reads
  /// the profile; 0: not measured.
  uint64_t PageCost = 0;

  /// Whether rows of stacks and lifetimes are estimates.
  bool isEstimated() const { return !Strata.empty(); }

  const Site &site(SiteIndex I) const { return Sites[uint32_t(I)]; }
  /// The members of the blocks of a site that have \p Bytes. Null: not known.
  const ClassLayout *layout(SiteIndex I, uint64_t Bytes) const {
    auto Its = Layouts.find({site(I).Type, Bytes});
    return Its == Layouts.end() ? nullptr : &Its->second;
  }
  const Loop &loop(LoopIndex I) const { return Loops[uint32_t(I)]; }
  const DarkOrigin &dark(DarkIndex I) const { return Dark[uint32_t(I)]; }
  const std::string &section(SectionIndex I) const {
    return Sections[uint32_t(I)];
  }
  uint32_t sectionPlace(SectionIndex I) const {
    return uint32_t(I) < SectionPlaces.size() ? SectionPlaces[uint32_t(I)]
                                              : uint32_t(I);
  }
  uint32_t doublings(SectionIndex I) const {
    auto Its = Doublings.find(uint32_t(I));
    return Its == Doublings.end() ? 0 : Its->second;
  }
  const CodePlace &place(PlaceIndex I) const { return Places[uint32_t(I)]; }
  const StackLevel &stack(StackIndex I) const { return Stacks[uint32_t(I)]; }
  const Lane &lane(LaneIndex I) const { return Lanes[uint32_t(I)]; }
  const MakerCall &makerCall(MakerCallIndex I) const {
    return MakerCalls[uint32_t(I)];
  }

  /// Whether \p File is a system file, which cannot hold code of the user.
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

  /// Index of the first frame of \p Chain that is no maker's. None: all frames
  /// are makers'.
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
