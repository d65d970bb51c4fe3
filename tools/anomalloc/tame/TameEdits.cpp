//===- TameEdits.cpp - changes the files of a work tree -------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tame/TameEdits.h"
#include "Report/text/WholeFile.h"
#include "Support/Errors.h"
#include "Support/RegularFile.h"
#include "llvm/ADT/STLExtras.h"
#include <map>
#include <set>

using namespace llvm;

namespace anomalloc {

std::vector<std::string> filesOf(const std::vector<lint::Edit> &Edits) {
  std::set<std::string> Files;
  for (const lint::Edit &E : Edits)
    Files.insert(E.File);
  return {Files.begin(), Files.end()};
}

std::vector<lint::Edit> editsOf(ArrayRef<TameChange> Changes) {
  std::vector<lint::Edit> All;
  for (const TameChange &C : Changes)
    append_range(All, C.Edits);
  return All;
}

/// "" if \p E does something else.
static StringRef includeAddedBy(const lint::Edit &E) {
  const StringRef Line = StringRef(E.Text).trim();
  return !E.Length && Line.starts_with("#include") ? Line : "";
}

bool meet(const TameChange &A, const TameChange &B) {
  return any_of(A.Edits, [&](const lint::Edit &X) {
    return any_of(B.Edits, [&](const lint::Edit &Y) {
      if (!includeAddedBy(X).empty() && !includeAddedBy(Y).empty())
        return false;
      return X.File == Y.File && X.Offset <= uint64_t(Y.Offset) + Y.Length &&
             Y.Offset <= uint64_t(X.Offset) + X.Length;
    });
  });
}

static bool hasLine(StringRef Text, StringRef Wanted) {
  SmallVector<StringRef, 0> Lines;
  Text.split(Lines, '\n');
  return any_of(Lines, [&](StringRef Line) { return Line.trim() == Wanted; });
}

/// \p Edits are those of one file.
static Expected<std::string> editedText(StringRef Text,
                                        std::vector<const lint::Edit *> Edits) {
  stable_sort(Edits, [](const lint::Edit *A, const lint::Edit *B) {
    return A->Offset < B->Offset;
  });
  std::string Made;
  std::set<StringRef> Added;
  uint64_t At = 0;
  for (const lint::Edit *E : Edits) {
    if (E->Offset < At || E->Offset > Text.size() ||
        E->Length > Text.size() - E->Offset)
      return makeError("its edits do not fit " + E->File);
    if (const StringRef Line = includeAddedBy(*E); !Line.empty())
      if (hasLine(Text, Line) || !Added.insert(Line).second)
        continue;
    Made += Text.slice(At, E->Offset);
    Made += E->Text;
    At = E->Offset + E->Length;
  }
  Made += Text.drop_front(At);
  return Made;
}

Error applyEdits(const std::string &Tree,
                 const std::vector<lint::Edit> &Edits) {
  std::map<std::string, std::vector<const lint::Edit *>> ByFile;
  for (const lint::Edit &E : Edits)
    ByFile[E.File].push_back(&E);
  std::map<std::string, std::string> Texts;
  for (const auto &[File, Its] : ByFile) {
    const std::string Path = Tree + "/" + File;
    auto Text = openRegularFile(Path);
    if (!Text)
      return inContext(Path, Text.takeError());
    if (Error E = editedText((*Text)->getBuffer(), Its).moveInto(Texts[Path]))
      return E;
  }
  for (const auto &Entry : Texts)
    if (Error E = writeWholeFile(Entry.first, [&](raw_ostream &OS) {
          OS << Entry.second;
          return Error::success();
        }))
      return E;
  return Error::success();
}

} // namespace anomalloc
