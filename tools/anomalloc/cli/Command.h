//===- Command.h - a verb of the command line -------------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_ANOMALLOC_CLI_COMMAND_H
#define ANOMALLOC_ANOMALLOC_CLI_COMMAND_H

#include "cli/OptionSet.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <string>
#include <vector>

namespace anomalloc {

/// Exit codes of every verb that runs no other program.
enum ExitCode : int { ExitSuccess = 0, ExitBadInput = 1, ExitUsage = 2 };

/// A wrong command line: exit code 2, and a hint to --help.
class UsageError : public llvm::ErrorInfo<UsageError> {
public:
  static char ID;
  explicit UsageError(const llvm::Twine &Message) : Message(Message.str()) {}
  void log(llvm::raw_ostream &OS) const override { OS << Message; }
  std::error_code convertToErrorCode() const override {
    return llvm::inconvertibleErrorCode();
  }

private:
  std::string Message;
};

inline llvm::Error usageError(const llvm::Twine &Message) {
  return llvm::make_error<UsageError>(Message);
}

/// What help, man page and markdown page of a verb are made of.
struct CommandInfo {
  const char *Name;
  const char *Summary;     ///< One line, lower case, no full stop.
  const char *Arguments;   ///< "PROFILE..."
  const char *Description; ///< Paragraphs, parted by empty lines.
  const char *Example;     ///< Lines to type.
  /// The exit codes beside the usual ones; "" if there are none.
  const char *ExitCodes = "";
  /// Everything after the verb belongs to another program.
  bool PassesArguments = false;
  /// The exit code of an error that is no wrong command line.
  int FailureCode = ExitBadInput;
};

/// One verb, in a file of its own:
/// \code
///   class MergeCommand : public Command { ... };
///   RegisterCommand<MergeCommand> Register;
/// \endcode
class Command {
public:
  virtual ~Command();
  virtual CommandInfo info() const = 0;
  virtual void addOptions(OptionSet &Options) {}
  /// Runs the verb. \p Arguments are those that are not options. Returns the
  /// exit code. A UsageError leads to ExitUsage, any other error to
  /// CommandInfo::FailureCode.
  virtual llvm::Expected<int>
  run(llvm::ArrayRef<llvm::StringRef> Arguments) = 0;
};

/// Verbs with one purpose, in the order of Verbs.def.
struct VerbGroup {
  const char *Heading;
  std::vector<Command *> Verbs;
};

/// All verbs that people call. Those that are not in Verbs.def are hidden: only
/// findCommand() knows them.
std::vector<VerbGroup> verbGroups();
/// The verbs of verbGroups(), in the same order, without the groups.
std::vector<Command *> shownCommands();
/// Returns null if no verb has this name.
Command *findCommand(llvm::StringRef Name);

namespace detail {
void addCommand(Command &C);
} // namespace detail

template <typename T> struct RegisterCommand {
  RegisterCommand() { detail::addCommand(Instance); }
  T Instance;
};

/// Prints the plain text that --help shows for the verb \p C.
void printHelp(llvm::raw_ostream &OS, Command &C);
/// Prints the list of verbs.
void printOverview(llvm::raw_ostream &OS);

/// Parses the options of \p C and runs it.
llvm::Expected<int> runCommand(Command &C,
                               llvm::ArrayRef<llvm::StringRef> Arguments);

} // namespace anomalloc

#endif // ANOMALLOC_ANOMALLOC_CLI_COMMAND_H
