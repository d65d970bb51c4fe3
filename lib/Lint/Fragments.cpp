//===- Fragments.cpp - what clang wrote of each compilation ---------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Lint/Fragments.h"
#include "Profile/Compat.h"
#include "Support/Errors.h"
#include "clang/Tooling/JSONCompilationDatabase.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

using namespace llvm;
using namespace clang::tooling;

namespace anomalloc::lint {
namespace {

struct Fragment {
  std::string Path, Text;
  sys::TimePoint<> Written;
};

} // namespace

/// Calls \p Use with each fragment of \p Folder, until it returns false.
static void eachFragment(StringRef Folder, function_ref<bool(Fragment)> Use) {
  std::error_code EC;
  for (sys::fs::directory_iterator I(Folder, EC), End; !EC && I != End;
       I.increment(EC)) {
    if (sys::path::extension(I->path()) != ".json")
      continue;
    auto Text = MemoryBuffer::getFile(I->path());
    sys::fs::file_status Status;
    // Clang's first words; other documents begin in another way.
    if (!Text || !(*Text)->getBuffer().starts_with("{ \"directory\": ") ||
        sys::fs::status(I->path(), Status))
      continue;
    if (!Use({I->path(), (*Text)->getBuffer().str(),
              Status.getLastModificationTime()}))
      return;
  }
}

bool hasFragments(StringRef Folder) {
  bool Has = false;
  eachFragment(Folder, [&](const Fragment &) { return Has = true, false; });
  return Has;
}

/// What tells the ways to compile a file apart: the object, as long as it is
/// there. What a link compiles on its way has a new object each time.
static std::string wayOf(const CompileCommand &C) {
  SmallString<256> Object(C.Output);
  compat::makeAbsolute(C.Directory, Object);
  return C.Directory + '\0' + C.Filename + '\0' +
         (sys::fs::exists(Object) ? C.Output : "");
}

Expected<std::vector<CompileCommand>> readFragments(StringRef Folder) {
  std::vector<Fragment> Fragments;
  eachFragment(Folder, [&](Fragment F) {
    Fragments.push_back(std::move(F));
    return true;
  });
  sort(Fragments, [](const Fragment &A, const Fragment &B) {
    return std::tie(B.Written, B.Path) < std::tie(A.Written, A.Path);
  });
  StringSet<> Seen;
  std::vector<CompileCommand> Commands;
  for (const Fragment &F : Fragments) {
    std::string Message;
    const std::string List =
        ("[" + StringRef(F.Text).rtrim().rtrim(',') + "]").str();
    std::unique_ptr<JSONCompilationDatabase> Read =
        JSONCompilationDatabase::loadFromBuffer(List, Message,
                                                JSONCommandLineSyntax::Gnu);
    if (!Read)
      return makeError(F.Path + " was cut off: remove it, and compile again: " +
                       StringRef(Message).rtrim('\n'));
    for (CompileCommand &C : Read->getAllCompileCommands()) {
      SmallString<256> Source(C.Filename);
      compat::makeAbsolute(C.Directory, Source);
      if (sys::fs::exists(Source) && Seen.insert(wayOf(C)).second)
        Commands.push_back(std::move(C));
    }
  }
  // By name, since builds of many jobs write in any order.
  stable_sort(Commands, [](const CompileCommand &A, const CompileCommand &B) {
    return std::tie(A.Filename, A.Directory) <
           std::tie(B.Filename, B.Directory);
  });
  return Commands;
}

} // namespace anomalloc::lint
