//===- RuntimeFlags.cpp - the runtime's options as flags ------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cli/RuntimeFlags.h"
#include "Analysis/sites/SizeSet.h"
#include "Support/Numbers.h"
#include "cli/Command.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace anomalloc {
namespace {

enum class OptionType {
  Bool,
  Number,
  Bytes,
  String,
  Recording,
  SizeList,
  Sampling
};

/// One row of RuntimeOptions.def.
struct RuntimeOption {
  OptionType Type;
  const char *Name;
  const char *Default;
  const char *Help;
};

constexpr OptionType typeOf(StringRef Type) {
  return Type == "bool"        ? OptionType::Bool
         : Type == "number"    ? OptionType::Number
         : Type == "bytes"     ? OptionType::Bytes
         : Type == "recording" ? OptionType::Recording
         : Type == "sizelist"  ? OptionType::SizeList
         : Type == "sampling"  ? OptionType::Sampling
                               : OptionType::String;
}

// Defaults are literals of their type; as text they lose their quotes.
#define ANOMALLOC_SET_BY_RECORD(Type, Name, Default, Help)
#define ANOMALLOC_OPTION(Type, Name, Default, Help)                            \
  {typeOf(#Type), #Name, #Default, Help},
const RuntimeOption RuntimeOptions[] = {
#include "anomalloc/RuntimeOptions.def"
};

/// The runtime reads plain numbers.
std::string rangesAsText(const SizeSet &Sizes) {
  std::vector<std::string> Ranges;
  for (auto [First, Last] : Sizes.ranges())
    Ranges.push_back(utostr(First) + "-" + utostr(Last));
  return join(Ranges, ",");
}

/// The flag of an option: "usable_sizes" is --usable-sizes.
std::string flagName(StringRef Name) {
  std::string Flag = Name.str();
  std::replace(Flag.begin(), Flag.end(), '_', '-');
  return Flag;
}

/// "count", "lifetime", "stacks", "lifetime+stacks": what can be combined.
std::vector<OptionWord> wordsForModes() {
  std::vector<OptionWord> Words;
  for (unsigned Bits = 0; Bits <= Mode::All; ++Bits)
    Words.push_back({nameOf(Mode{Bits}).Text, ""});
  return Words;
}

StringRef defaultOf(StringRef Name) {
  for (const RuntimeOption &O : RuntimeOptions)
    if (Name == O.Name)
      return StringRef(O.Default).trim('"');
  return "";
}

Error gather(std::string &Gathered, const RuntimeOption &O, StringRef Text) {
  uint64_t Number;
  if (O.Type == OptionType::Bool) {
    if (Text.empty())
      Text = "1";
    if (Text != "0" && Text != "1")
      return usageError("'" + Text + "' is neither 0 nor 1");
  } else if (O.Type == OptionType::Number && Text.getAsInteger(10, Number)) {
    return usageError("'" + Text + "' is not a number");
  } else if (O.Type == OptionType::Bytes) {
    Expected<uint64_t> Bytes = parseSize(Text);
    if (!Bytes)
      return usageError(toString(Bytes.takeError()));
    appendOption(Gathered, O.Name, utostr(*Bytes));
    return Error::success();
  } else if (O.Type == OptionType::Recording) {
    Mode M;
    if (!readMode(M, Text.str().c_str()))
      return usageError("'" + Text + "' is no mode: write " + ModesInWords);
    appendOption(Gathered, O.Name, nameOf(M).Text);
    return Error::success();
  } else if (O.Type == OptionType::Sampling) {
    Sampling S;
    if (!readSampling(S, Text.str().c_str()))
      return usageError("'" + Text + "' is no rate: write " + SamplingsInWords);
    appendOption(Gathered, O.Name, nameOf(S).Text);
    return Error::success();
  } else if (O.Type == OptionType::SizeList) {
    SizeSet Sizes;
    if (Error E = Sizes.parse(Text))
      return usageError(toString(std::move(E)));
    appendOption(Gathered, O.Name, rangesAsText(Sizes));
    return Error::success();
  } else if (O.Type == OptionType::String && Text.size() > LongestOptionValue) {
    return usageError("the text has " + Twine(Text.size()) +
                      " bytes; the runtime takes " + Twine(LongestOptionValue));
  }
  appendOption(Gathered, O.Name, Text);
  return Error::success();
}

} // namespace

Mode modeIn(StringRef Options) {
  Mode M = {};
  if (!readMode(M, optionValue(Options, "mode").c_str()))
    readMode(M, defaultOf("mode").str().c_str());
  return M;
}

void addRuntimeFlags(OptionSet &Options, std::string &Gathered) {
  for (const RuntimeOption &O : RuntimeOptions) {
    std::string Help = O.Help;
    if (O.Type == OptionType::Recording)
      Help += std::string(": ") + ModesInWords;
    if (O.Type == OptionType::Sampling)
      Help += std::string(": ") + SamplingsInWords;
    if (StringRef Default = StringRef(O.Default).trim('"'); !Default.empty())
      Help += " (" +
              (O.Type == OptionType::Bytes
                   ? formatBytes(std::strtoull(O.Default, nullptr, 10))
                   : Default.str()) +
              ")";
    const char *Value = O.Type == OptionType::Bool        ? "[=0|1]"
                        : O.Type == OptionType::Number    ? "N"
                        : O.Type == OptionType::Bytes     ? "SIZE"
                        : O.Type == OptionType::Recording ? "MODE"
                        : O.Type == OptionType::SizeList  ? "LIST"
                        : O.Type == OptionType::Sampling  ? "RATE"
                                                          : "TEXT";
    Options.custom(
        flagName(O.Name), Value, Help,
        [&Gathered, &O](StringRef Text) { return gather(Gathered, O, Text); });
    if (O.Type == OptionType::Recording)
      Options.suggest(wordsForModes());
  }
}

/// The last value of \p Key in \p Options; none if there is none.
static std::optional<std::string> lastValue(StringRef Options, StringRef Key) {
  std::optional<std::string> Value;
  std::string Item;
  auto Finish = [&] {
    auto [Name, Text] = StringRef(Item).split('=');
    if (Name == Key)
      Value = Text.str();
    Item.clear();
  };
  for (size_t I = 0; I < Options.size(); ++I) {
    if (Options.substr(I).starts_with("\\:"))
      Item += Options[++I];
    else if (Options[I] == ':')
      Finish();
    else
      Item += Options[I];
  }
  Finish();
  return Value;
}

std::string optionValue(StringRef Options, StringRef Key) {
  return lastValue(Options, Key).value_or(defaultOf(Key).str());
}

bool hasOption(StringRef Options, StringRef Key) {
  return lastValue(Options, Key).has_value();
}

void appendOption(std::string &Options, StringRef Key, StringRef Value) {
  if (!Options.empty())
    Options += ':';
  Options += (Key + "=").str();
  for (char C : Value) {
    if (C == ':')
      Options += '\\';
    Options += C;
  }
}

} // namespace anomalloc
