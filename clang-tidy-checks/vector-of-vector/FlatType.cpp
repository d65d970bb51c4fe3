//===- FlatType.cpp - one vector in place of two --------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "vector-of-vector/FlatType.h"
#include "utils/ast/SourceText.h"
#include "utils/objects/StdTypes.h"
#include "clang/AST/ASTContext.h"
#include "clang/Lex/Lexer.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace clang::tidy::anomalloc {

std::optional<FlatType> flatType(const DeclaratorDecl &D,
                                 const ASTContext &Context) {
  const SourceManager &SM = Context.getSourceManager();
  const QualType Type = D.getType();
  if (Type.getCanonicalType().hasLocalQualifiers() ||
      !isStd(Type, {"vector"}) || !isStd(typeArgument(Type, 0), {"vector"}) ||
      stdName(typeArgument(Type, 1)) != "allocator" ||
      stdName(typeArgument(typeArgument(Type, 0), 1)) != "allocator")
    return std::nullopt;
  const QualType Of = typeArgument(typeArgument(Type, 0), 0);
  if (!Of->isScalarType() || Of->isBooleanType())
    return std::nullopt;
  const SourceLocation Begin = D.getTypeSpecStartLoc();
  if (!isEditable({Begin, D.getLocation()}, SM))
    return std::nullopt;
  // As it is written, blanks apart: no alias, no second argument.
  StringRef Text = Lexer::getSourceText(
                       CharSourceRange::getCharRange(Begin, D.getLocation()),
                       SM, Context.getLangOpts())
                       .rtrim();
  const StringRef Whole = Text;
  auto changeTo = [&](const std::string &New, StringRef Element) {
    const auto End = Begin.getLocWithOffset(Whole.size());
    return FlatType{FixItHint::CreateReplacement(
                        CharSourceRange::getCharRange(Begin, End), New),
                    Element.str()};
  };
  // The alias stays for others.
  const bool IsName = Text.find_if_not([](char C) {
    return isAlnum(C) || C == '_' || C == ':';
  }) == StringRef::npos;
  if (IsName && Of->getAs<BuiltinType>()) {
    const std::string Element =
        Of.getCanonicalType().getAsString(Context.getPrintingPolicy());
    return changeTo("std::vector<" + Element + ">", Element);
  }
  auto takeVector = [&] {
    Text = Text.ltrim();
    Text.consume_front("::");
    Text.consume_front("std::");
    if (!Text.consume_front("vector"))
      return false;
    Text = Text.ltrim();
    return Text.consume_front("<");
  };
  if (losesComment({Begin, D.getLocation()}, "", Context) || !takeVector())
    return std::nullopt;
  const StringRef Front = Whole.drop_back(Text.size());
  if (!takeVector() || !Text.consume_back(">"))
    return std::nullopt;
  Text = Text.rtrim();
  if (!Text.consume_back(">"))
    return std::nullopt;
  StringRef Element = Text.trim();
  if (Element.empty() || Element.contains(','))
    return std::nullopt;
  return changeTo((Front + Element + ">").str(), Element);
}

} // namespace clang::tidy::anomalloc
