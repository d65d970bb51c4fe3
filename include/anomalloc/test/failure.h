//===- failure.h - what a broken limit says ---------------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What a check says, such as:
/// \code
///   EXPECT_ALLOCATIONS(0): 3 allocations, not 0, in this thread
///     in all: 3 allocations of 96 bytes; 64 bytes at once; 1 block left, of
///     32 bytes
///     2 allocations, from
///         Solver::step at solver.cpp:12:9
///         Solver_DoesNotAllocate_Test::TestBody at solver_test.cpp:8:5
///     ...
/// \endcode
///
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_TEST_FAILURE_H
#define ANOMALLOC_TEST_FAILURE_H

#include "anomalloc/test/frames.h"
#include "anomalloc/test/measurement.h"
#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define ANOMALLOC_TEST_SANITIZED_ 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(memory_sanitizer) ||     \
    __has_feature(thread_sanitizer)
#define ANOMALLOC_TEST_SANITIZED_ 1
#endif
#endif

namespace anomalloc {
namespace test {

/// Where a check stands, and how it is written there.
struct Place {
  const char *File;
  int Line;
  const char *Macro;
};

enum class Quantity {
  Allocations,
  AllocatedBytes,
  PeakBytes,
  LeakedBlocks,
  LeakedBytes
};
enum class Relation { Exactly, AtMost };

/// How the braces ended.
enum class Left { AtEnd, Early, ByException };

/// The quantity \p What of \p M, which is a measurement or one of its stacks.
template <typename Measured>
std::uint64_t amountOf(Quantity What, const Measured &M) {
  switch (What) {
  case Quantity::Allocations:
    return M.allocations;
  case Quantity::AllocatedBytes:
    return M.bytes;
  case Quantity::PeakBytes:
    return M.peak_bytes;
  case Quantity::LeakedBlocks:
    return M.left_blocks;
  case Quantity::LeakedBytes:
    return M.left_bytes;
  }
  return 0;
}

struct Requirement {
  Quantity What;
  Relation How;
  std::uint64_t Number;
  bool IsOfProcess;

