//===- Installed.cpp - the majors of LLVM we have a file for --------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Installed.h"
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <dirent.h>
#include <dlfcn.h>
#include <unistd.h>

namespace anomalloc::loader {

/// "llvm-19" -> 19; 0 for everything else.
static unsigned majorOf(const char *FolderName) {
  constexpr char Prefix[] = "llvm-";
  constexpr size_t Length = sizeof(Prefix) - 1;
  if (strncmp(FolderName, Prefix, Length) != 0)
    return 0;
  char *End;
  unsigned long Major = strtoul(FolderName + Length, &End, 10);
  return *End || Major > 9999 ? 0 : unsigned(Major);
}

bool Installed::has(unsigned Major) const {
  for (unsigned I = 0; I < NumMajors; ++I)
    if (Majors[I] == Major)
      return true;
  return false;
}

bool Installed::path(unsigned Major, const char *Name,
                     char (&Path)[PATH_MAX]) const {
  int Length = snprintf(Path, PATH_MAX, "%s/llvm-%u/%s", Folder, Major, Name);
  return Length > 0 && Length < PATH_MAX;
}

Installed findInstalled(const void *Address, const char *Name) {
  Installed Result{};
  Dl_info Info;
  if (!dladdr(Address, &Info) || !realpath(Info.dli_fname, Result.Folder))
    return Result;
  *strrchr(Result.Folder, '/') = 0;

  DIR *Folder = opendir(Result.Folder);
  if (!Folder)
    return Result;
  while (dirent *Entry = readdir(Folder)) {
    unsigned Major = majorOf(Entry->d_name);
    char Path[PATH_MAX];
    if (!Major || Result.NumMajors == Installed::MaxMajors ||
        !Result.path(Major, Name, Path) || access(Path, R_OK) != 0)
      continue;
    unsigned At = Result.NumMajors++;
    for (; At && Result.Majors[At - 1] < Major; --At)
      Result.Majors[At] = Result.Majors[At - 1];
    Result.Majors[At] = Major;
  }
  closedir(Folder);
  return Result;
}

} // namespace anomalloc::loader
