//===- SiteText.h - the id of a site as text --------------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_SUPPORT_SITETEXT_H
#define ANOMALLOC_SUPPORT_SITETEXT_H

#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"
#include <string>

namespace anomalloc {

/// \p Id, of a site or a loop, as 16 lower-case hexadecimal digits.
inline std::string siteText(uint64_t Id) {
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  OS << llvm::format_hex_no_prefix(Id, /*Width=*/16);
  return OS.str();
}

} // namespace anomalloc

#endif // ANOMALLOC_SUPPORT_SITETEXT_H
