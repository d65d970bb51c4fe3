//===- RawProfile.h - one profile's records, checked ------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The decoded records of one file, from which the model is built. Every
/// reference in a record is an index of the vectors here. Strings point into
/// the file's bytes.
///
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_PROFILE_RAWPROFILE_H
#define ANOMALLOC_PROFILE_RAWPROFILE_H

#include "Profile/Profile.h"
#include "Profile/SlotMap.h"
#include "anomalloc/LifetimeFormat.h"
#include "anomalloc/ProfileFormat.h"
#include <map>
#include <unordered_map>

namespace anomalloc {

struct RawProfile {
  static constexpr uint32_t None = UINT32_MAX;

  struct Module {
    uint64_t Start, End, Bias;
    uint32_t Epoch;
    llvm::StringRef BuildId; ///< As bytes.
    llvm::StringRef Path;
  };
  struct Unit {
    uint32_t NumSlots;
    std::shared_ptr<const RegisteredUnit> Table;
  };
  struct DarkPc {
    uint64_t Pc;
    uint32_t Epoch;
  };
  struct Event {
    uint32_t Unit; ///< None: charged to no site.
    uint32_t Site; ///< Row of that unit's table.
    uint32_t Dark; ///< None: asked for by the site itself.
    uint32_t Section, Lane;
    uint64_t Size, Count;
  };
  /// A row of a lifetime table (LifetimeFormat.h), summed over its lanes.
  struct Lifetime {
    Event Key;      ///< Count and Lane say nothing.
    uint32_t Stack; ///< Index of StackLevels; None: of all stacks.
    LifetimeCounts Counts;
    uint32_t Lanes;
    /// Indices of Dark, and how many of the blocks each of them freed.
    std::vector<std::pair<uint32_t, uint64_t>> FreeSites;
  };
  struct LoopEvent {
    uint32_t Unit, Loop;
    uint64_t Entries, Iterations;
  };

  struct MakerEvent {
    uint32_t Unit, Call; ///< SlotUse::UnknownCaller: the call is not known.
    uint32_t Section, Lane;
    uint64_t Blocks, Bytes;
  };

  struct Section {
    llvm::StringRef Name;
    uint32_t Doublings; ///< Of the rate (format::SectionNumber).
  };

  struct StackLevel {
    uint64_t Pc;
    uint32_t Epoch;
    uint32_t Caller; ///< Index of StackLevels, a lower one; None: outermost.
    uint16_t Flags;  ///< format::StackFlags
  };
  struct StackEvent {
    uint32_t Stack; ///< Index of StackLevels.
    uint32_t Unit;  ///< None: charged to no site.
    uint32_t Site;
    uint32_t Section, Lane;
    uint64_t Size, Count;
  };

  /// The episode that is read (format::RecordHeader); 0: the run as a whole.
  uint32_t Episode = 0;
  format::FileHeader Header = {};
  std::map<std::string, std::string> Info;
  std::vector<Module> Modules;
  std::vector<llvm::StringRef> PerfMap; ///< Pieces of its text.
  std::vector<Unit> Units;
  std::vector<Section> Sections{{"", 0}};
  std::vector<format::ThreadRecord> Threads;
  std::vector<DarkPc> Dark; ///< Each pair once. Pc 0: not known.
  std::vector<Event> Events;
  /// Those of Events whose sizes were put together: numbers and bytes, by
  /// Event::Unit, Site, Dark, Section, and the smallest size of the class.
  struct ClassSum {
    uint64_t Blocks = 0, Bytes = 0;
  };
  std::map<std::tuple<uint32_t, uint32_t, uint32_t, uint32_t, uint64_t>,
           ClassSum>
      SizeClasses;
  /// The keys of the trace beside the profile. Count and Lane mean nothing.
  std::vector<Event> TraceKeys;
  std::vector<LoopEvent> LoopEvents;
  std::vector<MakerEvent> MakerEvents;
  std::vector<StackLevel> StackLevels;
  std::vector<StackEvent> StackEvents;
  std::vector<Lifetime> Lifetimes;
  std::optional<LifetimeTotals> LifetimeSums;
  std::vector<format::SpaceSums> Spaces; ///< By MemorySpace.
  std::vector<std::pair<uint64_t, uint64_t>> UsableSizes;
  /// The models of a merged profile. If there are any, nothing else is used.
  std::vector<std::unique_ptr<Profile>> Models;

