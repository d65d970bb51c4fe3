//===- TextStream.h - what a string stream is made for ----------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   std::istringstream In(Text);  while (getline(In, Item, ','))     Splits
//   std::ostringstream Out;  Out << Number;  return Out.str();       Prints
//   std::istringstream In(Text);  In >> Number;                      Reads
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_CLANG_TIDY_CHECKS_EXPENSIVE_OBJECT_IN_LOOP_TEXTSTREAM_H
#define ANOMALLOC_CLANG_TIDY_CHECKS_EXPENSIVE_OBJECT_IN_LOOP_TEXTSTREAM_H

#include "utils/ast/References.h"
#include <string>

namespace clang::tidy::anomalloc {

enum class TextStream {
  Splits, ///< A text is cut at a delimiter with std::getline.
  Prints, ///< One number is turned into text.
  Reads,  ///< One number is read from text.
  More    ///< Anything else.
};

/// The one purpose that all uses of the local string stream \p Stream serve.
TextStream whatServes(const VarDecl &Stream, const CXXConstructExpr &Made,
                      const ReferenceIndex &Index);

/// For a message: "only to split a text".
std::string purposeOf(TextStream Serves);
/// The alternative, for a message: "'find' and 'substr' split the text where it
/// is".
std::string insteadOf(TextStream Serves, const LangOptions &Language);

} // namespace clang::tidy::anomalloc

#endif // ANOMALLOC_CLANG_TIDY_CHECKS_EXPENSIVE_OBJECT_IN_LOOP_TEXTSTREAM_H
