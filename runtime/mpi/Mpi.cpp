//===- Mpi.cpp - the MPI library of the program ---------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mpi/Mpi.h"
#include "interpose/DefinitionSearch.h"
#include "interpose/LoadedObject.h"
#include "process/System.h"
#include <time.h>

namespace anomalloc::runtime {

void Sleeper::sleep() {
  timespec Time = {0, long(Microseconds) * 1000};
  nanosleep(&Time, nullptr);
  if (Microseconds < 10000)
    Microseconds *= 2;
}

/// Of any MPI library; the largest has 32 bytes.
static struct alignas(16) {
  char Bytes[128];
} Status;

static constexpr int Tag = 1;

/// Without dlsym(3): the profile has not ended yet, and messages for dlerror(3)
/// would be counted. The program stands first: it may have a copy.
static void *findVariable(const char *Name) {
  void *Found = nullptr;
  forEachObject([&](const dl_phdr_info &Info) {
    return (Found = LoadedObject(Info).find(Name, STT_OBJECT)) != nullptr;
  });
  return Found;
}

bool Mpi::findHandles(const void *Caller) {
#define ANOMALLOC_MPI_ABI_OF_SYMBOLS(ItsWorld, ItsByte)                        \
  if (void *Found = findVariable(ItsWorld)) {                                  \
    World = Handle(Found);                                                     \
    Byte = Handle(findVariable(ItsByte));                                      \
    return Byte;                                                               \
  }
#define ANOMALLOC_MPI_ABI_OF_NUMBERS(Mark, ItsWorld, ItsByte)                  \
  if (findDefinition(Mark, nullptr, Caller)) {                                 \
    World = ItsWorld;                                                          \
    Byte = ItsByte;                                                            \
    return true;                                                               \
  }
#include "mpi/MpiAbis.def"
  return false;
}

bool Mpi::find(const void *Caller) {
#define ANOMALLOC_MPI_FUNCTION(Name, Parameters)                               \
  Call.Name = reinterpret_cast<int(*) Parameters>(                             \
      findDefinition("PMPI_" #Name, nullptr, Caller));                         \
  if (!Call.Name)                                                              \
    return false;
#include "mpi/MpiFunctions.def"
  int Begun = 0, Ended = 0;
  return !Call.Initialized(&Begun) && Begun && !Call.Finalized(&Ended) &&
         !Ended && findHandles(Caller) && !Call.Comm_rank(World, &Rank) &&
         !Call.Comm_size(World, &Size);
}

bool Mpi::join(Deadline Until) {
  // In collective calls that the program has still open, our rank has no part
  // any more. What we send for this one stands apart from all of them.
  Handle Request = 0;
  Ours = 0;
  if (Call.Comm_idup(World, &Ours, &Request))
    return false;
  Sleeper S;
  for (int Done = 0;;) {
    if (Call.Test(&Request, &Done, &Status))
      return false;
    if (Done)
      return true;
    if (sys::monotonicTime() > Until)
      return false;
    S.sleep();
  }
}

void Mpi::leave() { Call.Comm_free(&Ours); }

bool Mpi::await(int From, Deadline Until) const {
  Sleeper S;
  for (int IsThere = 0;;) {
    if (Call.Iprobe(From, Tag, Ours, &IsThere, &Status))
      return false;
    if (IsThere)
      return true;
    if (sys::monotonicTime() > Until)
      return false;
    S.sleep();
  }
}

void Mpi::send(int To, const void *Bytes, size_t Size) {
  Call.Send(Bytes, int(Size), Byte, To, Tag, Ours);
}

void Mpi::receive(int From, void *Bytes, size_t Size) {
  Call.Recv(Bytes, int(Size), Byte, From, Tag, Ours, &Status);
  Received += Size;
}

} // namespace anomalloc::runtime
