//===- SiteSelection.cpp --------------------------------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Profile/SiteSelection.h"
#include "Support/Errors.h"
#include "llvm/ADT/STLExtras.h"
#include <tuple>

using namespace llvm;
using namespace anomalloc::format;

namespace anomalloc {

/// Takes ":number" off the end of \p Text.
static std::optional<uint32_t> takeNumber(StringRef &Text) {
  auto [Rest, Digits] = Text.rsplit(':');
  uint32_t Number;
  if (Digits.getAsInteger(10, Number))
    return std::nullopt;
  Text = Rest;
  return Number;
}

SitePattern::SitePattern(StringRef Name) : Text(Name.str()) {
  uint64_t Number;
  if (Name.size() == 16 && !Name.getAsInteger(16, Number)) {
    Id = Number;
    return;
  }
  Line = takeNumber(Name);
  if (std::optional<uint32_t> First = Line ? takeNumber(Name) : std::nullopt) {
    Column = Line;
    Line = First;
  }
  File = Name.str();
}

bool SitePattern::matchesPlace(StringRef Path, uint32_t AtLine,
                               uint32_t AtColumn) const {
  return Path.consume_back(File) && (Path.empty() || Path.ends_with("/")) &&
         (!Line || AtLine == *Line) && (!Column || AtColumn == *Column);
}

bool SitePattern::matches(const SiteTable &Table,
                          const SiteTable::Site &Of) const {
  if (Id)
    return Of.Id == *Id;
  std::optional<uint32_t> Next = Of.InnermostFrame;
  while (Next) {
    const SiteTable::Frame &F = Table.Frames[*Next];
    Next = F.Caller;
    if (matchesPlace(F.File, F.Line, F.Column))
      return true;
  }
  return false;
}

bool SitePattern::matches(const Site &Of) const {
  if (Id)
    return Of.Id == *Id;
  return any_of(Of.Chain, [this](const Frame &F) {
    return matchesPlace(F.File, F.Line, F.Column);
  });
}

Expected<std::vector<SelectedSite>>
selectSites(const std::vector<SiteTable> &Tables,
            const std::vector<SitePattern> &Patterns) {
  std::vector<SelectedSite> Chosen;
  for (const SitePattern &Pattern : Patterns) {
    size_t Before = Chosen.size();
    for (const SiteTable &Table : Tables)
      for (const SiteTable::Site &Site : Table.Sites)
        if (Pattern.matches(Table, Site))
          Chosen.push_back({Table.UnitId, Site.Slot, 0});
    if (Chosen.size() == Before)
      return makeError("no allocation site is '" + Pattern.text() + "'");
  }
  auto Key = [](const SelectedSite &S) { return std::tie(S.UnitId, S.Slot); };
  sort(Chosen, [&](const auto &A, const auto &B) { return Key(A) < Key(B); });
  Chosen.erase(std::unique(Chosen.begin(), Chosen.end(),
                           [&](const auto &A, const auto &B) {
                             return Key(A) == Key(B);
                           }),
               Chosen.end());
  if (Chosen.size() > MaxSelectedSites)
    return makeError(Twine(Chosen.size()) + " sites are chosen, more than " +
                     Twine(MaxSelectedSites));
  return std::move(Chosen);
}

std::string encodeSelection(const std::vector<SelectedSite> &Sites) {
  SiteSelectionHeader Head = {SiteSelectionMagic, Sites.size()};
  std::string Bytes(reinterpret_cast<const char *>(&Head), sizeof(Head));
  Bytes.append(reinterpret_cast<const char *>(Sites.data()),
               Sites.size() * sizeof(SelectedSite));
  return Bytes;
}

} // namespace anomalloc
