//===- CodeOfRun.h - the objects of a run -----------------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The objects that a profile names, as they lie on this machine: their debug
/// information and their machine code. Each is opened when it is first asked
/// for. An object that is gone, or another build now, tells nothing.
///
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_RECOVER_CODEOFRUN_H
#define ANOMALLOC_RECOVER_CODEOFRUN_H

#include "Profile/Library.h"
#include "Recover/FunctionFacts.h"
#include "Recover/MachineCode.h"
#include "Recover/TypeOfNew.h"
#include <map>

namespace anomalloc {

/// Whether loops around a call matter that stands in \p Library, in code of
/// \p Levels (innermost first). A library's own loops, as those of OpenMP's
/// threads, are nobody's to change, and the pass does not see them. That may be
/// a library that was linked into the program.
bool mayHaveUserLoops(llvm::StringRef Library, llvm::ArrayRef<Frame> Levels);

/// Not thread-safe.
class CodeOfRun {
public:
  /// \p P must outlive this object. \p Root as in SymbolizeOptions.
  CodeOfRun(const Profile &P, llvm::StringRef Root);
  ~CodeOfRun();

  /// The call that returns to \p Offset in \p Library, as machine code tells
  /// it.
  std::optional<MachineCall>
  callBefore(llvm::StringRef Library, llvm::StringRef BuildId, uint64_t Offset);
  /// The functions around that call, the innermost first, as debug information
  /// tells them.
  std::vector<FunctionFacts> functionsAt(llvm::StringRef Library,
                                         llvm::StringRef BuildId,
                                         uint64_t Offset);
  /// typeOfNew() of \p Call, which stands in \p Library.
  std::string typeMadeBy(llvm::StringRef Library, llvm::StringRef BuildId,
                         const NewCall &Call);

private:
  struct Object;
  Object &open(llvm::StringRef Library, llvm::StringRef BuildId);

  const Profile &P;
  std::string Root;
  std::map<std::pair<llvm::StringRef, llvm::StringRef>, std::unique_ptr<Object>>
      Objects;
};

} // namespace anomalloc

#endif // ANOMALLOC_RECOVER_CODEOFRUN_H
