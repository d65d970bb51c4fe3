//===- Pcontrol.cpp - MPI_Pcontrol ----------------------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// MPI leaves the arguments of MPI_Pcontrol behind the first to the tools. We
// take those that IPM introduced:
//
//   MPI_Pcontrol(1, "name")    begins the phase name
//   MPI_Pcontrol(-1, "name")   ends it, and those inside
//   MPI_Pcontrol(0)            pauses the recording of stacks and lifetimes
//   MPI_Pcontrol(1)            resumes it
//
// Nobody tells whether there is a second argument. If there is none, what is
// read in its place is by chance. So it counts as a name only if it leads to
// memory with at least two printable characters, the first a letter.
//
//===----------------------------------------------------------------------===//

#include "anomalloc/anomalloc.h"
#include "interpose/DefinitionSearch.h"
#include "process/System.h"
#include "process/Text.h"
#include <stdarg.h>

#define ANOMALLOC_EXPORT extern "C" __attribute__((visibility("default")))

namespace anomalloc::runtime {
namespace {

struct SectionName {
  char Bytes[256];
};

bool isLetter(char C) {
  return (C >= 'a' && C <= 'z') || (C >= 'A' && C <= 'Z') || C == '_';
}

/// Copies the text at \p From, which may be no text at all. \p Most are its
/// bytes if it does not end before.
bool readName(const void *From, size_t Most, SectionName &To) {
  const auto Address = reinterpret_cast<uint64_t>(From);
  if (Most >= sizeof(To.Bytes))
    Most = sizeof(To.Bytes) - 1;
  size_t Size = 0;
  for (; Size != Most; ++Size) {
    char C;
    // Byte by byte: the page behind it may be missing.
    if (!sys::readMemory(Address + Size, &C, 1))
      return false;
    if (!C)
      break;
    if (C < ' ' || C > '~')
      return false;
    To.Bytes[Size] = C;
  }
  if (Size + 1 == sizeof(To.Bytes))
    return false;
  while (Size && To.Bytes[Size - 1] == ' ')
    --Size;
  To.Bytes[Size] = 0;
  return Size >= 2 && isLetter(To.Bytes[0]);
}

/// The phases that run, outermost first. MPI_Pcontrol is called by one thread,
/// as phases are process-wide.
constexpr unsigned MostPhases = 32;
SectionName Running[MostPhases];
unsigned NumRunning;

void beginSection(const SectionName &Name) {
  if (NumRunning < MostPhases)
    Running[NumRunning] = Name;
  ++NumRunning;
  anomalloc_phase_begin(Name.Bytes);
}

void endSection(const SectionName &Name) {
  unsigned I = NumRunning;
  while (I && (I > MostPhases || !equal(Running[I - 1].Bytes, Name.Bytes)))
    --I;
  if (!I)
    return;
  for (; NumRunning >= I; --NumRunning)
    anomalloc_phase_end();
}

void obey(int Level, const void *Text, size_t Most) {
  static SectionName Name;
  const bool HasName = readName(Text, Most, Name);
  if (HasName && Level > 0)
    beginSection(Name);
  else if (HasName && Level < 0)
    endSection(Name);
  else if (!HasName && Level == 0)
    anomalloc_pause();
  else if (!HasName && Level == 1)
    anomalloc_resume();
}

} // namespace
} // namespace anomalloc::runtime

using namespace anomalloc::runtime;

ANOMALLOC_EXPORT int MPI_Pcontrol(const int Level, ...) {
  va_list Rest;
  va_start(Rest, Level);
  void *Text = va_arg(Rest, void *); // By chance, if there is none.
  va_end(Rest);
  obey(Level, Text, sizeof(SectionName::Bytes));
  using Function = int(const int, ...);
  void *Next =
      findDefinition("MPI_Pcontrol", reinterpret_cast<void *>(&MPI_Pcontrol),
                     __builtin_return_address(0));
  return Next ? reinterpret_cast<Function *>(Next)(Level, Text) : 0;
}

// Compilers hand the length of a text on behind all arguments.
#define ANOMALLOC_FORTRAN_Finalize(Name)
#define ANOMALLOC_FORTRAN_Pcontrol(Name)                                       \
  ANOMALLOC_EXPORT void Name(const int *Level, const char *Text,               \
                             size_t Size) {                                    \
    obey(*Level, Size < sizeof(SectionName::Bytes) ? Text : nullptr, Size);    \
  }
#define ANOMALLOC_FORTRAN_NAME(Of, Name) ANOMALLOC_FORTRAN_##Of(Name)
#include "mpi/FortranNames.def"
