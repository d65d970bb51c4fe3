//===- WorkTree.cpp - a work tree of git's beside the user's --------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "worktree/WorkTree.h"
#include "Support/Errors.h"
#include "worktree/Interruption.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include <cstdlib>

using namespace llvm;

namespace anomalloc {

void forgetOuterGit() {
  for (const char *Name :
       {"GIT_DIR", "GIT_WORK_TREE", "GIT_IMPLICIT_WORK_TREE", "GIT_INDEX_FILE",
        "GIT_PREFIX", "GIT_COMMON_DIR", "GIT_OBJECT_DIRECTORY",
        "GIT_ALTERNATE_OBJECT_DIRECTORIES", "GIT_SHALLOW_FILE",
        "GIT_GRAFT_FILE", "GIT_INTERNAL_SUPER_PREFIX"})
    unsetenv(Name);
}

Error WorkTree::findTop() {
  Expected<ProcessResult> Found =
      gitIn(".", {"rev-parse", "--show-toplevel", "--show-prefix"});
  if (!Found)
    return Found.takeError();
  if (!Found->succeeded())
    return makeError("the current folder is in no git work tree: " +
                     StringRef(Found->Err).rtrim('\n'));
  auto [First, Second] = StringRef(Found->Out).split('\n');
  Top = First.str();
  Prefix = Second.rtrim('\n').str();
  return Error::success();
}

void WorkTree::remove() {
  // Twice: a program that was just killed may still end a write.
  for (int Try = 0; Try != 2 && sys::fs::exists(path()); ++Try)
    sys::fs::remove_directories(path());
  if (Admin.empty())
    return;
  // As 'git worktree prune' does, but of this one alone.
  sys::fs::remove_directories(Admin);
  sys::fs::remove(sys::path::parent_path(Admin)); // if it is empty
  Admin.clear();
}

Expected<ProcessResult> WorkTree::gitIn(StringRef Where,
                                        CommandLine Arguments) const {
  if (interruption())
    return makeError("interrupted");
  // Hooks of the user are meant for the user's work tree.
  CommandLine Command = {"git", "-C", Where.str(), "-c",
                         "core.hooksPath=/dev/null"};
  append_range(Command, Arguments);
  Expected<ProcessResult> Result = runProcess(Command, Scratch);
  if (Result && !Result->StartError.empty())
    return makeError("cannot run git: " + Result->StartError);
  return Result;
}

Expected<ProcessResult> WorkTree::tryGit(CommandLine Arguments) const {
  return gitIn(Admin.empty() ? Top : path(), std::move(Arguments));
}

Expected<std::string> WorkTree::git(CommandLine Arguments) const {
  std::string Verb = Arguments.front();
  Expected<ProcessResult> Result = tryGit(std::move(Arguments));
  if (!Result)
    return Result.takeError();
  if (!Result->succeeded())
    return makeError("git " + Verb +
                     " failed: " + StringRef(Result->Err).trim('\n'));
  return StringRef(Result->Out).rtrim('\n').str();
}

Expected<ProcessResult> WorkTree::runHere(CommandLine Command) const {
  if (interruption())
    return makeError("interrupted");
  CommandLine Line = {"/bin/sh", "-c", "cd \"$0\" && exec \"$@\"", path()};
  append_range(Line, Command);
  return runProcess(Line, Scratch);
}

Expected<std::string> WorkTree::commit(StringRef Ref) const {
  Expected<ProcessResult> Known =
      tryGit({"rev-parse", "--verify", "--quiet", (Ref + "^{commit}").str()});
  if (!Known)
    return Known.takeError();
  if (!Known->succeeded() || Ref.starts_with("-"))
    return makeError("git knows no commit '" + Ref + "' in " + Top +
                     "; was it fetched?");
  return StringRef(Known->Out).rtrim('\n').str();
}

std::string WorkTree::fromTop(StringRef Path) const {
  // Magic of git's (":/", ":(exclude)") says itself where it begins.
  if (Path.starts_with(":") || Prefix.empty())
    return Path.str();
  SmallString<256> Whole(Prefix + Path.str());
  sys::path::remove_dots(Whole, /*remove_dot_dot=*/true);
  return Whole.empty() ? "." : Whole.str().str();
}

std::string adminOfWorkTree(const std::string &Tree) {
  auto Text = MemoryBuffer::getFile(Tree + "/.git");
  StringRef Path = Text ? (*Text)->getBuffer().trim('\n') : "";
  if (!Path.consume_front("gitdir: ") ||
      sys::path::filename(sys::path::parent_path(Path)) != "worktrees")
    return "";
  return Path.str();
}

Error WorkTree::checkOut(StringRef Hash) {
  Expected<std::string> Done = "";
  {
    // Not to be ended half way: it takes milliseconds without the files.
    const SignalsWait Guard;
    Done = git({"worktree", "add", "--quiet", "--detach", "--no-checkout",
                path(), Hash.str()});
    Admin = adminOfWorkTree(path());
  }
  if (!Done)
    return Done.takeError();
  return git({"reset", "--hard", "--quiet"}).takeError();
}

Expected<CommitTitle> WorkTree::title(StringRef Hash) const {
  Expected<std::string> Text =
      git({"log", "-1", "--no-show-signature", "--date=iso-strict",
           "--format=%H%n%ad%n%an%n%s", Hash.str()});
  if (!Text)
    return Text.takeError();
  SmallVector<StringRef, 4> Lines;
  StringRef(*Text).split(Lines, '\n', 3);
  Lines.resize(4);
  return CommitTitle{Lines[0].str(), Lines[3].str(), Lines[2].str(),
                     Lines[1].str()};
}

} // namespace anomalloc
