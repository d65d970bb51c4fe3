//===- TameTree.cpp - the work tree that is tamed -------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tame/TameTree.h"
#include "Support/Errors.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

using namespace llvm;

namespace anomalloc {

Expected<std::unique_ptr<TameTree>> TameTree::find() {
  forgetOuterGit(); // A hook's names the user's index.
  Expected<TemporaryFolder> Folder = TemporaryFolder::create();
  if (!Folder)
    return Folder.takeError();
  std::unique_ptr<TameTree> Tree(new TameTree(std::move(*Folder)));
  if (Error E = Tree->findTop())
    return std::move(E);
  return Tree;
}

Error TameTree::begin(StringRef Hash, std::vector<std::string> &Notes) {
  if (Error E = removeTree())
    return E;
  if (Error E = checkOut(Hash))
    return E;
  return addSubmodules(path(), Top, 0, Notes);
}

Expected<bool> TameTree::reenter(StringRef Hash) {
  const std::string Known = adminOfWorkTree(path());
  if (Known.empty() || !sys::fs::exists(Known))
    return false;
  // A git that was killed left these; nobody else works here.
  for (const char *Name : {"/index.lock", "/HEAD.lock"})
    sys::fs::remove(Known + Name);
  Admin = Known;
  for (const CommandLine &Command :
       {CommandLine{"reset", "--hard", "--quiet"},
        CommandLine{"checkout", "--quiet", "--detach", Hash.str()}}) {
    Expected<ProcessResult> Done = tryGit(Command);
    if (!Done)
      return Done.takeError();
    if (!Done->succeeded()) {
      Admin.clear();
      return false;
    }
  }
  return true;
}

Error TameTree::removeTree() {
  Admin = adminOfWorkTree(path());
  if (Admin.empty()) {
    // The tree is gone, or was never finished, but git may know of it.
    Expected<ProcessResult> Common =
        gitIn(Top, {"rev-parse", "--path-format=absolute", "--git-common-dir"});
    if (!Common)
      return Common.takeError();
    std::error_code EC;
    const std::string All =
        StringRef(Common->Out).rtrim('\n').str() + "/worktrees";
    for (sys::fs::directory_iterator I(All, EC), End; !EC && I != End;
         I.increment(EC)) {
      auto Text = MemoryBuffer::getFile(I->path() + "/gitdir");
      if (Text && (*Text)->getBuffer().trim('\n') == path() + "/.git")
        Admin = I->path();
    }
  }
  remove();
  if (sys::fs::exists(path()))
    return makeError("cannot remove " + path() + ": remove it by hand");
  return Error::success();
}

/// Clones each submodule from the user's own copy of it: a network may ask for
/// a password, or not be there, and 'git submodule init' would write to the
/// user's settings.
Error TameTree::addSubmodules(const std::string &Here,
                              const std::string &Theirs, unsigned Depth,
                              std::vector<std::string> &Notes) const {
  constexpr unsigned MostDepth = 8;
  Expected<ProcessResult> Listed =
      gitIn(Here, {"ls-tree", "-r", "-z", "--full-tree", "HEAD"});
  if (!Listed)
    return Listed.takeError();
  SmallVector<StringRef, 0> Entries;
  StringRef(Listed->Out).split(Entries, '\0', -1, /*KeepEmpty=*/false);
  for (StringRef Entry : Entries) {
    if (!Entry.consume_front("160000 commit "))
      continue;
    auto [Hash, Path] = Entry.split('\t');
    const std::string To = Here + "/" + Path.str();
    const std::string From = Theirs + "/" + Path.str();
    bool Made = sys::fs::exists(From + "/.git") && Depth != MostDepth;
    for (const CommandLine &Command :
         {CommandLine{"clone", "--quiet", "--shared", "--no-checkout", From,
                      To},
          CommandLine{"-C", To, "checkout", "--quiet", "--detach",
                      Hash.str()}}) {
      if (!Made)
        break;
      Expected<ProcessResult> Done = gitIn(Here, Command);
      if (!Done)
        return Done.takeError();
      Made = Done->succeeded();
    }
    if (!Made) {
      Notes.push_back("the submodule " + Path.str() +
                      " is left empty: your checkout does not have its commit");
      continue;
    }
    if (Error E = addSubmodules(To, From, Depth + 1, Notes))
      return E;
  }
  return Error::success();
}

Expected<size_t> TameTree::uncommitted() const {
  // Without the option git writes the index anew, which is the user's.
  Expected<ProcessResult> Listed =
      gitIn(Top, {"--no-optional-locks", "status", "--porcelain"});
  if (!Listed)
    return Listed.takeError();
  return size_t(StringRef(Listed->Out).count('\n'));
}

Expected<std::string> TameTree::commitFiles(CommandLine Files,
                                            StringRef Message) const {
  CommandLine Command;
  Expected<ProcessResult> Who = tryGit({"var", "GIT_AUTHOR_IDENT"});
  if (!Who)
    return Who.takeError();
  if (!Who->succeeded())
    Command = {"-c", "user.name=Anomalloc", "-c",
               "user.email=anomalloc@localhost"};
  append_range(Command, std::vector<std::string>{
                            "-c", "commit.gpgsign=false", "commit", "--quiet",
                            "--no-verify", "-F", Message.str(), "--"});
  append_range(Command, Files);
  Expected<ProcessResult> Done = tryGit(Command);
  if (!Done)
    return Done.takeError();
  if (!Done->succeeded())
    return makeError("git commit failed: " + StringRef(Done->Err).trim('\n'));
  return git({"rev-parse", "HEAD"});
}

Error TameTree::restore(CommandLine Files) const {
  CommandLine Command = {"checkout", "--quiet", "HEAD", "--"};
  append_range(Command, Files);
  return git(Command).takeError();
}

Expected<bool> TameTree::tracks(StringRef File) const {
  Expected<ProcessResult> Known = tryGit(
      {"--literal-pathspecs", "ls-files", "--error-unmatch", "--", File.str()});
  if (!Known)
    return Known.takeError();
  return Known->succeeded();
}

Expected<std::string> TameTree::writePatch(StringRef Hash, size_t Number,
                                           StringRef Folder) const {
  Expected<std::string> Path =
      git({"format-patch", "-1", "--no-signature", "-o", Folder.str(),
           "--start-number", utostr(Number), Hash.str()});
  if (!Path)
    return Path.takeError();
  return StringRef(*Path).trim('\n').str();
}

Error TameTree::checkBranch(StringRef Name, StringRef Hash,
                            StringRef Before) const {
  const std::string Ref = "refs/heads/" + Name.str();
  Expected<ProcessResult> Fits = gitIn(Top, {"check-ref-format", Ref});
  if (!Fits)
    return Fits.takeError();
  if (!Fits->succeeded() || Name.empty())
    return makeError("git allows no branch '" + Name + "' (--branch)");
  Expected<ProcessResult> Known =
      gitIn(Top, {"rev-parse", "--verify", "--quiet", Ref});
  if (!Known)
    return Known.takeError();
  const StringRef Now = StringRef(Known->Out).rtrim('\n');
  if (Known->succeeded() && Now != Before && Now != Hash)
    return makeError("there is a branch " + Name +
                     " already, which this work folder has not made: name "
                     "another with --branch=NAME, or remove it with 'git "
                     "branch -D " +
                     Name + "'");
  Expected<ProcessResult> Trees =
      gitIn(Top, {"worktree", "list", "--porcelain"});
  if (!Trees)
    return Trees.takeError();
  const std::string Taken = "branch " + Ref;
  if (is_contained(split(StringRef(Trees->Out), '\n'), StringRef(Taken)))
    return makeError("the branch " + Name +
                     " is checked out: check out another, or name another "
                     "with --branch=NAME");
  return Error::success();
}

Error TameTree::setBranch(StringRef Name, StringRef Hash,
                          StringRef Before) const {
  if (Error E = checkBranch(Name, Hash, Before))
    return E;
  Expected<ProcessResult> Done =
      gitIn(Top, {"update-ref", "-m", "anomalloc tame",
                  "refs/heads/" + Name.str(), Hash.str()});
  if (!Done)
    return Done.takeError();
  if (!Done->succeeded())
    return makeError("git cannot make the branch " + Name + ": " +
                     StringRef(Done->Err).trim('\n'));
  return Error::success();
}

} // namespace anomalloc
