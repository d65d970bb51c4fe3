//===- SiteTableBuilder.h - site tables for tests ---------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Writes the bytes that anomalloc/SiteTable.h draws, row by row. Written
/// without lib/Profile, and does not check: a test may say what is wrong.
///
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_UNITTESTS_SITETABLEBUILDER_H
#define ANOMALLOC_UNITTESTS_SITETABLEBUILDER_H

#include "anomalloc/SiteTable.h"
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace anomalloc::test {

std::string uleb(uint64_t Value);
std::string le64(uint64_t Value);

class SiteTableBuilder {
public:
  struct Site {
    uint64_t Id;
    uint32_t Slot;
    std::optional<uint64_t> ConstantSize = std::nullopt;
    SiteFamily Family = SiteFamily::Heap;
    std::string Callee = "malloc";
    uint32_t Function = 0;
    uint32_t Frame = 0;
    uint32_t UserFrame = 0;
    std::optional<uint32_t> Loop = std::nullopt;
    std::string Type = "";
    bool OncePerCall = false;
    bool NeverReturns = false;
  };
  struct Loop {
    uint64_t Id;
    std::optional<uint32_t> Parent = std::nullopt;
    std::optional<uint32_t> EntriesSlot = std::nullopt;
    std::optional<uint32_t> IterationsSlot = std::nullopt;
    uint64_t TripCount = 0;
    uint32_t Function = 0;
    bool OncePerCall = false;
  };

  /// Begins with function 0, \p Main of unit.cpp, and frame 0 in its line 10.
  explicit SiteTableBuilder(const std::string &Main = "main");

  uint32_t string(const std::string &S);
  uint32_t function(const std::string &Name,
                    const std::string &File = "unit.cpp", uint32_t Line = 1,
                    const std::string &Unit = "");
  uint32_t frame(std::optional<uint32_t> Caller, uint32_t Function,
                 uint32_t Line, const std::string &File = "unit.cpp",
                 uint32_t Column = 3, uint32_t Use = 0);
  uint32_t loop(const Loop &L);
  uint32_t site(const Site &S);
  void edge(uint64_t Caller, uint64_t Callee, uint32_t Depth,
            std::optional<uint32_t> Loop = std::nullopt);
  void call(uint64_t Callee, uint32_t Frame, bool IsUserFrame, uint32_t Depth,
            std::optional<uint32_t> Slot = std::nullopt);
  /// Of a pointer that \p Name, a string's index, leads to.
  void pointerCall(uint32_t Frame, uint32_t Name, uint32_t IsVirtual);
  void maker(uint32_t Function);
  /// \p Name: a string's index.
  void classRefill(uint32_t Name, uint32_t Refill);
  std::optional<uint32_t> UnknownCallerSlot;
  /// The function says when it is entered and left.
  void telling(uint32_t Function);
  void systemPath(const std::string &Prefix);

  std::string payload() const;
  std::string blob(bool Compressed = false) const;

private:
  struct Rows {
    uint32_t Count = 0;
    std::string Bytes;
    uint32_t add(const std::string &Row);
    std::string all() const { return uleb(Count) + Bytes; }
  };
  std::map<std::string, uint32_t> StringOf;
  Rows Strings, Functions, Frames, Loops, Sites, Edges, Calls, Telling, System,
      Makers, Classes;
};

/// \p Payload with the header of SiteTable.h before it and its padding behind.
std::string siteTableBlob(const std::string &Payload, bool Compressed = false,
                          uint16_t Version = SiteTableVersion);

} // namespace anomalloc::test

#endif // ANOMALLOC_UNITTESTS_SITETABLEBUILDER_H
