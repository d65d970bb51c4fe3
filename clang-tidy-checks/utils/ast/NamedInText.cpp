//===- NamedInText.cpp - names that the compiler did not see --------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "utils/ast/NamedInText.h"
#include "clang/AST/ASTContext.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Lex/Lexer.h"

namespace clang::tidy::anomalloc {

unsigned timesNamed(llvm::StringRef Name, SourceRange Range,
                    const ASTContext &Context) {
  const SourceManager &SM = Context.getSourceManager();
  // A raw lexer also gives what stands between #if and #endif.
  auto [File, Begin] = SM.getDecomposedExpansionLoc(Range.getBegin());
  auto [EndFile, End] = SM.getDecomposedExpansionLoc(Range.getEnd());
  if (File != EndFile || End < Begin)
    return 0;
  llvm::StringRef Text = SM.getBufferData(File);
  Lexer Lex(SM.getLocForStartOfFile(File), Context.getLangOpts(), Text.begin(),
            Text.begin() + Begin, Text.end());
  unsigned Times = 0;
  Token Next;
  while (!Lex.LexFromRawLexer(Next) &&
         SM.getFileOffset(Next.getLocation()) <= End)
    Times += Next.is(tok::raw_identifier) && Next.getRawIdentifier() == Name;
  return Times;
}

} // namespace clang::tidy::anomalloc
