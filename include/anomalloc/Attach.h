//===- Attach.h - recording in a running process ----------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What `anomalloc record --pid` calls in a process that it has loaded the
/// runtime into, or that records already. It finds these functions by their
/// names, in the symbol table of the library's file.
///
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_ATTACH_H
#define ANOMALLOC_ATTACH_H

#ifdef __cplusplus
extern "C" {
#endif

/// The answers of __anomalloc_attach() beside 0 (it records) and negative errno
/// values (it cannot write its profile).
enum AnomallocAttach {
  ANOMALLOC_ATTACH_RECORDS = 1, ///< It recorded already.
  ANOMALLOC_ATTACH_CARRIES = 2, ///< The runtime was loaded with the program.
  ANOMALLOC_ATTACH_OPTIONS = 3, ///< The text of the options is too long.
  ANOMALLOC_ATTACH_MEMORY = 4,  ///< There is no memory for it.
  /// The system does not let the process change whom its libraries call.
  ANOMALLOC_ATTACH_PROTECTED = 5,
  ANOMALLOC_ATTACH_NOTHING = 6, ///< It does not record.
};

/// Begins a profile, with options as in ANOMALLOC_OPTIONS, and makes the
/// objects that are loaded now call our allocation functions. Children that the
/// process forks are not recorded. Takes locks of the dynamic loader. One call
/// at a time, and not from a signal handler.
int __anomalloc_attach(const char *Options);

/// Makes the objects call the real functions again, and completes the profile.
/// Does nothing if __anomalloc_attach() was not called. The same rules hold.
int __anomalloc_detach(void);

/// In a process that records counts: begins an episode (ProfileFormat.h), with
/// options as in ANOMALLOC_OPTIONS, of which the mode, the sizes and those of
/// lifetimes count. Returns the episode's number, from 1 on, or the negative of
/// an AnomallocAttach. It allocates nothing by malloc(3), and takes only locks
/// of the runtime. One call at a time, and not in the middle of one of our
/// allocation functions.
int __anomalloc_begin_episode(const char *Options);

/// Ends the episode: the process records as before. Returns its number; 0, and
/// does nothing, if there is none. The same rules hold.
int __anomalloc_end_episode(void);

#ifdef __cplusplus
} // extern "C"
#endif

#endif // ANOMALLOC_ATTACH_H
