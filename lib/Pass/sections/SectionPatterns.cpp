//===- SectionPatterns.cpp - which functions become phases ----------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "sections/SectionPatterns.h"
#include "Support/Demangle.h"

using namespace llvm;
using namespace anomalloc;

FunctionNames::FunctionNames(StringRef LinkageName)
    : Linkage(LinkageName), Qualified(LinkageName), Unqualified(LinkageName) {
  FunctionName Name(LinkageName);
  if (!Name.isFunction())
    return;
  Unqualified = Name.base();
  std::string Context = Name.context();
  Qualified = Context.empty() ? Unqualified : Context + "::" + Unqualified;
}

static bool matchesEither(const GlobPattern &Pattern,
                          const FunctionNames &Names) {
  return Pattern.match(Names.Qualified) || Pattern.match(Names.Linkage);
}

bool SectionPattern::matches(const FunctionNames &Callee) const {
  return matchesEither(Function, Callee);
}

bool SectionPattern::matchesCaller(const FunctionNames &CallerNames) const {
  return Caller && matchesEither(*Caller, CallerNames);
}

/// The colon between caller and callee: one that is not part of "::".
static size_t findSeparator(StringRef Text) {
  for (size_t I = 0; I < Text.size(); ++I) {
    if (Text[I] != ':')
      continue;
    if (I + 1 < Text.size() && Text[I + 1] == ':')
      ++I;
    else
      return I;
  }
  return StringRef::npos;
}

Expected<std::vector<SectionPattern>>
anomalloc::parseSectionPatterns(ArrayRef<std::string> Elements) {
  std::vector<SectionPattern> Patterns;
  for (StringRef Element : Elements) {
    SectionPattern Pattern;
    auto [Functions, Name] = Element.split('=');
    Pattern.Name = Name.str();
    size_t Colon = findSeparator(Functions);
    StringRef Function =
        Colon == StringRef::npos ? Functions : Functions.substr(Colon + 1);
    auto Parse = [&](StringRef Glob) -> Expected<GlobPattern> {
      Expected<GlobPattern> Parsed = GlobPattern::create(Glob);
      if (Parsed && !Glob.empty())
        return Parsed;
      std::string Why =
          Parsed ? "a name is missing" : toString(Parsed.takeError());
      return createStringError(inconvertibleErrorCode(),
                               "'" + Element + "': " + Why);
    };
    Expected<GlobPattern> Callee = Parse(Function);
    if (!Callee)
      return Callee.takeError();
    Pattern.Function = std::move(*Callee);
    if (Colon != StringRef::npos) {
      Expected<GlobPattern> Caller = Parse(Functions.take_front(Colon));
      if (!Caller)
        return Caller.takeError();
      Pattern.Caller = std::move(*Caller);
    }
    Patterns.push_back(std::move(Pattern));
  }
  return Patterns;
}
