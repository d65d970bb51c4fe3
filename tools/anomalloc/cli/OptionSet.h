//===- OptionSet.h - the options of one verb --------------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_ANOMALLOC_CLI_OPTIONSET_H
#define ANOMALLOC_ANOMALLOC_CLI_OPTIONSET_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace anomalloc {

/// A value that an option takes.
struct OptionWord {
  std::string Name;
  std::string Help; ///< May be empty.
};

/// One row of a table of options. The parser, the help and the documentation
/// are made from this table.
struct Option {
  std::string Name;  ///< Without dashes.
  std::string Value; ///< The placeholder in help; "": a flag.
  std::string Help;
  std::string Group; ///< Heading in help; "": plain options.
  std::function<llvm::Error(llvm::StringRef)> Set;
  /// The values that the option takes, for help and completion. Empty: any
  /// value.
  std::vector<OptionWord> Words;
  /// Whether it takes several of Words, with commas between.
  bool IsList = false;
  /// Called with each argument behind the value, up to the next option. If it
  /// is empty, these arguments do not belong to the option.
  std::function<llvm::Error(llvm::StringRef)> SetMore;
};

/// Options are written --name, --name=value or --name value; "--" ends them.
/// Some have a letter as well: -o value, -j4.
/// An option may be repeated: a list then grows, and any other option takes the
/// last value.
class OptionSet {
public:
  /// Options that are added from here on stand under \p Heading.
  void group(llvm::StringRef Heading) { Group = Heading.str(); }

  void flag(llvm::StringRef Name, llvm::StringRef Help, bool &Target);
  void text(llvm::StringRef Name, llvm::StringRef Value, llvm::StringRef Help,
            std::string &Target);
  void number(llvm::StringRef Name, llvm::StringRef Help,
              std::optional<uint64_t> &Target);
  void custom(llvm::StringRef Name, llvm::StringRef Value, llvm::StringRef Help,
              std::function<llvm::Error(llvm::StringRef)> Set);
  /// An option with a value, and with all arguments behind it up to the next
  /// option. \p First is called with the value, and \p More with each of the
  /// arguments.
  void arguments(llvm::StringRef Name, llvm::StringRef Value,
                 llvm::StringRef Help,
                 std::function<llvm::Error(llvm::StringRef)> First,
                 std::function<llvm::Error(llvm::StringRef)> More);
  /// An option whose value is one of a few words. The words are in the order of
  /// the values of \p T.
  template <typename T>
  void choice(llvm::StringRef Name, std::vector<std::string> Words,
              llvm::StringRef Help, T &Target) {
    addChoice(Name, "", plainWords(std::move(Words)), Help,
              [&Target](size_t I) { Target = T(I); });
  }
  /// An option whose value is one of many words, in the order of the values of
  /// \p T. Help shows the placeholder \p Value, and lists the words with their
  /// meaning.
  template <typename T>
  void choice(llvm::StringRef Name, llvm::StringRef Value,
              std::vector<OptionWord> Words, llvm::StringRef Help, T &Target) {
    addChoice(Name, Value, std::move(Words), Help,
              [&Target](size_t I) { Target = T(I); });
  }
  /// An option that takes any number of \p Words, with commas between. Help
  /// lists their meaning.
  void words(llvm::StringRef Name, llvm::StringRef Value,
             std::vector<OptionWord> Words, llvm::StringRef Help,
             std::set<std::string> &Target);

  /// Values that shells offer for the option that was added last; it may take
  /// others.
  void suggest(std::vector<OptionWord> Words, bool IsList = false);

  llvm::ArrayRef<Option> options() const { return Options; }
  size_t size() const { return Options.size(); }

  /// Sets the options in \p Arguments, and returns the other arguments. With
  /// \p StopAtFirst, stops at the first argument that is no option. A wrong
  /// option leads to a UsageError that names the nearest right option.
  llvm::Expected<std::vector<llvm::StringRef>>
  parse(llvm::ArrayRef<llvm::StringRef> Arguments, bool StopAtFirst) const;

private:
  static std::vector<OptionWord> plainWords(std::vector<std::string> Names);
  void addChoice(llvm::StringRef Name, llvm::StringRef Value,
                 std::vector<OptionWord> Words, llvm::StringRef Help,
                 std::function<void(size_t)> Set);
  const Option *find(llvm::StringRef Name) const;
  llvm::Error unknown(llvm::StringRef Name) const;

  std::vector<Option> Options;
  std::string Group;
};

/// A letter that stands for the long name of an option, in each verb that has
/// this option: "-o", "output".
struct ShortName {
  llvm::StringRef Letter, Name;
  /// The placeholder that the option must have; "": any.
  llvm::StringRef Value = "";
  bool isOf(const Option &O) const {
    return O.Name == Name && (Value.empty() || O.Value == Value);
  }
};
llvm::ArrayRef<ShortName> shortNames();

} // namespace anomalloc

#endif // ANOMALLOC_ANOMALLOC_CLI_OPTIONSET_H
