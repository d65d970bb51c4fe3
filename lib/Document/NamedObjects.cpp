//===- NamedObjects.cpp - the objects that a description names ------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Document/NamedObjects.h"
#include <cassert>

namespace anomalloc {

namespace {

class Collector {
public:
  Collector(NamedObjects &To, bool WithIncluded)
      : To(To), WithIncluded(WithIncluded) {}

  void keysOf(const JsonObject &Its) {
    for (const JsonKey &Key : Its.Keys)
      if (!Key.Included)
        type(Key.Type());
      else if (WithIncluded)
        object(Key.Included());
      else
        keysOf(Key.Included());
  }

private:
  void object(const JsonObject &Its) {
    if (Its.Name.empty())
      return keysOf(Its);
    auto [Known, New] = To.try_emplace(Its.Name, &Its);
    assert(Known->second == &Its && "two objects of one name");
    if (New)
      keysOf(Its);
  }

  void type(const JsonType &Its) {
    if (Its.Of)
      type(Its.Of());
    for (JsonType::Getter Part : Its.Parts)
      type(Part());
    if (Its.Keys)
      object(Its.Keys());
  }

  NamedObjects &To;
  const bool WithIncluded;
};

} // namespace

void addNamedObjects(NamedObjects &To, const JsonObject &Its,
                     bool WithIncluded) {
  Collector(To, WithIncluded).keysOf(Its);
}

} // namespace anomalloc
