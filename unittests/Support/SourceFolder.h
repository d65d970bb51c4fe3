//===- SourceFolder.h - a folder of sources for tests -----------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_UNITTESTS_SOURCEFOLDER_H
#define ANOMALLOC_UNITTESTS_SOURCEFOLDER_H

#include "Review/Project.h"
#include "Review/SourceFiles.h"
#include "Support/TemporaryFolder.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"
#include <gtest/gtest.h>

namespace anomalloc::test {

/// A project in a folder that goes with it.
class SourceFolder {
public:
  SourceFolder() : Folder(llvm::cantFail(TemporaryFolder::create())) {
    Project.Root = Folder.file("project");
  }

  std::string path(llvm::StringRef Name) const {
    return Project.Root + "/" + Name.str();
  }

  /// Writes a file without reading it. Returns its path.
  std::string write(llvm::StringRef Name, llvm::StringRef Text) const {
    const std::string Path = path(Name);
    EXPECT_FALSE(
        llvm::sys::fs::create_directories(llvm::sys::path::parent_path(Path)));
    std::error_code EC;
    llvm::raw_fd_ostream(Path, EC) << Text;
    EXPECT_FALSE(EC) << Path;
    return Path;
  }

  /// Writes a file that Files then know. Returns its path.
  std::string source(llvm::StringRef Name, llvm::StringRef Text) {
    const std::string Path = write(Name, Text);
    EXPECT_NE(Files.get(Path), nullptr);
    return Path;
  }

private:
  TemporaryFolder Folder;

public:
  lint::Project Project;
  lint::SourceFiles Files;
};

} // namespace anomalloc::test

#endif // ANOMALLOC_UNITTESTS_SOURCEFOLDER_H
