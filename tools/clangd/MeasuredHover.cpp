//===- MeasuredHover.cpp - what a function allocated, on hover ------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// clangd has no hook for hovers. It answers one on the thread that looks the
// thing up: first getHover() is called, then the answer is sent.
//
//   getHover()            here: looks the function up, keeps the text
//   Transport::reply()    here: adds the text
//
//===----------------------------------------------------------------------===//

#include "ClangdInternals.h"
#include "EditorWeights.h"
#include "FunctionAt.h"
#include "Support/Demangle.h"
#include "Support/Numbers.h"
#include "Weights/FunctionWeights.h"
#include "Weights/MeasuredText.h"
#include "Messages.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include <map>

using namespace llvm;
using namespace anomalloc;

namespace {

/// One row: it has nothing that Markdown would take for its own.
using Rows = std::vector<std::string>;

/// What the thread's last getHover() found, until it is told.
thread_local Rows Pending;

constexpr size_t MostRows = 3;

class Looker {
public:
  Looker(const MeasuredWeights &Weights, clang::ASTContext &Context)
      : Weights(Weights), Context(Context), SM(Context.getSourceManager()) {}

  Rows look(clang::SourceLocation At);

private:
  std::optional<FileToday> today(clang::FileID File) const;
  SoughtFunction sought(const clang::FunctionDecl &F) const;
  void tellFunction(const clang::FunctionDecl &F, Rows &Told);
  void tellLine(clang::SourceLocation At, Rows &Told) const;
  std::optional<uint32_t> lineNow(const LineShare &L);
  std::string place(const LineShare &L);