  /// From the numbers in the file to indices of the vectors above.
  std::unordered_map<uint32_t, uint32_t> UnitOf, SectionOf{{0, 0}}, LaneOf;
  /// Whether the events of a section are counted together, at whatever rate
  /// they were drawn.
  bool JoinsRates = false;
};

/// Decodes a whole file, or what it has of \p Episode. Errors tell the offset.
llvm::Expected<RawProfile> decodeProfile(llvm::StringRef Data, UnitCache &Cache,
                                         uint32_t Episode = 0);

/// One record, and where it stands in its file.
struct ProfileRecord {
  uint64_t Offset;
  llvm::StringRef Bytes;
};

/// As decodeProfile(), of the copies of a file's header and records. They are
/// in the order of the file.
llvm::Expected<RawProfile> decodeRecords(llvm::StringRef Header,
                                         llvm::ArrayRef<ProfileRecord> Records,
                                         UnitCache &Cache);

/// Whether who reads the episode \p Wanted, or the run as a whole (0), reads a
/// record of \p Type with RecordHeader::Episode \p Of.
bool isRecordRead(format::RecordType Type, uint32_t Of, uint32_t Wanted);

/// Make the errors that tell that a file is corrupt or cut.
llvm::Error corruptProfile(const llvm::Twine &What, uint64_t Offset,
                           llvm::Error E);
llvm::Error cutProfile(const llvm::Twine &Why);
/// \p Offset as text, such as "0x1a0".
std::string hexOffset(uint64_t Offset);

/// Decodes and checks the header at the beginning of \p Data.
llvm::Error decodeHeader(llvm::StringRef Data, format::FileHeader &Header);

/// Decode a record that counts refer to. \p Record includes its header. Strings
/// of the result point into \p Record.
llvm::Error decodeInfo(llvm::StringRef Record, RawProfile &Raw);
llvm::Error decodeModule(llvm::StringRef Record, RawProfile &Raw);
llvm::Error decodePerfMap(llvm::StringRef Record, RawProfile &Raw);
llvm::Error decodeUnit(llvm::StringRef Record, RawProfile &Raw,
                       UnitCache &Cache);
llvm::Error decodeSection(llvm::StringRef Record, RawProfile &Raw);
llvm::Error decodeThread(llvm::StringRef Record, RawProfile &Raw);

/// The index in RawProfile::Sections of the section with the number \p Number
/// (format::SectionNumber), for which \p Raw may get a row.
llvm::Expected<uint32_t> findSection(RawProfile &Raw, uint32_t Number);

/// Decodes a Counters record into events. \p Record is the record's bytes, its
/// header included.
llvm::Error decodeCounters(llvm::StringRef Record, RawProfile &Raw);

/// Decodes the records of stacks. Those of each kind are added in the order of
/// the file. All places and keys are added before the nodes.
class StackDecoder {
public:
  explicit StackDecoder(RawProfile &Raw) : Raw(Raw) {}
  llvm::Error addPlaces(llvm::StringRef Record);
  llvm::Error addKeys(llvm::StringRef Record);
  llvm::Error addNodes(llvm::StringRef Record);
  /// The index in RawProfile::StackLevels of the node \p Node.
  llvm::Expected<uint32_t> find(uint32_t Lane, uint32_t Space,
                                uint32_t Node) const;
  llvm::Error addCounts(llvm::StringRef Record);

private:
  llvm::Error addCount(const format::StackKey &Key, uint32_t Lane,
                       uint32_t Stack, uint64_t Count);

