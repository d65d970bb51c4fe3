//===- Reduction.cpp - the profiles of all ranks in one file --------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   child                      parent
//   its file is complete
//   Head                 -->   when it comes to this child:
//                        <--   Go: 1, or 0 if it has failed already
//   pieces of the file   -->   to a file beside its own
//                              when all children's are there: merges them with
//                              its own, and is a child itself
//                        <--   Verdict, from rank 0 down the tree
//   its files are gone   -->   up to rank 0
//
// Who waits sleeps (Mpi::await), because a merge needs the processor more.
//
//===----------------------------------------------------------------------===//

#include "mpi/Reduction.h"
#include "mpi/FileTransfer.h"
#include "mpi/MergeTool.h"
#include "mpi/RankTree.h"
#include "process/Complain.h"
#include "process/System.h"
#include "profile/OutputName.h"

namespace anomalloc::runtime {
namespace {

struct Head {
  uint64_t Size; ///< Of the file; 0: there is none.
  uint64_t NumProfiles;
  char Why[sizeof(RankPart::Why)];
};

/// The files that a rank has: its own, one of each child, what was merged.
struct Files {
  static constexpr unsigned Most = MostInputs;
  char Received[Most][PathSize];
  const char *Inputs[Most];
  unsigned NumReceived, NumInputs;
  char Merged[PathSize];
  const char *Result; ///< "": none.
};

class Reducer {
public:
  Reducer(Mpi &M, RankPart &Part, Files &F) : M(M), Part(Part), F(F) {}
  bool run();

private:
  bool hasFailed() const { return *Part.Why; }
  void receiveFrom(int Child);
  void merge();
  void handUp();
  bool putInPlace();
  void tell() const;

  Mpi &M;
  RankPart &Part;
  Files &F;
  long PeakKiB = 0;
};

void Reducer::receiveFrom(int Child) {
  static Head Its;
  M.take(Child, Its);
  Part.NumProfiles += Its.NumProfiles;
  if (*Its.Why && !hasFailed())
    Text(Part.Why).add(Its.Why);
  if (!Its.Size)
    return;
  const char Go = !hasFailed();
  M.give(Child, Go);
  if (!Go)
    return;
  char(&Path)[PathSize] = F.Received[F.NumReceived];
  Text(Path).add(Part.Output).add(".rank").add(uint64_t(Child));
  Text Why(Part.Why);
  if (!receiveFile(M, Child, Path, Its.Size, Why))
    return;
  ++F.NumReceived;
  F.Inputs[F.NumInputs++] = Path;
}

void Reducer::merge() {
  F.Result = F.NumInputs ? F.Inputs[0] : "";
  if (hasFailed() || F.NumInputs < 2)
    return;
  Text(F.Merged).add(Part.Output).add(".ranks");
  Text Why(Part.Why);
  if (mergeProfiles(F.Inputs, F.NumInputs, F.Merged, Why, PeakKiB))
    F.Result = F.Merged;
  else
    sys::removeFile(F.Merged);
}

void Reducer::handUp() {
  static Head Ours;
  const int Parent = parentOf(M.rank());
  Ours.Size = hasFailed() || !*F.Result ? 0 : sizeOfFile(F.Result);
  Ours.NumProfiles = Part.NumProfiles;
  if (*F.Result && !Ours.Size && !hasFailed())
    Text(Part.Why).add("there is no ").add(F.Result);
  Text(Ours.Why).add(Part.Why);
  M.give(Parent, Ours);
  char Go = 0;
  if (Ours.Size)
    M.take(Parent, Go);
  if (Go)
    sendFile(M, Parent, F.Result, Ours.Size);
}

/// Of rank 0.
bool Reducer::putInPlace() {
  if (hasFailed())
    return false;
  if (!*F.Result || equal(F.Result, Part.Output))
    return true;
  if (const int Error = sys::renameFile(F.Result, Part.Output)) {
    Text(Part.Why)
        .add("cannot write ")
        .add(Part.Output)
        .add(": ")
        .add(sys::meaningOf(Error));
    return false;
  }
  return true;
}

void Reducer::tell() const {
  static char Line[256];
  Text(Line)
      .add("rank ")
      .add(uint64_t(M.rank()))
      .add(": received ")
      .add(uint64_t(F.NumReceived))
      .add(" profiles, ")
      .add(M.bytesReceived())
      .add(" bytes; merging took ")
      .add(uint64_t(PeakKiB))
      .add(" KiB of memory");
  complain(Line);
}

bool Reducer::run() {
  if (*Part.Own) {
    F.Inputs[F.NumInputs++] = Part.Own;
    ++Part.NumProfiles;
  }
  forEachChild(M, [&](int Child) { receiveFrom(Child); });
  merge();
  char Verdict = 0;
  if (M.rank()) {
    handUp();
    M.take(parentOf(M.rank()), Verdict);
  } else {
    Verdict = putInPlace();
  }
  forEachChild(M, [&](int Child) { M.give(Child, Verdict); });
  for (unsigned I = 0; I != F.NumReceived; ++I)
    sys::removeFile(F.Received[I]);
  sys::removeFile(F.Merged);
  if (Verdict && *Part.Own && (M.rank() || !equal(Part.Own, Part.Output)))
    sys::removeFile(Part.Own);
  // Rank 0 is the last to leave: then no file of another rank is there.
  char Left = 0;
  forEachChild(M, [&](int Child) { M.take(Child, Left); });
  if (M.rank())
    M.give(parentOf(M.rank()), Left);
  if (Part.IsVerbose)
    tell();
  return Verdict;
}

} // namespace

bool reduceProfiles(Mpi &M, RankPart &Part) {
  static Files F;
  F.NumReceived = F.NumInputs = 0;
  *F.Merged = 0;
  Part.NumProfiles = 0;
  *Part.Why = 0;
  return Reducer(M, Part, F).run();
}

} // namespace anomalloc::runtime
