//===- SiteMatch.h - the same code in several profiles ----------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Says which site of one profile is which of another, though the program was
/// changed and built anew between. A site is matched
/// * by its id: function, inline chain and callee are the same;
/// * by its function: the same, but for the file, what was inlined where, or
///   the number of a lambda;
/// * by its line: a function has another name, and its calls are where they
///   were.
///
/// Calls of one function that look alike (the same chain and callee) are told
/// apart by size and type if they are known, else by their order if there are
/// as many as before, and the sizes that were seen do not contradict it. If
/// not, nobody knows which is which: they are not matched. Nothing is matched
/// in doubt.
///
/// Where the compiler inlined a function into more callers than before, one
/// site became several. They share a number: what they made adds up.
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
    /// The same for what is the same site, in every profile; less than
    /// numSites().
    uint32_t Number = 0;
    /// How it was found in an earlier profile. Of the first profile: how it was
    /// found in a later one. Unmatched: in none.
    MatchedBy How = MatchedBy::Unmatched;
    /// Only its order tells it from others of its function.
    bool ByOrder = false;
  };

  uint32_t numSites() const { return NumSites; }
  uint32_t numDark() const { return NumDark; }
  uint32_t numLines() const { return NumLines; }

  const Entry &site(size_t Profile, SiteIndex Site) const {
    return Sites[Profile][uint32_t(Site)];
  }
  /// Origins of one library, whatever its version, and one function have one
  /// number. Without a function's name, those of one place in one build.
  uint32_t dark(size_t Profile, DarkIndex Dark) const {
    return DarkOrigins[Profile][uint32_t(Dark)];
  }
  /// The number of a line to change; none if no site or call has it there. A
  /// line that was not found in an earlier profile has a number of its own.
  std::optional<uint32_t> line(size_t Profile, const Frame &Line) const;
  /// The numbers of all lines of a profile.
  std::set<uint32_t> linesOf(size_t Profile) const;
  /// A number that is the same for what is the same function in every profile.
  /// Lambdas of one function have one, as do a constructor's names.
  uint32_t function(size_t Profile, llvm::StringRef LinkageName) const;
  /// What the first profile that has the function calls it.
  llvm::StringRef functionName(uint32_t Function) const {
    return Names->linkageName(Function);
  }

private:
  friend class SiteMatcher;

  /// Function, file, line.
  using LineKey = std::tuple<llvm::StringRef, llvm::StringRef, uint32_t>;
  static LineKey keyOf(const Frame &F) { return {F.Function, F.File, F.Line}; }

  std::vector<std::vector<Entry>> Sites;
  std::vector<std::vector<uint32_t>> DarkOrigins;
  std::vector<std::map<LineKey, uint32_t>> Lines;
  std::shared_ptr<NameTable> Names = std::make_shared<NameTable>();
  /// By name: what an earlier profile calls the function.
  std::vector<std::map<uint32_t, uint32_t>> FirstNames;
  uint32_t NumSites = 0, NumDark = 0, NumLines = 0;
};

/// \p Profiles should be symbolized (Symbolizer.h), for names of dark origins.
SiteMatch matchSites(llvm::ArrayRef<const Profile *> Profiles);

} // namespace anomalloc

#endif // ANOMALLOC_COMPARE_SITEMATCH_H
