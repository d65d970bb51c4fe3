//===- main.cpp - the command line: dispatches to the verbs ---------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Report/text/WholeFile.h"
#include "Support/NearestWord.h"
#include "cli/Command.h"
#include "cli/Layout.h"
#include "cli/Messages.h"
#include "cli/Pager.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/raw_ostream.h"
#include <unistd.h>

using namespace llvm;
using namespace anomalloc;

static Expected<int> dispatch(ArrayRef<StringRef> Arguments) {
  if (Arguments.empty()) {
    printOverview(errs());
    return ExitUsage;
  }
  StringRef Verb = Arguments.front();
  if (Verb == "--version") {
    outs() << "anomalloc " ANOMALLOC_VERSION " (LLVM " ANOMALLOC_LLVM_VERSION
              ")\n";
    return ExitSuccess;
  }
  bool AsksHelp = Verb == "help" || Verb == "--help" || Verb == "-h";
  if (AsksHelp && Arguments.size() == 1) {
    printOverview(outs());
    return ExitSuccess;
  }
  if (AsksHelp)
    Verb = Arguments[1];
  Command *C = findCommand(Verb);
  if (!C) {
    std::vector<std::string> Names;
    for (Command *Other : shownCommands())
      Names.push_back(Other->info().Name);
    std::string Near = nearest(Verb, Names);
    return usageError("unknown verb '" + Verb + "'" +
                      (Near.empty() ? "" : "; did you mean '" + Near + "'?"));
  }
  if (AsksHelp) {
    printHelp(outs(), *C);
    return ExitSuccess;
  }
  return runCommand(*C, Arguments.drop_front());
}

/// In place of LLVM's own, which prints where it stood. Nothing may be
/// allocated.
static void outOfMemory(void *, const char *, bool) {
  static constexpr char Text[] = "anomalloc: error: out of memory\n";
  (void)!write(STDERR_FILENO, Text, sizeof(Text) - 1);
  _exit(ExitBadInput);
}

int main(int argc, char **argv) {
  InitLLVM Init(argc, argv);
  install_bad_alloc_error_handler(outOfMemory);
  tolerateClosedPipes();
  setProgramPath(argv[0]);
  std::vector<StringRef> Arguments(argv + 1, argv + argc);
  Expected<int> Code = dispatch(Arguments);
  // A full disk under standard output is an error like any other; the stream's
  // destructor would take it for one of the program.
  if (Error Unwritten = flushStandardOutput()) {
    if (Code)
      Code = std::move(Unwritten);
    else
      consumeError(std::move(Unwritten));
  }
  finishPager();
  if (Code)
    return *Code;
  Command *C = Arguments.empty() ? nullptr : findCommand(Arguments[0]);
  bool Usage = Code.errorIsA<UsageError>();
  tellError(Code.takeError());
  if (Usage) {
    errs() << "try 'anomalloc " << (C ? Arguments[0].str() + " " : "")
           << "--help'\n";
    return ExitUsage;
  }
  return C ? C->info().FailureCode : ExitBadInput;
}
