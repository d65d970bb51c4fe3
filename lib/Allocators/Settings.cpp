//===- Settings.cpp -------------------------------------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Allocators/Settings.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"

using namespace llvm;

namespace anomalloc {
namespace {

constexpr AllocatorSetting Settings[] = {
#define ANOMALLOC_SETTING(Id, Allocator, Variable, Value, When, Does, Trades,  \
                          Source)                                              \
  {Id,   Allocator, Variable, Value, AllocatorSetting::Condition::When,        \
   Does, Trades,    Source},
#include "Allocators/Settings.def"
};

/// A variable that holds several settings.
struct SharedVariable {
  StringRef Name;
  char Between;   ///< Two settings.
  char BeforeThe; ///< Value of a setting.
};
constexpr SharedVariable Shared[] = {{"GLIBC_TUNABLES", ':', '='},
                                     {"MALLOC_CONF", ',', ':'}};

const SharedVariable *findShared(StringRef Name) {
  const auto *It =
      find_if(Shared, [&](const SharedVariable &V) { return V.Name == Name; });
  return It == std::end(Shared) ? nullptr : It;
}

SmallVector<StringRef, 4> namesIn(const AllocatorSetting &S) {
  const SharedVariable *V = findShared(S.Variable);
  if (!V)
    return {S.Variable};
  SmallVector<StringRef, 4> Parts;
  S.Value.split(Parts, V->Between);
  for (StringRef &Part : Parts)
    Part = Part.split(V->BeforeThe).first;
  return Parts;
}

} // namespace

ArrayRef<AllocatorSetting> allocatorSettings() { return Settings; }

bool goTogether(const AllocatorSetting &A, const AllocatorSetting &B) {
  const SmallVector<StringRef, 4> OfB = namesIn(B);
  return A.Allocator == B.Allocator && none_of(namesIn(A), [&](StringRef Name) {
           return is_contained(OfB, Name);
         });
}

std::vector<std::string>
environmentOf(ArrayRef<const AllocatorSetting *> Settings) {
  std::vector<std::string> Result;
  for (const AllocatorSetting *S : Settings) {
    const std::string Name = S->Variable.str() + "=";
    auto It = find_if(Result, [&](StringRef E) { return E.starts_with(Name); });
    if (It == Result.end())
      Result.push_back(Name + S->Value.str());
    else
      *It += findShared(S->Variable)->Between + S->Value.str();
  }
  return Result;
}

} // namespace anomalloc
