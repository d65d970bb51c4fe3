//===- FreeName.cpp - a name that nothing has yet -------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "utils/rewrite/FreeName.h"
#include "clang/AST/ASTContext.h"
#include "clang/Basic/IdentifierTable.h"

using namespace llvm;

namespace clang::tidy::anomalloc {

/// Both words, in the manner of \p Base.
static std::string joined(StringRef Base, StringRef Word) {
  const bool Underlined = Base.size() > 1 && Base.ends_with("_");
  Base = Base.drop_back(Underlined ? 1 : 0);
  if (Underlined || Base.contains('_'))
    return (Base + "_" + Word.lower() + (Underlined ? "_" : "")).str();
  return (Base + Word).str();
}

std::string freeName(StringRef Base, StringRef Word, const ASTContext &Context,
                     const StringSet<> &Given) {
  // Has every identifier of the unit that was read, whatever it names.
  const IdentifierTable &Taken = Context.Idents;
  for (StringRef Ending : {"", "2", "3", "4", "5"}) {
    std::string Name = joined(Base, (Word + Ending).str());
    if (!Base.empty() && Taken.find(Name) == Taken.end() &&
        !Given.contains(Name))
      return Name;
  }
  return "";
}

} // namespace clang::tidy::anomalloc
