//===- Filter.h - which counts a person asked to see ------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_ANALYSIS_FILTER_FILTER_H
#define ANOMALLOC_ANALYSIS_FILTER_FILTER_H

#include "Analysis/lines/MakerShares.h"
#include "Analysis/sites/SizeSet.h"
#include "Profile/Profile.h"
#include "llvm/Support/GlobPattern.h"

namespace anomalloc {

/// An allocation passes if it matches each kind of filter that is given. Of one
/// kind, one match is enough: `--section=a --section=b --size=12` is (a or b)
/// and 12. Plain data after it was filled.
struct Filter {
  SizeSet Sizes;
  /// Of a section's name. Section 0, which has no name, matches as "outside".
  std::vector<llvm::GlobPattern> Sections;
  std::vector<llvm::GlobPattern> Files;     ///< Of a path or its last parts.
  std::vector<llvm::GlobPattern> Functions; ///< Of a demangled name.
  std::vector<llvm::GlobPattern> Threads;   ///< Of the lane's number or name.

  bool empty() const {
    return Sizes.empty() && Sections.empty() && Files.empty() &&
           Functions.empty() && Threads.empty();
  }
};

/// Name of section 0, outside every section, for people and for filters.
inline constexpr char OutsideName[] = "outside";

/// Adds the glob \p Text to \p Globs. The error says what is wrong with
/// \p Text. \p Text must outlive the glob.
llvm::Error addGlob(std::vector<llvm::GlobPattern> &Globs,
                    llvm::StringRef Text);

/// Whether one of \p Globs matches \p Text.
bool matchesAny(llvm::ArrayRef<llvm::GlobPattern> Globs, llvm::StringRef Text);

/// Whether one of \p Globs matches \p Path or what stands behind one of its
/// slashes: 'mesh.cpp' and 'src/*.cpp' match '/home/me/src/mesh.cpp'.
bool matchesPath(llvm::ArrayRef<llvm::GlobPattern> Globs, llvm::StringRef Path);

/// Whether one of \p Globs matches the function's demangled name, with or
/// without its parameters, or its linkage name: 'Mesh::get*' and
/// 'Mesh::getElem' match 'Mesh::getElem(int) const'.
bool matchesFunction(llvm::ArrayRef<llvm::GlobPattern> Globs,
                     llvm::StringRef LinkageName);

/// The counts of \p P that \p F lets pass, with the lanes added up (every Lane
/// is 0), in an order that depends on the profile's content alone. A file or
/// function matches if any level of the site's inline chain does, or, for a
/// dark allocation, the library or function that asked.
std::vector<Count> applyFilter(const Profile &P, const Filter &F);

/// The lifetimes that \p F lets pass, in the profile's order. Threads are not
/// kept apart in them: a filter of threads lets all pass.
std::vector<const Lifetime *> applyFilterToLifetimes(const Profile &P,
                                                     const Filter &F);

/// The rows of P.RankCounts that \p F lets pass. A row for all sizes does not
/// pass a filter of sizes, and so with sections and code: the sum over those
/// that pass is not known. Nothing passes a filter of threads.
std::vector<const RankCount *> applyFilterToRanks(const Profile &P,
                                                  const Filter &F);

/// The rows of P.NotDrawn that \p F lets pass.
std::vector<Count> applyFilterToNotDrawn(const Profile &P, const Filter &F);

/// The counts of stacks that \p F lets pass, in the profile's order. A file or
/// function matches if any level of the site's inline chain does.
std::vector<StackCount> applyFilterToStacks(const Profile &P, const Filter &F);

/// The lifetimes of stacks that \p F lets pass, in the profile's order. Threads
/// are not kept apart in them: a filter of threads lets all pass.
std::vector<const StackLifetime *>
applyFilterToStackLifetimes(const Profile &P, const Filter &F);

/// Removes from \p P all that \p F does not let pass: counts and lifetimes,
/// also those of stacks, and levels that no stack has any more. Lanes stay
/// apart. The lifetimes of stacks are not kept by thread, so a filter of
/// threads removes all of them.
void keepFiltered(Profile &P, const Filter &F);

/// The blocks that maker calls counted and that \p F lets pass. Maker calls do
/// not count by size or by site, so the number is not known for some calls.
MakerShares applyFilterToMakers(const Profile &P, const Filter &F);

} // namespace anomalloc

#endif // ANOMALLOC_ANALYSIS_FILTER_FILTER_H
