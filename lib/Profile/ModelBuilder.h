//===- ModelBuilder.h - adds records and models up --------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Everything that goes into a Profile goes through here. Rows that are the
/// same in two units, files or models become one row, and counts of equal keys
/// are summed. Adding does not fail. Not thread-safe.
///
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_PROFILE_MODELBUILDER_H
#define ANOMALLOC_PROFILE_MODELBUILDER_H

#include "Profile/RawProfile.h"
#include "Support/Saturated.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/Hashing.h"
#include <tuple>

namespace anomalloc {

/// Adds \p From to \p To. The peaks of several processes add up, because each
/// process had its own memory. The peaks of several threads for the same blocks
/// add up, too; then the sum is only an upper bound.
void addTo(LifetimeCounts &To, const LifetimeCounts &From);
/// The same, with the code that freed the blocks. Both are of one key.
void addTo(Lifetime &To, const Lifetime &From);

/// The process that wrote \p Raw into \p File.
Process processOf(const RawProfile &Raw, llvm::StringRef File);

class ModelBuilder {
public:
  explicit ModelBuilder(bool KeepLanes);

  void add(const RawProfile &Raw, llvm::StringRef File);
  void add(const Profile &Other);

  struct UnitMap {
    std::vector<SiteIndex> Sites;
    std::vector<LoopIndex> Loops;
    std::vector<MakerCallIndex> Calls;
  };
  /// Adds the rows of \p Table, once for each table object. Returns their
  /// indices in the model.
  const UnitMap &mapUnit(std::shared_ptr<const SiteTable> Table);

  /// From the indices of a RawProfile to those of the model.
  struct RecordMap {
    uint32_t Process = 0;
    std::vector<const UnitMap *> Units;
    std::vector<SectionIndex> Sections;
    std::vector<LaneIndex> Lanes;
    std::vector<DarkIndex> Dark;
  };
  /// Adds the rows of \p Raw that \p Map does not lead to yet: if the process
  /// goes on writing, \p Raw has more rows at each call.
  void extend(RecordMap &Map, const RawProfile &Raw);
  /// Adds RawProfile::Events.
  void addEvents(const RecordMap &Map, const RawProfile &Raw);
  /// Removes all events that were added, so that their new values can be added.
  void dropEvents();
  /// The model as far as it is built. For a model of one process (LiveProfile).
  Profile &soFar() { return *P; }

  /// The RawProfile::TraceKeys of all profiles that were added, with indices of
  /// the model. Lane and Allocations of these rows mean nothing.
  const std::vector<Count> &traceKeys() const { return TraceKeys; }

  /// Ends the building, and returns the model.
  std::unique_ptr<Profile> take();

private:
  struct CountKey {
    uint32_t Site, Dark; ///< UINT32_MAX: none.
    uint32_t Section, Lane;
    uint64_t Size;
  };
  /// Section and lane are indices into vectors. So no key has the two largest
  /// numbers there, and these mark an empty key and a tombstone.
  struct CountKeyInfo {
    static CountKey getEmptyKey() { return {0, 0, UINT32_MAX, UINT32_MAX, 0}; }
    static CountKey getTombstoneKey() {
      return {0, 0, UINT32_MAX, UINT32_MAX - 1, 0};
    }
    static unsigned getHashValue(const CountKey &K) {
      return unsigned(
          llvm::hash_combine(K.Site, K.Dark, K.Section, K.Lane, K.Size));
    }
    static bool isEqual(const CountKey &A, const CountKey &B) {
      return A.Site == B.Site && A.Dark == B.Dark && A.Section == B.Section &&
             A.Lane == B.Lane && A.Size == B.Size;
    }
  };
  struct KeyHash {
    size_t operator()(const std::pair<uint64_t, uint64_t> &Key) const;
  };
  template <typename Index>
  using KeyMap =
      std::unordered_map<std::pair<uint64_t, uint64_t>, Index, KeyHash>;

