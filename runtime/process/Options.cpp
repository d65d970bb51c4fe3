//===- Options.cpp - reading ANOMALLOC_OPTIONS ----------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "process/Options.h"
#include "process/AddressSpace.h"
#include "process/Complain.h"
#include "process/NearestName.h"
#include "process/System.h"
#include "process/Text.h"

extern "C" char **environ;

namespace anomalloc::runtime {

/// The value if \p Entry is `Name=value`.
static const char *valueOf(const char *Entry, const char *Name) {
  size_t Size = length(Name);
  bool Found = !__builtin_strncmp(Entry, Name, Size) && Entry[Size] == '=';
  return Found ? Entry + Size + 1 : nullptr;
}

/// The environment as the kernel shows it, before the C library knows it: the
/// dynamic loader allocates too. NUL-terminated strings, then an empty one.
static const char *kernelEnvironment() {
  static char *Block;
  static char Part[4096]; // Not on the stack, which may be small.
  if (Block)
    return Block;
  constexpr char Path[] = "/proc/self/environ";
  size_t Size = 2; // The two NULs behind.
  int Fd = sys::openForReading(Path);
  if (Fd < 0)
    return "";
  for (long Got; (Got = sys::readFile(Fd, Part, sizeof(Part))) > 0;)
    Size += size_t(Got);
  sys::closeFile(Fd);
  Fd = sys::openForReading(Path);
  bool Wiped;
  auto *New = static_cast<char *>(takePrivate(Size, false, Wiped));
  if (!New || Fd < 0)
    return "";
  char *At = New, *Last = New + Size - 2;
  for (long Got;
       At < Last && (Got = sys::readFile(Fd, At, size_t(Last - At))) > 0;)
    At += Got;
  sys::closeFile(Fd);
  Block = New;
  return Block;
}

const char *environmentValue(const char *Name) {
  if (environ) {
    for (char **Entry = environ; *Entry; ++Entry)
      if (const char *Value = valueOf(*Entry, Name))
        return Value;
    return nullptr;
  }
  for (const char *Entry = kernelEnvironment(); *Entry;
       Entry += length(Entry) + 1)
    if (const char *Value = valueOf(Entry, Name))
      return Value;
  return nullptr;
}

static bool read(Options::string &Out, const char *Value) {
  Text(Out).add(Value);
  return true;
}

/// Reads digits and leaves \p At behind them; false if there are none, or too
/// many.
static bool readDigits(const char *&At, uint64_t &Out) {
  const char *Begin = At;
  Out = 0;
  for (; *At >= '0' && *At <= '9'; ++At)
    if (__builtin_mul_overflow(Out, uint64_t(10), &Out) ||
        __builtin_add_overflow(Out, uint64_t(*At - '0'), &Out))
      return false;
  return At != Begin;
}

static bool read(Options::number &Out, const char *Value) {
  uint64_t Number;
  if (!readDigits(Value, Number) || *Value)
    return false;
  Out = Number;
  return true;
}

static bool read(Mode &Out, const char *Value) { return readMode(Out, Value); }

static bool read(Sampling &Out, const char *Value) {
  return readSampling(Out, Value);
}

/// "12,24,1-64,4096-"; all of it, or nothing.
static bool read(SizeList &Out, const char *Value) {
  static SizeList New; // Not on the stack, which may be small.
  New.Count = 0;
  for (const char *At = Value; *At;) {
    SizeList::Range R;
    if (New.Count == SizeList::Max || !readDigits(At, R.First))
      return false;
    R.Last = R.First;
    if (*At == '-') {
      ++At;
      R.Last = ~uint64_t(0);
      if (*At >= '0' && *At <= '9' && !readDigits(At, R.Last))
        return false;
    }
    if (*At && *At++ != ',')
      return false;
    New.Ranges[New.Count++] = R;
  }
  Out = New;
  return true;
}

static bool read(bool &Out, const char *Value) {
  if (!equal(Value, "0") && !equal(Value, "1"))
    return false;
  Out = *Value == '1';
  return true;
}

static void set(Options::string &Out, const char *Default) {
  Text(Out).add(Default);
}
static void set(Options::number &Out, uint64_t Default) { Out = Default; }
static void set(bool &Out, bool Default) { Out = Default; }
static void set(Mode &Out, const char *Default) { read(Out, Default); }
static void set(SizeList &Out, const char *Default) { read(Out, Default); }
static void set(Sampling &Out, const char *) { Out = {}; }

static const char *const Names[] = {
#define ANOMALLOC_OPTION(Type, Name, Default, Help) #Name,
#include "anomalloc/RuntimeOptions.def"
};

static void complainOfUnknown(const char *Name) {
  if (const char *Meant =
          nearestName(Name, Names, sizeof(Names) / sizeof(*Names)))
    return complain("option ", Name, " is unknown and ignored; did you mean ",
                    Meant, "?");
  complain("option ", Name, " is unknown and ignored; there are"
#define ANOMALLOC_OPTION(Type, Name, Default, Help) " " #Name
#include "anomalloc/RuntimeOptions.def"
  );
}

// What an option takes.
static const char *valuesFor(const Options::string &) { return "a text"; }
static const char *valuesFor(const Options::number &) { return "a number"; }
static const char *valuesFor(const bool &) { return "0 or 1"; }
static const char *valuesFor(const SizeList &) { return "sizes: 12,24,1-64"; }
static const char *valuesFor(const Sampling &) { return SamplingsInWords; }
static const char *valuesFor(const Mode &) { return ModesInWords; }

/// Sets the option \p Name from \p Value (null: there is none), and says what
/// is wrong with them.
static void setByName(Options &O, const char *Name, const char *Value,
                      bool Tell) {
#define ANOMALLOC_OPTION(Type, Member, Default, Help)                          \
  if (equal(Name, #Member)) {                                                  \
    if (!(Value && read(O.Member, Value)) && Tell)                             \
      complain("option " #Member " takes ", valuesFor(O.Member),               \
               "; what it was given is ignored");                              \
    return;                                                                    \
  }
#include "anomalloc/RuntimeOptions.def"
  if (Tell)
    complainOfUnknown(Name);
}

/// Cuts the next `key=value` out of \p At; "\:" stands for a colon.
static const char *nextItem(const char *At, char (&Item)[1200]) {
  Text Out(Item);
  for (; *At && *At != ':'; ++At) {
    if (*At == '\\' && At[1] == ':')
      ++At;
    Out.add(*At);
  }
  return *At ? At + 1 : At;
}

void Options::parse(const char *Own, const char *Given) {
#define ANOMALLOC_OPTION(Type, Name, Default, Help) set(Name, Default);
#include "anomalloc/RuntimeOptions.def"

  static bool Told;       // A forked child says nothing again.
  static char Item[1200]; // Not on the stack, which may be small.
  const char *const Texts[] = {Own, Given};
  // Two rounds: `enabled` must count wherever it stands.
  for (int Tell = 0; Tell != 2; ++Tell)
    for (const char *Rest : Texts)
      while (*Rest) {
        Rest = nextItem(Rest, Item);
        char *Value = __builtin_strchr(Item, '=');
        if (Value)
          *Value++ = 0;
        if (*Item)
          setByName(*this, Item, Value, Tell && enabled && !Told);
      }
  Told = true;
}

} // namespace anomalloc::runtime
