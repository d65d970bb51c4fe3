//===- MakerGraph.h - who calls the makers ----------------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_ANALYSIS_LINES_MAKERGRAPH_H
#define ANOMALLOC_ANALYSIS_LINES_MAKERGRAPH_H

#include "Profile/Profile.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringMap.h"
#include <unordered_map>

namespace anomalloc {

/// The maker calls of a profile, by callee and by caller. Functions are hashes
/// of linkage names. Calls through pointers are left out: nobody knows where
/// they lead. Not thread-safe.
class MakerGraph {
public:
  /// \p P must outlive this object.
  explicit MakerGraph(const Profile &P);

  /// The calls of \p Function.
  llvm::ArrayRef<MakerCallIndex> callsOf(uint64_t Function) const {
    return find(CallsOf, Function);
  }
  /// The other names by which units elsewhere call \p Function. A unit that
  /// only declares a constructor calls it by its name C1. The unit that defines
  /// the constructor as C2 has a CallEdge from C1 to C2, but no maker call from
  /// C1 to C2.
  llvm::ArrayRef<uint64_t> namesOf(uint64_t Function) const {
    return find(NamesOf, Function);
  }

  /// Climbs from \p Function to the calls of it, from there to the calls of
  /// their callers, and so on. Returns the calls at which \p EndsAt stops the
  /// climb, each once.
  std::vector<MakerCallIndex>
  callsLeadingTo(uint64_t Function,
                 llvm::function_ref<bool(const MakerCall &)> EndsAt) const;

  /// Linkage names of the program's own makers that \p Call leads to on some
  /// way to a site; sorted.
  std::vector<llvm::StringRef> makersBelow(const MakerCall &Call) const;

  /// The maker whose name without scopes is \p Name. Only makers with sites or
  /// maker calls count. The frame has the first line of the maker's sites and
  /// maker calls. Null: there is no such maker, or several.
  const Frame *makerNamed(llvm::StringRef Name);

private:
  template <typename T>
  using Table = std::unordered_map<uint64_t, std::vector<T>>;
  template <typename T>
  static llvm::ArrayRef<T> find(const Table<T> &In, uint64_t Function) {
    auto I = In.find(Function);
    return I == In.end() ? llvm::ArrayRef<T>() : llvm::ArrayRef<T>(I->second);
  }
  void addNamed(const Frame &Outermost);

  const Profile &P;
  Table<MakerCallIndex> CallsOf;
  Table<uint64_t> NamesOf, FunctionsOf; ///< Names of functions, and back.
  /// By function: calls and sites that have no line to change of their own.
  Table<MakerCallIndex> CallsIn;
  Table<SiteIndex> SitesIn;
  /// By name without scopes; null: of several functions. None until somebody
  /// asks.
  std::optional<llvm::StringMap<const Frame *>> Named;
};

} // namespace anomalloc

#endif // ANOMALLOC_ANALYSIS_LINES_MAKERGRAPH_H