  void addEdge(const CallEdge &Edge);
  MakerCallIndex addMakerCall(MakerCall Call);
  void saveTexts(std::optional<BlockVerdict> &Proved);
  void addMakerCount(const MakerCount &C);
  void addModule(llvm::StringRef Path, llvm::StringRef BuildId);
  void addUsableSize(uint64_t Requested, uint64_t Usable);
  void addCount(const Count &C);
  /// Adds the counts of \p Raw to P->RankCounts, as those of the rank \p Rank.
  void addRank(uint32_t Rank, const RecordMap &Map, const RawProfile &Raw);
  void addRankCount(const RankCount &C);
  PlaceIndex place(llvm::StringRef Library, llvm::StringRef BuildId,
                   uint64_t Offset);
  StackIndex stack(const StackLevel &Level);
  void addStackCount(const StackCount &C);
  void addStacks(const RawProfile &Raw, const class ModuleMap &Modules,
                 const class PerfMap &Made,
                 llvm::ArrayRef<const UnitMap *> UnitMaps,
                 llvm::ArrayRef<SectionIndex> Sections,
                 llvm::ArrayRef<LaneIndex> Lanes);
  void addStacks(const Profile &Other, class Renumbering &Numbers);
  void addStackLifetime(const StackLifetime &L);
  void addLifetime(Lifetime L);
  void addLifetimes(const RawProfile &Raw,
                    const std::vector<const UnitMap *> &UnitMaps,
                    const std::vector<SectionIndex> &Sections,
                    const std::vector<DarkIndex> &Dark);
  /// A number for \p Chain that no other chain has. Saves the strings of
  /// \p Chain.
  uint32_t numberOf(llvm::MutableArrayRef<Frame> Chain);
  /// \p Place: as in Profile::SectionPlaces.
  SectionIndex section(llvm::StringRef Name, uint32_t Doublings,
                       uint32_t Place);
  LaneIndex lane(Lane L);
  DarkIndex dark(llvm::StringRef Library, llvm::StringRef BuildId,
                 uint64_t Offset, llvm::StringRef Function);
  /// Of code that the program made (PerfMap.h): keeps its name.
  uint64_t keepMade(llvm::StringRef Function);
  /// Adds \p L. If the model has a loop with the id of \p L already, adds the
  /// counts of \p L to that loop instead. \p L.Parent is an index of this
  /// model.
  LoopIndex loop(Loop L);
  /// The site with the id and family of \p Its, and whether it is new, so that
  /// its fields are still to be filled. A known site keeps the facts that
  /// \p Its has, too.
  std::pair<SiteIndex, bool> site(const SiteFacts &Its);

  /// A row of a function: the id of a site, whether each call passes the site
  /// once, the id of the outermost loop around it (0: none), and whether each
  /// call enters that loop once.
  using CallRow = std::tuple<uint64_t, bool, uint64_t, bool>;
  /// By function hash: all rows of the function in one unit or model.
  using CallRows = std::map<uint64_t, std::vector<CallRow>>;
  /// Finds the functions that have other rows in another unit or model. They
  /// were compiled from other source, or in another way, so it is not known how
  /// often they are called (CallsUnknown).
  void addCallRows(CallRows Rows);

  std::vector<Count> TraceKeys;
  CallRows CallRowsOf;
  std::set<uint64_t> CallsUnknown; ///< Function hashes.
  bool KeepLanes;
  std::unique_ptr<Profile> P = std::make_unique<Profile>();
  std::map<std::shared_ptr<const SiteTable>, UnitMap> Units;
  KeyMap<SiteIndex> SiteOf;
  KeyMap<LoopIndex> LoopOf;
  /// By caller, callee, and loop plus one.
  std::map<std::tuple<uint64_t, uint64_t, uint64_t>, uint32_t> EdgeOf;
  /// By callee, caller, and chain.
  std::map<std::tuple<uint64_t, uint64_t, uint32_t>, MakerCallIndex>
      MakerCallOf;
  /// By call plus one, section, and lane.
  std::map<std::tuple<uint32_t, uint32_t, uint32_t>, uint32_t> MakerCountOf;
  /// By number of the chain without its innermost frame, and that frame; saved
  /// strings are known by their address.
  std::map<std::tuple<uint32_t, const char *, const char *, uint32_t, uint32_t>,
           uint32_t>
      ChainOf;
  /// By name and doublings of the rate.
  std::map<std::pair<std::string, uint32_t>, SectionIndex> SectionOf;
  std::map<std::tuple<std::string, std::string>, uint32_t> ModuleOf;
  std::map<std::tuple<std::string, std::string, uint64_t>, DarkIndex> DarkOf;
  llvm::DenseMap<CountKey, uint32_t, CountKeyInfo> CountOf;
  /// By RankCount::key(), each index plus one.
  std::map<std::tuple<uint32_t, uint32_t, uint32_t, std::optional<uint64_t>>,
           uint32_t>
      RankCountOf;
  std::map<std::tuple<std::string, std::string, uint64_t>, PlaceIndex> PlaceOf;
  /// By caller plus one, place, and bits.
  std::map<std::tuple<uint32_t, uint32_t, unsigned>, StackIndex> StackOf;
  /// CountKey::Dark holds the stack.
  llvm::DenseMap<CountKey, uint32_t, CountKeyInfo> StackCountOf;
  llvm::DenseMap<CountKey, uint32_t, CountKeyInfo> StackLifetimeOf;
  llvm::DenseMap<CountKey, uint32_t, CountKeyInfo> LifetimeOf;
};

} // namespace anomalloc

#endif // ANOMALLOC_PROFILE_MODELBUILDER_H
