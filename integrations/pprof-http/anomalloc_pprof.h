//===- anomalloc_pprof.h - /debug/pprof for services ------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Answers requests for /debug/pprof/heap and /debug/pprof/allocs with profiles
/// of this process, as Go's net/http/pprof does. It knows no HTTP library: a
/// request's path goes in, status, content type and body come out.
/// \code
///   if (anomalloc::pprof::isFor(Path)) {
///     auto R = anomalloc::pprof::answer(Path);
///     send(R.Status, R.ContentType, R.Body);
///   }
/// \endcode
///
/// The process must be recorded; README.md says how. C++17, Linux.
///
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_PPROF_H
#define ANOMALLOC_PPROF_H

#include "anomalloc/anomalloc.h"
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <fstream>
#include <iterator>
#include <spawn.h>
#include <string>
#include <string_view>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

namespace anomalloc::pprof {

struct Options {
  /// The command line tool: a path, or a name that is looked for in PATH.
  std::string Tool = "anomalloc";
  /// Where the snapshot stands for a moment; "": TMPDIR, or /tmp.
  std::string Folder;
  /// "version=1.2": a label of all samples.
  std::vector<std::string> Labels;
};

struct Answer {
  int Status = 200; ///< As of HTTP.
  std::string ContentType = "text/plain; charset=utf-8";
  std::string Body;
};

inline constexpr std::string_view Root = "/debug/pprof/";

/// Whether \p Path, which may have a query behind it, is for answer().
inline bool isFor(std::string_view Path) {
  return Path.substr(0, Root.size()) == Root;
}

namespace detail {

/// A folder that nobody else can look into, with what stands in it.
class Scratch {
public:
  explicit Scratch(std::string In) {
    const char *Usual = getenv("TMPDIR");
    if (In.empty())
      In = Usual && *Usual ? Usual : "/tmp";
    Path = In + "/anomalloc-pprof.XXXXXX";
    if (!mkdtemp(Path.data()))
      Path.clear();
  }
  ~Scratch() {
    for (const std::string &Name : Names)
      unlink((Path + "/" + Name).c_str());
    if (!Path.empty())
      rmdir(Path.c_str());
  }
  Scratch(const Scratch &) = delete;
  bool isThere() const { return !Path.empty(); }
  std::string file(const char *Name) {
    Names.push_back(Name);
    return Path + "/" + Name;
  }

private:
  std::string Path;
  std::vector<std::string> Names;
};

inline std::string contentOf(const std::string &Path) {
  std::ifstream File(Path, std::ios::binary);
  return {std::istreambuf_iterator<char>(File), {}};
}

/// Runs a program, and waits for it. What it says goes to the file \p Messages.
/// Returns 0 or an errno value, whatever the program's exit code is.
inline int run(std::vector<std::string> Line, const std::string &Messages) {
  std::vector<char *> Arguments, Environment;
  for (std::string &Word : Line)
    Arguments.push_back(Word.data());
  Arguments.push_back(nullptr);
  // The tool itself is not to be recorded.
  for (char **E = environ; *E; ++E)
    if (strncmp(*E, "LD_PRELOAD=", 11) && strncmp(*E, "ANOMALLOC_", 10))
      Environment.push_back(*E);
  Environment.push_back(nullptr);
  posix_spawn_file_actions_t Files;
  posix_spawn_file_actions_init(&Files);
  for (int Out : {1, 2})
    posix_spawn_file_actions_addopen(&Files, Out, Messages.c_str(),
                                     O_WRONLY | O_CREAT | O_APPEND, 0600);
  pid_t Id;
  const int Error = posix_spawnp(&Id, Arguments[0], &Files, nullptr,
                                 Arguments.data(), Environment.data());
  posix_spawn_file_actions_destroy(&Files);
  // If the service has a handler that takes its children, ours is gone, too.
  while (!Error && waitpid(Id, nullptr, 0) < 0 && errno == EINTR)
    ;
  return Error;
}

inline Answer failure(int Status, std::string Why) {
  Answer A;
  A.Status = Status;
  A.Body = std::move(Why) + "\n";
  return A;
}

inline Answer profile(const char *Measure, const Options &O) {
  Scratch Place(O.Folder);
  if (!Place.isThere())
    return failure(500, std::string("no folder for the snapshot: ") +
                            strerror(errno));
  const std::string Snapshot = Place.file("snapshot");
  if (int Error = anomalloc_snapshot(Snapshot.c_str())) {
    if (Error == ENOSYS || Error == ENODATA)
      return failure(503, "this process is not recorded: start it under "
                          "'anomalloc record', or with ANOMALLOC_OPTIONS in "
                          "its environment");
    return failure(500, std::string("no snapshot: ") + strerror(Error));
  }
  const std::string Result = Place.file("profile"),
                    Messages = Place.file("messages");
  std::vector<std::string> Line = {O.Tool, "export", "--format=pprof",
                                   std::string("--measure=") + Measure,
                                   "--output=" + Result};
  for (const std::string &Label : O.Labels)
    Line.push_back("--label=" + Label);
  Line.push_back(Snapshot);
  if (int Error = run(std::move(Line), Messages))
    return failure(500, "cannot run " + O.Tool + ": " + strerror(Error));
  Answer A;
  A.ContentType = "application/octet-stream";
  A.Body = contentOf(Result); // Whole, or not there.
  return A.Body.empty() ? failure(501, contentOf(Messages)) : A;
}

} // namespace detail

/// Answers a request for \p Path, which may have a query behind it. Takes the
/// time of a snapshot and of the tool, so a thread of its own should call it.
/// Who may ask is for the service to decide. Thread-safe.
///
/// heap    what lives now, and what was allocated; needs --mode=lifetime
/// allocs  all that was allocated since the start
inline Answer answer(std::string_view Path, const Options &O = {}) {
  if (!isFor(Path))
    return detail::failure(404, "not found");
  const std::string_view Name =
      Path.substr(Root.size(), Path.find('?') - Root.size());
  if (Path.find("seconds=") != Path.npos)
    return detail::failure(400, "no profile of some seconds: take two, and "
                                "compare them (go tool pprof -diff_base)");
  if (Name == "heap")
    return detail::profile("leaked-bytes", O);
  if (Name == "allocs")
    return detail::profile("bytes", O);
  if (!Name.empty())
    return detail::failure(404, "not found: there are heap and allocs");
  Answer A;
  A.Body = "heap\nallocs\n";
  return A;
}

} // namespace anomalloc::pprof

#endif // ANOMALLOC_PPROF_H
