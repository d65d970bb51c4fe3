//===- OptionSet.cpp - the options of one verb ----------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Support/NearestWord.h"
#include "cli/Command.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace anomalloc {

void OptionSet::custom(StringRef Name, StringRef Value, StringRef Help,
                       std::function<Error(StringRef)> Set) {
  Options.push_back(
      {Name.str(), Value.str(), Help.str(), Group, std::move(Set)});
}

void OptionSet::flag(StringRef Name, StringRef Help, bool &Target) {
  custom(Name, "", Help, [&Target](StringRef) {
    Target = true;
    return Error::success();
  });
}

void OptionSet::text(StringRef Name, StringRef Value, StringRef Help,
                     std::string &Target) {
  custom(Name, Value, Help, [&Target](StringRef Text) -> Error {
    Target = Text.str();
    return Error::success();
  });
}

void OptionSet::number(StringRef Name, StringRef Help,
                       std::optional<uint64_t> &Target) {
  custom(Name, "N", Help, [&Target](StringRef Text) -> Error {
    uint64_t Number;
    if (Text.getAsInteger(10, Number))
      return usageError("'" + Text + "' is not a number");
    Target = Number;
    return Error::success();
  });
}

void OptionSet::arguments(StringRef Name, StringRef Value, StringRef Help,
                          std::function<Error(StringRef)> First,
                          std::function<Error(StringRef)> More) {
  custom(Name, Value, Help, std::move(First));
  Options.back().SetMore = std::move(More);
}

static Error noneOf(StringRef Text, ArrayRef<std::string> Words) {
  std::string Near = nearest(Text, Words);
  return usageError("'" + Text + "' is none of " + join(Words, ", ") +
                    (Near.empty() ? "" : "; did you mean '" + Near + "'?"));
}

static std::vector<std::string> namesOf(ArrayRef<OptionWord> Words) {
  std::vector<std::string> Names;
  for (const OptionWord &Word : Words)
    Names.push_back(Word.Name);
  return Names;
}

std::vector<OptionWord> OptionSet::plainWords(std::vector<std::string> Names) {
  std::vector<OptionWord> Words;
  for (std::string &Name : Names)
    Words.push_back({std::move(Name), ""});
  return Words;
}

/// Without \p Value all words stand in its place.
void OptionSet::addChoice(StringRef Name, StringRef Value,
                          std::vector<OptionWord> Words, StringRef Help,
                          std::function<void(size_t)> Set) {
  std::vector<std::string> Names = namesOf(Words);
  custom(Name, Value.empty() ? join(Names, "|") : Value.str(), Help,
         [Names, Set = std::move(Set)](StringRef Text) -> Error {
           for (auto [I, Word] : enumerate(Names))
             if (Text == Word) {
               Set(I);
               return Error::success();
             }
           return noneOf(Text, Names);
         });
  Options.back().Words = std::move(Words);
}

void OptionSet::words(StringRef Name, StringRef Value,
                      std::vector<OptionWord> Words, StringRef Help,
                      std::set<std::string> &Target) {
  std::vector<std::string> Names = namesOf(Words);
  custom(Name, Value, Help, [Names, &Target](StringRef List) -> Error {
    SmallVector<StringRef, 8> Parts;
    List.split(Parts, ',', -1, /*KeepEmpty=*/false);
    if (Parts.empty())
      return usageError("names none of " + join(Names, ", "));
    for (StringRef Part : Parts) {
      if (!is_contained(Names, Part))
        return noneOf(Part, Names);
      Target.insert(Part.str());
    }
    return Error::success();
  });
  Options.back().Words = std::move(Words);
  Options.back().IsList = true;
}

void OptionSet::suggest(std::vector<OptionWord> Words, bool IsList) {
  Options.back().Words = std::move(Words);
  Options.back().IsList = IsList;
}

const Option *OptionSet::find(StringRef Name) const {
  for (const Option &O : Options)
    if (Name == O.Name)
      return &O;
  return nullptr;
}

Error OptionSet::unknown(StringRef Name) const {
  std::vector<std::string> Names;
  for (const Option &O : Options)
    Names.push_back(O.Name);
  std::string Near = nearest(Name, Names);
  return usageError("unknown option '--" + Name + "'" +
                    (Near.empty() ? "" : "; did you mean '--" + Near + "'?"));
}

/// The same for every verb that has the option. As in clang-tidy, -p is the
/// build folder: no command that builds.
static const ShortName ShortNames[] = {
    {"-h", "help"}, {"-j", "jobs"}, {"-o", "output"}, {"-p", "build", "DIR"}};

ArrayRef<ShortName> shortNames() { return ShortNames; }

Expected<std::vector<StringRef>> OptionSet::parse(ArrayRef<StringRef> Arguments,
                                                  bool StopAtFirst) const {
  std::vector<StringRef> Rest;
  const Option *Open = nullptr; // It takes the arguments that follow.
  while (!Arguments.empty()) {
    StringRef Argument = Arguments.front();
    Arguments = Arguments.drop_front();
    if (Argument == "--") {
      append_range(Rest, Arguments);
      break;
    }
    if (!Argument.starts_with("-") || Argument == "-") {
      if (Open) {
        if (Error E = Open->SetMore(Argument))
          return usageError("--" + Open->Name + ": " + toString(std::move(E)));
        continue;
      }
      Rest.push_back(Argument);
      if (!StopAtFirst)
        continue;
      append_range(Rest, Arguments);
      break;
    }
    auto [Name, Value] = Argument.ltrim('-').split('=');
    bool HasValue = Argument.contains('=');
    const Option *O = Argument.starts_with("--") ? find(Name) : nullptr;
    for (const ShortName &Short : ShortNames)
      if (const Option *Named = find(Short.Name);
          Named && Short.isOf(*Named) && Argument.starts_with(Short.Letter)) {
        O = Named;
        Name = Short.Name;
        Value = Argument.drop_front(Short.Letter.size()); // -j4
        HasValue = !Value.empty();
      }
    if (!O)
      return unknown(Name);
    if (O->Value.empty() && HasValue)
      return usageError("option '--" + Name + "' takes no value");
    if (!O->Value.empty() && !HasValue && O->Value.front() != '[') {
      if (Arguments.empty())
        return usageError("option '--" + Name + "' needs a value: --" + Name +
                          "=" + O->Value);
      Value = Arguments.front();
      Arguments = Arguments.drop_front();
    }
    if (Error E = O->Set(Value))
      return usageError("--" + Name + ": " + toString(std::move(E)));
    Open = O->SetMore ? O : nullptr;
  }
  return Rest;
}

} // namespace anomalloc