  /// The rows of one space. The index of a row is its number less 1.
  struct Space {
    std::vector<format::StackPlace> Places;
    std::vector<format::StackKey> Keys;
    std::vector<uint32_t> Nodes; ///< Indices of Raw.StackLevels.
  };

  RawProfile &Raw;
  std::map<std::pair<uint32_t, uint32_t>, Space> Spaces; ///< By lane and space.
};

/// A site, by its unit (an index of RawProfile::Units) and its row in the
/// unit's table.
struct RawSite {
  uint32_t Unit, Row;
};
/// The site that uses slot \p Slot of the unit with the number \p Unit in the
/// file. It is an error if no site uses the slot in one of the ways \p Uses.
/// The message then says that the slot is no \p Owner, such as "site's".
llvm::Expected<RawSite> findSite(const RawProfile &Raw, uint32_t Unit,
                                 uint32_t Slot,
                                 llvm::ArrayRef<SlotUse::Kind> Uses,
                                 llvm::StringRef Owner);

class SizeTableDecoder {
public:
  explicit SizeTableDecoder(RawProfile &Raw) : Raw(Raw) {}
  llvm::Error decode(llvm::StringRef Record);
  /// The same of sizes that were put together. Their events get two sizes that
  /// are one byte apart, so that numbers and bytes are exact in sum.
  llvm::Error decodeClasses(llvm::StringRef Record);

  /// The event of \p Row. Its lane is not set.
  llvm::Expected<RawProfile::Event> resolve(const format::SizeEntry &Row);
  /// The index of the pair in RawProfile::Dark; a new pair is added.
  uint32_t dark(uint64_t Pc, uint32_t Epoch);

  /// Gives \p Its, which has a size of its class, the mean size of the blocks
  /// of the class, if that is known.
  void setMeanSize(RawProfile::Event &Its) const;

private:
  RawProfile::ClassSum &sumOf(const RawProfile::Event &Its) const {
    return Raw.SizeClasses[{Its.Unit, Its.Site, Its.Dark, Its.Section,
                            format::SizeClass::smallest(Its.Size)}];
  }
  llvm::Error add(uint32_t Lane, uint32_t Number, const format::SizeEntry &Row);

  RawProfile &Raw;
  std::map<std::pair<uint64_t, uint32_t>, uint32_t> DarkOf;
};

/// Decodes the records of LifetimeFormat.h, in any order.
class LifetimeDecoder {
public:
  LifetimeDecoder(RawProfile &Raw, SizeTableDecoder &Keys,
                  const StackDecoder &Stacks)
      : Raw(Raw), Keys(Keys), Stacks(Stacks) {}
  llvm::Error decodeTotals(llvm::StringRef Record);
  llvm::Error decodeTable(llvm::StringRef Record);
  llvm::Error decodeBuckets(llvm::StringRef Record);
  llvm::Error decodeGrowth(llvm::StringRef Record);
  llvm::Error decodeFreeSites(llvm::StringRef Record);
  llvm::Error decodeActivations(llvm::StringRef Record);
  /// Fills in the lifetimes of Raw. To be called after the last record.
  llvm::Error finish();

private:
  llvm::Error addRow(const format::LifetimeEntry &Row);
  llvm::Error addBuckets(llvm::ArrayRef<format::LifetimeBuckets> All,
                         const char *What, uint32_t First, uint32_t End);
  llvm::Expected<RawProfile::Lifetime *> find(uint32_t Number);

  RawProfile &Raw;
  SizeTableDecoder &Keys;
  const StackDecoder &Stacks;
  std::vector<format::LifetimeEntry> Rows;
  std::vector<format::LifetimeBuckets> Buckets;
  std::vector<format::LifetimeBuckets> Growth;
  std::vector<format::FreeSite> FreeSites;
  std::vector<format::ActivationEntry> Activations;
  /// From a row's number in the file to its index in Raw.Lifetimes.
  std::unordered_map<uint32_t, uint32_t> RowOf;
};

} // namespace anomalloc

#endif // ANOMALLOC_PROFILE_RAWPROFILE_H
