//===- VerdictText.h - a verdict in words -----------------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_FORMAT_VERDICTTEXT_H
#define ANOMALLOC_FORMAT_VERDICTTEXT_H

#include "Format/SiteTable.h"
#include "llvm/ADT/Twine.h"
#include <string>

namespace anomalloc {

/// The word for JSON.
inline llvm::StringRef nameOf(BlockLife Life) {
  constexpr llvm::StringLiteral Names[] = {"open", "call", "iteration"};
  return Names[size_t(Life)];
}

/// The word for JSON.
inline llvm::StringRef nameOf(VerdictObstacle Obstacle) {
  constexpr llvm::StringLiteral Names[] = {
#define ANOMALLOC_OBSTACLE(Name, Word, Text) Word,
#include "anomalloc/Obstacles.def"
  };
  return Names[size_t(Obstacle)];
}

/// "its address is given to norm()". \p Function is the name of what is called
/// there; "": not known.
inline std::string obstacleText(VerdictObstacle Obstacle,
                                llvm::StringRef Function) {
  constexpr llvm::StringLiteral Texts[] = {
#define ANOMALLOC_OBSTACLE(Name, Word, Text) Text,
#include "anomalloc/Obstacles.def"
  };
  auto [Before, After] = Texts[size_t(Obstacle)].split('%');
  if (!Texts[size_t(Obstacle)].contains('%'))
    return Before.str();
  return (Before + (Function.empty() ? "a function" : Function) + After).str();
}

/// What is proved: "freed on every path before the next iteration". It is "" if
/// nothing is.
inline llvm::StringRef lifeText(BlockLife Life) {
  constexpr llvm::StringLiteral Texts[] = {
      "", "freed on every path of the call",
      "freed on every path before the next iteration"};
  return Texts[size_t(Life)];
}

/// What could be done: "could be made once before the loop at mesh.cpp:40",
/// "fits the stack (at most 48 bytes)". It is "" if nothing is proved. \p Loop
/// is where the loop is; "": not known.
inline std::string chanceText(const BlockVerdict &V, llvm::StringRef Loop) {
  std::string Text;
  if (V.CanBeKept)
    Text = "could be made once before the loop" +
           (Loop.empty() ? "" : " at " + Loop.str());
  if (V.FitsStack)
    Text += (Text.empty() ? "fits" : ", or fit") +
            (" the stack (at most " + llvm::Twine(V.SizeBound.value_or(0)) +
             " bytes)")
                .str();
  return Text;
}

/// "escapes only to norm, which only reads", "escapes only to norm and 2 more,
/// which only read". \p First is the name of one of \p Number functions.
inline std::string readersText(llvm::StringRef First, uint32_t Number) {
  std::string Others =
      Number > 1 ? (" and " + llvm::Twine(Number - 1) + " more").str() : "";
  return ("escapes only to " + (First.empty() ? "a function" : First) + Others +
          ", which only read" + (Number > 1 ? "" : "s"))
      .str();
}

} // namespace anomalloc

#endif // ANOMALLOC_FORMAT_VERDICTTEXT_H
