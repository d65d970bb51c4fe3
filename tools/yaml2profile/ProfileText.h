//===- ProfileText.h - a profile as people write it -------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The description of a profile in YAML. Its rows are those of the model:
/// \code
///   processes: [{info: {program: /bin/demo}, exited: true, interposed: true}]
///   sections: [local]
///   loops:   [{name: L, function: main, iterations: 10}]
///   sites:   [{id: 1, callee: _Znwm, chain: [f f.cpp:3:4, main m.cpp:9], loop:
///            L}]
///   edges:   [main -> f 2]
///   makers:  [f]
///   no-refills: [Mesh]   classes, as refills
///   calls:   [{callee: f, depth: 1, in: main, at: m m.cpp:9, blocks: 10,
///            bytes: 240}]
///   counts:  [{site: 1, section: local, size: 24, count: 10},
///             {library: /lib/libz.so, function: deflate, size: 8, count: 2}]
///   usable:  {24: 24, 8: 24}
///   lifetimes: [{site: 1, section: local, size: 24, allocated: 10, freed: 9,
///             buckets: {5: 9}, freed-by: {library: /lib/libz.so, function:
///             inflate, at: g g.cpp:8}}]
/// \endcode
/// A place ("f.cpp:3:4") may have one more part, the value of its ObjectUse:
/// "f.cpp:3:4:1".
///
/// A row of `stacks` is a level of a stack. `caller` is the index of the row
/// that called it; the first row is 0. `count` is how many allocations came
/// from the row, and `live` is how many of them are never freed:
/// \code
///   modules: [{path: /lib/libz.so, build-id: 01ab}]
///   stacks:  [{library: /bin/demo, offset: 16},
///             {library: /lib/libz.so, offset: 32, caller: 0, size: 8, count:
///             3, live: 1}]
/// \endcode
/// A process with `peak` and `timeline` ran in a lifetime mode.
///
/// Texts in YAML consist of characters. "\U0010ffNN" stands for the byte 0xNN,
/// so that a profile can have texts that are not UTF-8.
///
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_YAML2PROFILE_PROFILETEXT_H
#define ANOMALLOC_YAML2PROFILE_PROFILETEXT_H

#include "Profile/Profile.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/YAMLTraits.h"
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace anomalloc {

using StringMapText = std::map<std::string, std::string>;

struct ProcessText {
  StringMapText Info;
  bool Exited = true, Interposed = true, Bypassed = false;
  uint64_t Dropped = 0, DroppedBytes = 0, Start = 1000000000, End = 0;
  uint32_t Units = 1;
  std::optional<uint64_t> Peak;
  std::vector<uint64_t> Timeline; ///< Live bytes, for each MiB allocated.
};
struct LaneText {
  uint32_t Process = 0, Number = 0, Threads = 1;
  std::string Name;
};
struct LoopText {
  std::string Name, Parent, Function, Place;
  uint64_t Trip = 0;
  std::optional<uint64_t> Entries, Iterations;
};
struct SiteText {
  llvm::yaml::Hex64 Id = 0;
  std::string Family = "heap", Callee = "malloc", Type, Loop;
  std::vector<std::string> Chain;
  uint32_t User = 0;
  std::optional<uint64_t> Size;
};
struct CallText {
  std::string Callee, Virtual, Pointer, Caller, Place, Section;
  std::vector<std::string> Chain;
  uint32_t Depth = 0, Lane = 0;
  std::optional<uint64_t> Blocks;
  uint64_t Bytes = 0;
};
struct CountText {
  std::optional<llvm::yaml::Hex64> Site;
  std::string Library, Function, Section;
  uint32_t Lane = 0;
  uint64_t Size = 0, Count = 0;
};
struct FreedByText {
  std::string Library, Function, Place;
};
struct LifetimeText {
  CountText Key; ///< Key.Count is the number of allocated blocks.
  LifetimeCounts Counts;
  std::map<std::string, uint64_t> Buckets;
  std::vector<FreedByText> FreedBy;
};
struct ModuleText {
  std::string Path, BuildId;
};
struct StackText {
  std::string Library;
  uint64_t Offset = 0, Size = 0, Count = 0, Live = 0;
  std::optional<uint32_t> Caller;
};
struct ProfileText {
  std::vector<ProcessText> Processes;
  std::vector<LaneText> Lanes;
  std::vector<std::string> Sections, Edges, Makers;
  std::vector<std::string> Refills, NoRefills; ///< Classes.
  std::vector<LoopText> Loops;
  std::vector<SiteText> Sites;
  std::vector<CallText> Calls;
  std::vector<CountText> Counts;
  std::map<std::string, uint64_t> Usable;
  std::vector<LifetimeText> Lifetimes;
  std::vector<ModuleText> Modules;
  std::vector<StackText> Stacks;
};

/// Parses \p Yaml. After an error, which LLVM's parser prints, ends the
/// program.
ProfileText parseProfileText(llvm::StringRef Yaml);

/// Fills \p P, which is empty. A mistake in \p Text ends the program.
void buildProfile(Profile &P, const ProfileText &Text);

/// Prints \p Message as an error and ends the program.
[[noreturn]] void fail(const llvm::Twine &Message);

} // namespace anomalloc

#endif // ANOMALLOC_YAML2PROFILE_PROFILETEXT_H
