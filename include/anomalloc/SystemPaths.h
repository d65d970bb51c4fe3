//===- SystemPaths.h - which source files are not the user's ----*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// One rule tells the pass, the reader and the clang-tidy checks which files
/// are system files. The first user frame of an inline chain is the innermost
/// frame whose file is no system file.
///
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_SYSTEMPATHS_H
#define ANOMALLOC_SYSTEMPATHS_H

#include <string_view>

namespace anomalloc {

/// Starts of the paths of files that came with the system, or with a compiler:
/// rustc calls the sources of its libraries "/rustc/HASH/library/..." wherever
/// they are, and Debian's "/usr/src/rustc-1.63.0/library/...". Go calls its own
/// C code "/_/GOROOT/src/...".
inline constexpr std::string_view SystemPathPrefixes[] = {
    "/usr/include/",   "/usr/local/include/", "/usr/lib/",     "/rustc/",
    "/usr/src/rustc-", "/usr/local/go/src/",  "/_/GOROOT/src/"};
/// Parts of the paths of compilers' own headers and libraries' sources,
/// wherever they are installed.
inline constexpr std::string_view SystemPathParts[] = {
    "/include/c++/", "/lib/clang/", "/rustlib/src/rust/library/"};

inline bool startsWith(std::string_view Path, std::string_view Prefix) {
  return Path.substr(0, Prefix.size()) == Prefix;
}

/// Whether \p Path (absolute, or relative to the compilation directory) is a
/// system file.
inline bool isSystemPath(std::string_view Path) {
  for (std::string_view Prefix : SystemPathPrefixes)
    if (startsWith(Path, Prefix))
      return true;
  for (std::string_view Part : SystemPathParts)
    if (Path.find(Part) != std::string_view::npos)
      return true;
  return false;
}

/// Whether \p Path is a system file, or begins with one of \p More: the starts
/// of paths that the pass's option anomalloc-system-paths adds.
template <typename Strings>
bool isSystemPath(std::string_view Path, const Strings &More) {
  for (const auto &Prefix : More)
    if (startsWith(Path, std::string_view(Prefix)))
      return true;
  return isSystemPath(Path);
}

} // namespace anomalloc

#endif // ANOMALLOC_SYSTEMPATHS_H
