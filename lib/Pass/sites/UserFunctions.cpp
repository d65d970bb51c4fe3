//===- UserFunctions.cpp - allocation functions of the user's own ---------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sites/UserFunctions.h"
#include "sections/SectionPatterns.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/LineIterator.h"
#include "llvm/Support/MemoryBuffer.h"

using namespace llvm;
using namespace anomalloc;

static Error errorAt(const MemoryBufferRef &Text, int64_t Line,
                     const Twine &What) {
  return createStringError(inconvertibleErrorCode(),
                           Text.getBufferIdentifier() + ":" + Twine(Line) +
                               ": " + What);
}

static std::optional<MemorySpace> spaceNamed(StringRef Text) {
#define ANOMALLOC_SPACE(Id, Name, What)                                        \
  if (Text == Name)                                                            \
    return MemorySpace::Id;
#include "anomalloc/MemorySpaces.def"
  return std::nullopt;
}

/// "'host', 'device', ...".
static std::string namesOfSpaces() {
  SmallVector<StringRef, 8> Names = {
#define ANOMALLOC_SPACE(Id, Name, What) "'" Name "'",
#include "anomalloc/MemorySpaces.def"
  };
  return join(Names, ", ");
}

Expected<UserFunctions> anomalloc::parseUserFunctions(MemoryBufferRef Text) {
  UserFunctions Functions;
  for (line_iterator I(Text, /*SkipBlanks=*/true, '#'); !I.is_at_eof(); ++I) {
    SmallVector<StringRef, 4> Words;
    SplitString(I->split('#').first, Words);
    if (Words.empty())
      continue;
    if (Words[0] == "maker" && (Words.size() == 1 || !Words[1].contains('='))) {
      if (Words.size() != 2)
        return errorAt(Text, I.line_number(), "expected 'maker NAME'");
      Expected<GlobPattern> Name = GlobPattern::create(Words[1]);
      if (!Name)
        return errorAt(Text, I.line_number(), toString(Name.takeError()));
      Functions.Makers.push_back(std::move(*Name));
      continue;
    }
    UserFunction Its;
    SizeArguments &Arguments = Its.Size;
    bool HasSize = false;
    for (StringRef Word : drop_begin(Words)) {
      auto [Key, Value] = Word.split('=');
      if (Key == "space") {
        std::optional<MemorySpace> Space = spaceNamed(Value);
        if (!Space)
          return errorAt(Text, I.line_number(),
                         "no memory space is named '" + Value +
                             "'; there are " + namesOfSpaces());
        Its.Space = *Space;
        continue;
      }
      unsigned Number;
      if ((Key != "size" && Key != "count") || Value.getAsInteger(10, Number))
        return errorAt(Text, I.line_number(),
                       "expected 'size=ARG', 'count=ARG' or 'space=NAME', "
                       "not '" +
                           Word + "'");
      if (Key == "size") {
        Arguments.Size = Number;
        HasSize = true;
      } else {
        Arguments.Count = Number;
      }
    }
    if (!HasSize)
      return errorAt(Text, I.line_number(),
                     "'" + Words[0] +
                         "' needs 'size=ARG': which argument is the size");
    if (!Functions.Allocating.try_emplace(Words[0], Its).second)
      return errorAt(Text, I.line_number(),
                     "'" + Words[0] + "' is named twice");
  }
  return Functions;
}

bool UserFunctions::namesMaker(StringRef LinkageName) const {
  if (Makers.empty())
    return false;
  FunctionNames Names(LinkageName);
  return any_of(Makers, [&](const GlobPattern &Glob) {
    return Glob.match(Names.Linkage) || Glob.match(Names.Qualified);
  });
}

Expected<UserFunctions> anomalloc::readUserFunctions(StringRef Path) {
  if (Path.empty())
    return UserFunctions();
  ErrorOr<std::unique_ptr<MemoryBuffer>> File =
      MemoryBuffer::getFile(Path, /*IsText=*/true);
  if (!File)
    return createStringError(File.getError(),
                             Path + ": " + File.getError().message());
  return parseUserFunctions((*File)->getMemBufferRef());
}
