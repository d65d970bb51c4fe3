//===- SiteMatch.h - the same code in several profiles ----------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Finds the site of one profile that is the same as a site of another profile,
/// though the program was changed and rebuilt in between. A site is matched
/// * by its id: function, inline chain and callee are the same;
/// * by its function: these three are the same, but for the file, the inlining,
///   or the number of a lambda;
/// * by its line: a function has another name, but its calls are where they
///   were.
///
/// Calls of one function may look alike: they have the same chain and callee.
/// They are told apart by size and type if these are known. Else their order
/// tells them apart, if there are as many calls as before and the sizes that
/// were seen do not contradict the order. Otherwise the calls are not matched:
/// nothing is matched in doubt.
///
/// If the compiler inlined a function into more callers than before, one site
/// became several. These sites share a number, so that their allocations are
/// added up.
///
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_COMPARE_SITEMATCH_H
#define ANOMALLOC_COMPARE_SITEMATCH_H

#include "Compare/NameTable.h"
#include "Profile/Profile.h"
#include "llvm/ADT/ArrayRef.h"
#include <memory>
#include <tuple>

namespace anomalloc {

enum class MatchedBy : uint8_t { Id, Function, Line, Unmatched };

/// Refers to the profiles, which must outlive it. Not thread-safe.
class SiteMatch {
public:
  struct Entry {
    /// The same site has the same number in every profile. Less than
    /// numSites().
    uint32_t Number = 0;
    /// How the site was found in an earlier profile or, for the first profile,
    /// in a later one. Unmatched: it was found in none.
    MatchedBy How = MatchedBy::Unmatched;
    /// Only its order tells the site apart from others of its function.
    bool ByOrder = false;
  };

  uint32_t numSites() const { return NumSites; }
  uint32_t numDark() const { return NumDark; }
  uint32_t numLines() const { return NumLines; }

  const Entry &site(size_t Profile, SiteIndex Site) const {
    return Sites[Profile][uint32_t(Site)];
  }
  /// The number of a dark origin. All origins in one function of one library,
  /// whatever its version, share a number. If the function has no name, the
  /// origins at one place in one build share a number.
  uint32_t dark(size_t Profile, DarkIndex Dark) const {
    return DarkOrigins[Profile][uint32_t(Dark)];
  }
  /// The number by which all profiles know the source line of \p Line. None if
  /// no site or maker call has it as its line to change. A line that was not
  /// found in an earlier profile has a new number.
  std::optional<uint32_t> line(size_t Profile, const Frame &Line) const;
  /// The numbers of all lines of a profile.
  std::set<uint32_t> linesOf(size_t Profile) const;
  /// The number of a function. The same function has the same number in every
  /// profile. All lambdas of one function share a number, and so do all names
  /// of a constructor.
  uint32_t function(size_t Profile, llvm::StringRef LinkageName) const;

private:
  friend class SiteMatcher;

  /// Function, file, line.
  using LineKey = std::tuple<llvm::StringRef, llvm::StringRef, uint32_t>;
  static LineKey keyOf(const Frame &F) { return {F.Function, F.File, F.Line}; }

  std::vector<std::vector<Entry>> Sites;
  std::vector<std::vector<uint32_t>> DarkOrigins;
  std::vector<std::map<LineKey, uint32_t>> Lines;
  std::shared_ptr<NameTable> Names = std::make_shared<NameTable>();
  /// By profile, and then by the name of a function in it: the name that the
  /// function has in an earlier profile.
  std::vector<std::map<uint32_t, uint32_t>> FirstNames;
  uint32_t NumSites = 0, NumDark = 0, NumLines = 0;
};

/// \p Profiles should be symbolized (Symbolizer.h), for names of dark origins.
SiteMatch matchSites(llvm::ArrayRef<const Profile *> Profiles);

} // namespace anomalloc

#endif // ANOMALLOC_COMPARE_SITEMATCH_H
