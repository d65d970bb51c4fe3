//===- SiteSelection.h - choosing sites by id or line -----------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_PROFILE_SITESELECTION_H
#define ANOMALLOC_PROFILE_SITESELECTION_H

#include "Profile/Code.h"
#include "anomalloc/SiteSelection.h"
#include "llvm/Support/Error.h"

namespace anomalloc {

/// The text by which a person names sites: a site id, or "file", "file:line" or
/// "file:line:column" of any level of the inline chain. A file may be written
/// with any number of its folders in front.
class SitePattern {
public:
  /// Keeps a copy of \p Text. Every text is valid: one that is no id names a
  /// file.
  explicit SitePattern(llvm::StringRef Text);
  bool matches(const SiteTable &Table, const SiteTable::Site &Of) const;
  bool matches(const Site &Of) const;
  llvm::StringRef text() const { return Text; }

private:
  bool matchesPlace(llvm::StringRef Path, uint32_t AtLine,
                    uint32_t AtColumn) const;

  std::string Text;
  std::optional<uint64_t> Id;
  std::string File;
  std::optional<uint32_t> Line, Column;
};

/// The sites of \p Tables that match one of \p Patterns or more, sorted, each
/// once. It is an error if a pattern matches no site.
llvm::Expected<std::vector<format::SelectedSite>>
selectSites(const std::vector<SiteTable> &Tables,
            const std::vector<SitePattern> &Patterns);

/// \p Sites as the bytes of a file that include/anomalloc/SiteSelection.h
/// describes.
std::string encodeSelection(const std::vector<format::SelectedSite> &Sites);

} // namespace anomalloc

#endif // ANOMALLOC_PROFILE_SITESELECTION_H
