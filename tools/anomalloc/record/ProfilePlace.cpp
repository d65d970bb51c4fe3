//===- ProfilePlace.cpp - where a run writes its profiles -----------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "record/ProfilePlace.h"
#include "Support/Errors.h"
#include "Support/ShellQuote.h"
#include "anomalloc/ProfileFormat.h"
#include "cli/RuntimeFlags.h"
#include "record/OutputPattern.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace llvm;

namespace anomalloc {
namespace {

constexpr StringLiteral ChildNames = "%n.%p.anomalloc";

/// \p Pattern, wherever a process may be. As it is if it would be too long.
std::string absolute(StringRef Pattern) {
  if (Pattern.starts_with("/"))
    return Pattern.str();
  SmallString<256> Here;
  if (sys::fs::current_path(Here))
    return Pattern.str();
  std::string Whole = escapePattern(Here) + "/" + Pattern.str();
  return Whole.size() <= LongestOptionValue ? Whole : Pattern.str();
}

class Descriptor {
public:
  explicit Descriptor(int Fd) : Fd(Fd) {}
  ~Descriptor() {
    if (Fd >= 0)
      close(Fd);
  }
  Descriptor(const Descriptor &) = delete;
  Descriptor &operator=(const Descriptor &) = delete;
  const int Fd;
};

/// A file without a name in \p Folder, or a negative number and errno.
int nameless(const std::string &Folder) {
  int Fd = open(Folder.c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
  if (Fd >= 0 || (errno != EOPNOTSUPP && errno != EISDIR && errno != ENOENT))
    return Fd;
  // A file system that knows none.
  std::string Path = Folder + "/anomalloc.XXXXXX";
  Fd = mkostemp(Path.data(), O_CLOEXEC);
  if (Fd >= 0)
    unlink(Path.c_str());
  return Fd;
}

/// errno, 0: there is room. Never raises SIGXFSZ.
int reserve(int Fd, uint64_t Size) {
  rlimit Limit;
  if (getrlimit(RLIMIT_FSIZE, &Limit) == 0 && Size > Limit.rlim_cur)
    return EFBIG;
  return posix_fallocate(Fd, 0, off_t(Size));
}

} // namespace

ProfilePlace::ProfilePlace(StringRef Options, StringRef Image)
    : Output(optionValue(Options, "output")),
      Children(optionValue(Options, "children")) {
  SmallString<256> Real(Image); // As the system tells the runtime.
  if (sys::fs::real_path(Image, Real))
    Real = Image;
  Program = sys::path::filename(Real).str();
  HasFolder =
      Children.empty() && StringRef(Output) == optionValue("", "output");
}

std::string ProfilePlace::expanded(StringRef Pid) const {
  return expandPattern(Output, Program, Pid);
}

Error ProfilePlace::check() const {
  std::string Path = expanded("<pid>");
  std::string Folder = sys::path::parent_path(Path).str();
  if (Folder.empty())
    Folder = ".";
  auto Problem = [&](int Error) {
    return makeError("the profile cannot be written to '" + Path +
                     "': " + strerror(Error));
  };
  // The runtime would take another name beside it.
  if (sys::fs::exists(Path) && !sys::fs::is_regular_file(Path))
    return makeError("the profile cannot be written to '" + Path +
                     "': it is no regular file");
  // Else what is missing would be the file, not the folder.
  if (access(Folder.c_str(), F_OK) != 0)
    return makeError("the profile cannot be written to '" + Path +
                     "': there is no folder '" + Folder + "'");
  Descriptor File(nameless(Folder));
  if (File.Fd < 0)
    return Problem(errno);
  if (int Error = reserve(File.Fd, format::FirstReservation))
    return Problem(Error);
  return Error::success();
}

/// The \p Try-th name of the children's folder: process ids come again.
static std::string folderName(StringRef Program, pid_t Main, unsigned Try) {
  std::string Folder = Program.str() + "." + itostr(Main) + ".children";
  return Try ? Folder + "." + utostr(Try) : Folder;
}

/// Makes a folder that all users can write to, but only in their own files.
/// False if somebody was faster, who may have made a link of it.
static bool makeForAll(const std::string &Folder) {
  if (mkdir(Folder.c_str(), 0700) != 0)
    return errno != EEXIST;
  // Its name may stand for something else by now.
  Descriptor Made(
      open(Folder.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
  if (Made.Fd >= 0)
    fchmod(Made.Fd, S_ISVTX | 0777);
  return true;
}

static std::string inFolder(StringRef Folder) {
  return escapePattern(Folder) + "/" + ChildNames.str();
}

void ProfilePlace::addOutput(std::string &Options) const {
  appendOption(Options, "output", absolute(Output));
}

void ProfilePlace::addOptions(std::string &Options, pid_t Main) const {
  appendOption(Options, "main", itostr(Main));
  addOutput(Options);
  if (!Children.empty())
    return appendOption(Options, "children", absolute(Children));
  if (!HasFolder)
    return;
  // The program may start children as another user.
  const bool ForAll = geteuid() == 0;
  std::string Folder;
  unsigned Try = 0;
  do
    Folder = folderName(Program, Main, Try++);
  while (sys::fs::exists(Folder) || (ForAll && !makeForAll(Folder)));
  std::string Pattern = absolute(inFolder(Folder));
  if (StringRef(Pattern).starts_with("/"))
    appendOption(Options, "children", Pattern);
}

/// Adds to \p Arguments what names \p Files: the pattern that they were found
/// by, if they are many and it names no others.
static void addArguments(std::vector<std::string> &Arguments, StringRef Pattern,
                         ArrayRef<std::string> Files) {
  constexpr size_t Few = 4;
  std::optional<std::string> Glob;
  if (Files.size() > Few)
    Glob = shellGlob(Pattern, Files);
  if (Glob)
    Arguments.push_back(*Glob);
  else
    append_range(Arguments, map_range(Files, quoteForShell));
}

std::string WrittenProfiles::argumentsOf(StringRef Program,
                                         ArrayRef<std::string> Own) const {
  std::vector<std::string> Here, InFolder, Arguments;
  for (const std::string &Path : Own)
    (is_contained(Files, Path) ? Here : InFolder).push_back(Path);
  addArguments(Arguments, withProgram(Pattern, Program), Here);
  if (InFolder == InChildFolder && !InFolder.empty())
    Arguments.push_back(quoteForShell(ChildFolder));
  else
    addArguments(Arguments, withProgram(inFolder(ChildFolder), Program),
                 InFolder);
  return join(Arguments, " ");
}

bool WrittenProfiles::add(StringRef Path, const WrittenProfiles &Possible) {
  auto FindIn = [Path](ArrayRef<std::string> List) -> const std::string * {
    for (const std::string &Other : List)
      if (sys::fs::equivalent(Other, Path))
        return &Other;
    return nullptr;
  };
  if (FindIn(Files) || FindIn(InChildFolder) || FindIn(Possible.InChildFolder))
    return true;
  const std::string *Its = FindIn(Possible.Files);
  if (!Its)
    return false;
  Files.push_back(*Its);
  AsArguments += (AsArguments.empty() ? "" : " ") + quoteForShell(*Its);
  return true;
}

WrittenProfiles ProfilePlace::find(pid_t Main, uint64_t Since) const {
  WrittenProfiles Found;
  std::string Pattern = Output;
  if (HasFolder)
    Pattern = expandPattern("%%n.%p.anomalloc", "", itostr(Main));
  Found.Pattern = Pattern;
  Found.Files = findProfiles(Pattern, Since);
  std::vector<std::string> Arguments;
  addArguments(Arguments, Pattern, Found.Files);
  if (HasFolder) {
    std::string Folder;
    for (unsigned Try = 0;
         Found.InChildFolder.empty() &&
         sys::fs::exists(Folder = folderName(Program, Main, Try));
         ++Try) {
      Found.InChildFolder = findProfiles(inFolder(Folder), Since);
      if (Found.InChildFolder.empty())
        rmdir(Folder.c_str()); // Unless somebody has put something there.
    }
    if (!Found.InChildFolder.empty()) {
      Found.ChildFolder = Folder;
      Arguments.push_back(quoteForShell(Folder));
    }
  } else if (!Children.empty()) {
    std::vector<std::string> More = findProfiles(Children, Since);
    erase_if(More, [&](const std::string &Path) {
      return is_contained(Found.Files, Path);
    });
    addArguments(Arguments, Children, More);
    append_range(Found.Files, More);
  }
  Found.AsArguments = join(Arguments, " ");
  return Found;
}

} // namespace anomalloc
