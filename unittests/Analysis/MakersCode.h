//===- MakersCode.h - a small program with makers ---------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_UNITTESTS_MAKERSCODE_H
#define ANOMALLOC_UNITTESTS_MAKERSCODE_H

#include "Profile/Profile.h"
#include "llvm/Support/xxhash.h"
#include <string>

namespace anomalloc::test {

/// A level of the program's own that is no maker.
inline Frame user(const char *Function, uint32_t Line) {
  return {Function, "/src/user.cpp", Line, 1};
}
/// A level of a maker of the program's own: `make` and `build` are makers.
inline Frame maker(const char *Function, uint32_t Line) {
  return {Function, "/src/maker.cpp", Line, 1};
}
inline Frame library(const char *Function, uint32_t Line) {
  return {Function, "/usr/include/lib.h", Line, 1};
}

/// Sites and maker calls have the numbers of their order. The levels of a chain
/// come innermost first.
struct Code {
  Code() { P.Makers = {{"make", ""}, {"build", ""}}; }

  Code &site(std::vector<Frame> Chain, uint32_t Loops = 0) {
    Site &S = P.Sites.emplace_back();
    S.Callee = "malloc";
    S.LoopDepth = Loops;
    fill(S, std::move(Chain));
    S.FunctionHash = hash(S.outermostFrame().Function);
    return *this;
  }
  /// A call of \p Callee; "": through a pointer.
  Code &call(std::vector<Frame> Chain, llvm::StringRef Callee,
             uint32_t Loops = 0) {
    MakerCall &C = P.MakerCalls.emplace_back();
    C.Callee = Callee.empty() ? 0 : hash(Callee);
    C.LoopDepth = Loops;
    fill(C, std::move(Chain));
    C.IsUserFrame = !P.isSystemFile(C.userFrame().File);
    C.Counts = C.ChangeFrame.has_value();
    C.Caller = hash(C.outermostFrame().Function);
    return *this;
  }
  Code &edge(llvm::StringRef Caller, llvm::StringRef Callee) {
    P.Edges.push_back({hash(Caller), hash(Callee)});
    return *this;
  }
  Code &made(uint32_t Site, uint64_t Number, uint64_t Size = 8) {
    P.Counts.push_back({SiteIndex(Site), std::nullopt, SectionIndex(0),
                        LaneIndex(0), Size, Number});
    return *this;
  }
  Code &counted(std::optional<uint32_t> Call, uint64_t Blocks,
                uint64_t Size = 8) {
    MakerCount &C = P.MakerCounts.emplace_back();
    if (Call)
      C.Call = MakerCallIndex(*Call);
    C.Blocks = Blocks;
    C.Bytes = Blocks * Size;
    return *this;
  }
  /// A stack of calls in the program, innermost first.
  Code &stack(std::optional<uint32_t> Site, uint64_t Number,
              std::vector<Frame> Levels) {
    StackCount &C = P.StackCounts.emplace_back();
    C.Stack = StackIndex(P.Stacks.size());
    if (Site)
      C.Site = SiteIndex(*Site);
    C.Size = 8;
    C.Allocations = Number;
    P.Stacks.push_back({PlaceIndex(P.Places.size()), std::nullopt});
    P.Places.emplace_back().Levels = std::move(Levels);
    return *this;
  }

  /// The name is kept in Profile::FunctionNames.
  uint64_t hash(llvm::StringRef Function) {
    const uint64_t Hash = llvm::xxh3_64bits(Function);
    P.FunctionNames.emplace(Hash, P.save(Function));
    return Hash;
  }

  Profile P;

private:
  template <typename T> void fill(T &To, std::vector<Frame> Chain) {
    To.Chain = std::move(Chain);
    To.ChangeFrame = P.changeFrame(To.Chain);
    while (To.UserFrame + 1 != To.Chain.size() &&
           P.isSystemFile(To.userFrame().File))
      ++To.UserFrame;
  }
};

/// "run:3 make:7": functions and lines.
inline std::string shown(llvm::ArrayRef<Frame> Frames) {
  std::string Text;
  for (const Frame &F : Frames)
    Text += (Text.empty() ? "" : " ") + F.Function.str() + ":" +
            std::to_string(F.Line);
  return Text;
}

} // namespace anomalloc::test

#endif // ANOMALLOC_UNITTESTS_MAKERSCODE_H
