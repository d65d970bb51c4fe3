//===- SiteChoice.h - record only what some sites do ------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_ANOMALLOC_RECORD_SITECHOICE_H
#define ANOMALLOC_ANOMALLOC_RECORD_SITECHOICE_H

#include "Profile/SiteSelection.h"
#include "cli/OptionSet.h"

namespace anomalloc {

/// The options `--site` and `--site-from`. Looks the sites up in the program
/// and in the libraries that it is linked with. Writes the found sites to a
/// file for the runtime. The destructor removes the file.
class SiteChoice {
public:
  ~SiteChoice();
  void addOptions(OptionSet &O);
  bool empty() const { return Patterns.empty() && !Dark; }
  bool hasSites() const { return !Patterns.empty(); }
  /// Whether dark allocations are chosen, which are no site's.
  bool hasDark() const { return Dark; }
  /// Writes the file for a run of \p Program, which is a path, or a name to be
  /// found in PATH. \returns the path of the file.
  llvm::Expected<std::string> write(llvm::StringRef Program);

private:
  std::vector<SitePattern> Patterns;
  bool Dark = false;
  std::vector<std::string> Objects; ///< Further objects to look in.
  std::string File;
};

} // namespace anomalloc

#endif // ANOMALLOC_ANOMALLOC_RECORD_SITECHOICE_H