  /// Whether the requirement needs to know what became of each block.
  bool followsBlocks() const {
    return What != Quantity::Allocations && What != Quantity::AllocatedBytes;
  }
  bool isBroken(const anomalloc_measurement &M) const {
    std::uint64_t Amount = amountOf(What, M);
    return (followsBlocks() && M.unfollowed) ||
           (How == Relation::Exactly ? Amount != Number : Amount > Number);
  }
};

inline std::string count(std::uint64_t Number, const char *What) {
  return std::to_string(Number) + " " + What + (Number == 1 ? "" : "s");
}

/// \p Number in the words of \p What: "3 bytes at once".
inline std::string inWords(Quantity What, std::uint64_t Number) {
  switch (What) {
  case Quantity::Allocations:
    return count(Number, "allocation");
  case Quantity::AllocatedBytes:
    return count(Number, "byte") + " allocated";
  case Quantity::PeakBytes:
    return count(Number, "byte") + " at once";
  case Quantity::LeakedBlocks:
    return count(Number, "block") + " left";
  case Quantity::LeakedBytes:
    return count(Number, "byte") + " left";
  }
  return {};
}

inline std::string allOf(const anomalloc_measurement &M) {
  return inWords(Quantity::Allocations, M.allocations) + " of " +
         count(M.bytes, "byte") + "; " +
         inWords(Quantity::PeakBytes, M.peak_bytes) + "; " +
         inWords(Quantity::LeakedBlocks, M.left_blocks) + ", of " +
         count(M.left_bytes, "byte");
}

/// The stacks of \p M. Those with most of \p What come first; of two with the
/// same amount, the one that allocated first.
inline std::vector<anomalloc_measured_stack>
stacksOf(const anomalloc_measurement &M, Quantity What) {
  struct Numbered {
    std::uint64_t Amount, Number;
    anomalloc_measured_stack Its;
  };
  std::vector<Numbered> All;
  for (std::uint64_t I = 0; I != M.stacks; ++I) {
    Numbered One = {0, I, {}};
    if (anomalloc_measurement_stack(&M, I, &One.Its) != ANOMALLOC_MEASURED)
      continue;
    One.Amount = amountOf(What, One.Its);
    if (One.Amount)
      All.push_back(One);
  }
  std::sort(All.begin(), All.end(), [](const Numbered &A, const Numbered &B) {
    return A.Amount != B.Amount ? A.Amount > B.Amount : A.Number < B.Number;
  });
  std::vector<anomalloc_measured_stack> Stacks;
  for (const Numbered &One : All)
    Stacks.push_back(One.Its);
  return Stacks;
}

/// Whether \p Name is of the C++ library's own workings, which tell nothing to
/// whoever reads the stack of a container.
inline bool isLibraryDetail(const std::string &Name) {
  auto Begins = [&Name](std::size_t At, const char *With) {
    return Name.compare(At, std::char_traits<char>::length(With), With) == 0;
  };
  std::size_t At = 0;
  if (!Begins(0, "std::"))
    return Begins(0, "__gnu_cxx::") || Begins(0, "operator new");
  for (const char *Space : {"std::", "__1::", "__cxx11::"})
    if (Begins(At, Space))
      At += std::char_traits<char>::length(Space);
  return Begins(At, "_") || Begins(At, "allocator");
}

/// The names of the frames of \p S, one in a line. Begins with the first name
/// that is no isLibraryDetail().
inline std::string describeFrames(const anomalloc_measured_stack &S,
                                  FrameNames &Names) {
  std::vector<std::string> All;
  for (std::uint32_t F = 0; F != S.frames; ++F)
    for (const std::string &Name : Names.of(S.frame[F]))
      All.push_back(Name);
  auto First = std::find_if_not(All.begin(), All.end(), isLibraryDetail);
  if (First == All.end())
    First = All.begin();
  std::string Text;
  for (; First != All.end(); ++First)
    Text += "\n      " + *First;
  return Text;
}

inline std::string describeStacks(const anomalloc_measurement &M,
                                  Quantity What) {
  constexpr std::size_t MaxShown = 8;
  std::vector<anomalloc_measured_stack> Stacks = stacksOf(M, What);
  const std::size_t Shown = std::min(Stacks.size(), MaxShown);
  FrameNames Names;
  for (std::size_t I = 0; I != Shown; ++I)
    for (std::uint32_t F = 0; F != Stacks[I].frames; ++F)
      Names.want(Stacks[I].frame[F]);
  Names.find();
  std::string Text;
  for (std::size_t I = 0; I != Shown; ++I) {
    const anomalloc_measured_stack &S = Stacks[I];
    Text += "\n  " + inWords(What, amountOf(What, S));
    Text += S.frames ? ", from" : ", from other stacks";
    Text += describeFrames(S, Names);
    if (S.is_cut)
      Text += "\n      ... (the stack is not known further)";
  }
  std::uint64_t Rest = 0;
  for (std::size_t I = Shown; I < Stacks.size(); ++I)
    Rest += amountOf(What, Stacks[I]);
  if (Rest)
    Text += "\n  " + inWords(What, Rest) + ", from " +
            std::to_string(Stacks.size() - Shown) + " more stacks";
  return Text + Names.hint();
}

inline std::string describeFailure(const Place &Where, const Requirement &Its,
                                   const anomalloc_measurement &M, Left How) {
  std::string Text = std::string(Where.Macro) + ": " +
                     inWords(Its.What, amountOf(Its.What, M)) + ", not " +
                     (Its.How == Relation::AtMost ? "at most " : "") +
                     std::to_string(Its.Number);
  Text += Its.IsOfProcess ? ", in the whole process" : ", in this thread";
  if (Its.followsBlocks() && M.unfollowed)
    Text += "\n  there was no memory to follow " +
            count(M.unfollowed, "block") + ": this may be wrong";
  if (How == Left::ByException)
    Text += "\n  an exception left the braces; its own memory counts, too";
  if (How == Left::Early)
    Text += "\n  the braces were left before their end (return, break, goto); "
            "the message of an assertion that failed there counts, too";
  Text += "\n  in all: " + allOf(M);
  return Text + describeStacks(M, Its.What);
}

inline std::string whyNotMeasured(const Place &Where, int Status) {
  std::string Text = std::string(Where.Macro) + ": not measured: ";
  switch (Status) {
  case ANOMALLOC_NO_RUNTIME:
    return Text + "the program runs without Anomalloc's runtime. Link with it "
                  "(CMake: Anomalloc::test; else: anomalloc config --ldflags "
                  "--libs), or preload libanomalloc_rt.so";
  case ANOMALLOC_NOT_INTERPOSED:
#ifdef ANOMALLOC_TEST_SANITIZED_
    return Text +
           "the sanitizer's allocator stands before Anomalloc's runtime. "
           "Measure in a build without the sanitizer";
#else
    return Text + "another allocator stands before Anomalloc's runtime, inside "
                  "the program or preloaded before it";
#endif
  case ANOMALLOC_OTHER_VERSION:
    return Text + "the runtime is of another version than the header: compile "
                  "and run with the same Anomalloc";
  case ANOMALLOC_NO_MEMORY:
    return Text + "there is no memory for it";
  case ANOMALLOC_OTHER_THREAD:
    return Text +
           "another thread has left the braces than the one that came in";
  default:
    return Text + "this process was forked inside the braces, or an outer "
                  "measurement has ended before";
  }
}

} // namespace test
} // namespace anomalloc

#endif // ANOMALLOC_TEST_FAILURE_H