  std::map<uint32_t, FileToday> OnDisk; ///< By index of Measurements::Files.
  const MeasuredWeights &Weights;
  clang::ASTContext &Context;
  const clang::SourceManager &SM;
};

std::optional<FileToday> Looker::today(clang::FileID File) const {
  if (auto Entry = SM.getFileEntryRefForID(File))
    return Weights.today(Entry->getName(), SM.getBufferData(File));
  return std::nullopt;
}

SoughtFunction Looker::sought(const clang::FunctionDecl &F) const {
  SoughtFunction S;
  S.LinkageNames = linkageNames(F);
  const clang::TemplateSpecializationKind Kind =
      F.getTemplateSpecializationKind();
  S.HasInstances =
      F.isTemplated() || (Kind != clang::TSK_Undeclared &&
                          Kind != clang::TSK_ExplicitSpecialization);
  const clang::FunctionDecl *Body = F.getDefinition();
  if (!Body)
    return S;
  const clang::SourceLocation Begin = SM.getExpansionLoc(Body->getBeginLoc());
  const std::optional<FileToday> Now = today(SM.getFileID(Begin));
  if (!Now)
    return S;
  const unsigned First = SM.getSpellingLineNumber(Begin);
  const unsigned Last = SM.getExpansionLineNumber(Body->getEndLoc());
  for (unsigned Line = First; Line <= Last; ++Line)
    if (std::optional<uint32_t> Then = Now->Lines.then(Line)) {
      S.File = Now->File;
      S.FirstLine = S.FirstLine ? std::min(S.FirstLine, *Then) : *Then;
      S.LastLine = std::max(S.LastLine, *Then);
    }
  std::string Name = F.getNameAsString();
  S.Fits = [Name = StringRef(Name).split('<').first.str()](StringRef Linkage) {
    return StringRef(demangledName(Linkage)).contains(Name);
  };
  return S;
}

/// Nullopt: it was changed or removed since. The document goes before the file.
std::optional<uint32_t> Looker::lineNow(const LineShare &L) {
  auto [Slot, New] = OnDisk.try_emplace(L.File);
  if (New) {
    const std::string &Path = Weights.all().Files[L.File];
    std::optional<FileToday> Now = today(SM.getMainFileID());
    if (!Now || Now->File != L.File) {
      auto Text = MemoryBuffer::getFile(Path);
      Now = Text ? Weights.today(Path, (*Text)->getBuffer()) : std::nullopt;
    }
    if (Now)
      Slot->second = std::move(*Now);
  }
  return Slot->second.Lines.now(L.Line);
}

/// "solver.cpp:12, in assemble".
std::string Looker::place(const LineShare &L) {
  const Measurements &M = Weights.all();
  std::string Text = sys::path::filename(M.Files[L.File]).str();
  if (std::optional<uint32_t> Line = lineNow(L))
    Text += ":" + utostr(*Line);
  if (std::string In = nameOfFunction(M.Functions[L.Function]); !In.empty())
    Text += ", in " + In;
  return Text;
}

void Looker::tellFunction(const clang::FunctionDecl &F, Rows &Told) {
  const SoughtFunction S = sought(F);
  const std::optional<MeasuredFunction> Found = measuredFunction(Weights, S);
  if (!Found)
    return;
  const Measurements &M = Weights.all();
  std::string Name;
  raw_string_ostream OS(Name);
  F.getNameForDiagnostic(OS, Context.getPrintingPolicy(), /*Qualified=*/true);
  if (Found->Made.Allocations || !Found->WithCallees.Allocations)
    Told.push_back(Name + ": " + Found->Made.phrase() +
                   detailsText(Found->Made, M));
  if (Found->Calls && Found->Made.Allocations)
    Told.push_back(Name + ": " +
                   perCallText(Found->Made.Allocations, *Found->Calls));
  if (Found->WithCallees.Allocations > Found->Made.Allocations)
    Told.push_back(Name + " with what it calls: at least " +
                   Found->WithCallees.phrase() +
                   detailsText(Found->WithCallees, M));

  size_t Changed = 0;
  Rows Lines;
  for (const LineShare &L : Found->Lines) {
    const std::optional<uint32_t> Line = lineNow(L);
    if (!Line)
      ++Changed;
    else if (Lines.size() != MostRows)
      Lines.push_back("line " + utostr(*Line) + ": " +
                      formatCount(L.Sum.Allocations));
  }
  if (Found->Lines.size() > 1)
    append_range(Told, Lines);
  if (Changed)
    Told.push_back("since the run " + formatNumberOf(Changed, "measured line") +
                   (Changed == 1 ? " was" : " were") + " changed or removed");
  for (const LineShare &L : ArrayRef(Found->For).take_front(MostRows))
    Told.push_back("made for " + place(L) + ": " +
                   formatCount(L.Sum.Allocations));
  if (Found->For.size() > MostRows)
    Told.push_back("and for " +
                   formatNumberOf(Found->For.size() - MostRows, "more line"));
}

void Looker::tellLine(clang::SourceLocation At, Rows &Told) const {
  const std::optional<FileToday> Now = today(SM.getFileID(At));
  const unsigned Line = SM.getSpellingLineNumber(At);
  if (std::optional<Measured> Here =
          Now ? Weights.ofLines(*Now, Line, Line) : std::nullopt)
    Told.push_back("this line: " + Here->phrase() +
                   detailsText(*Here, Weights.all()));
}

Rows Looker::look(clang::SourceLocation At) {
  Rows Told;
  if (const clang::FunctionDecl *F = functionAt(Context, At))
    tellFunction(*F, Told);
  tellLine(At, Told);
  return Told;
}

/// In Markdown a list; names have stars and underscores of their own.
std::string written(const Rows &Told, bool Markdown) {
  std::string Text = Markdown ? "\n\n---\n**Allocations in the recorded run**\n"
                              : "\n\nAllocations in the recorded run:";
  for (const std::string &Row : Told) {
    Text += Markdown ? "\n- " : "\n- ";
    for (char C : Row) {
      if (Markdown && StringRef("\\`*_{}[]<>#~|&").contains(C))
        Text += '\\';
      Text += C;
    }
  }
  return Text;
}

} // namespace

clang::clangd::HoverResult
anomalloc::getHover(clang::clangd::ParsedAST &AST, clang::clangd::Position Pos,
                    const clang::format::FormatStyle &Style,
                    const clang::clangd::SymbolIndex *Index) {
  Pending.clear();
  clang::ASTContext &Context = AST.getASTContext();
  const clang::SourceManager &SM = Context.getSourceManager();
  if (auto File = SM.getFileEntryRefForID(SM.getMainFileID()))
    if (auto Weights = weightsOf(File->getName())) {
      if (Expected<clang::SourceLocation> At =
              clang::clangd::sourceLocationInMainFile(SM, Pos))
        Pending = Looker(*Weights, Context).look(*At);
      else
        consumeError(At.takeError());
    }
  return stock::getHover(AST, Pos, Style, Index);
}

void anomalloc::addMeasuredToHover(json::Value &Result) {
  const Rows Told = std::exchange(Pending, {});
  json::Object *Hover = Result.getAsObject();
  json::Object *Contents = Hover ? Hover->getObject("contents") : nullptr;
  if (Told.empty() || !Contents)
    return;
  std::optional<StringRef> Value = Contents->getString("value");
  if (!Value)
    return;
  const bool Markdown = Contents->getString("kind") == "markdown";
  std::string Text = Value->rtrim().str() + written(Told, Markdown);
  (*Contents)["value"] = json::fixUTF8(Text);
}
