//===- RdjsonlWriter.cpp - findings for reviewdog -------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Review/Review.h"

using namespace llvm;

namespace anomalloc::lint {

static StringRef rdSeverity(Grade G) {
  constexpr StringLiteral Names[] = {"ERROR", "WARNING", "INFO"};
  return Names[int(G)];
}

static json::Object range(const Region &At) {
  return json::Object{
      {"start",
       json::Object{{"line", At.StartLine}, {"column", At.StartColumn}}},
      {"end", json::Object{{"line", At.EndLine}, {"column", At.EndColumn}}}};
}

void writeRdjsonl(raw_ostream &OS, const Review &R) {
  for (const Finding &F : R.Findings) {
    // Older versions of the format know no related places.
    std::string Message = F.Message;
    for (const Note &N : F.Notes)
      Message += "\n" + R.Where->relative(N.At.File) + ":" +
                 std::to_string(N.At.Line) + ": note: " + N.Message;
    json::Object Row{
        {"message", jsonText(Message)},
        {"location",
         json::Object{{"path", jsonText(R.Where->relative(F.At.File))},
                      {"range", range(regionOf(R, F))}}},
        {"severity", rdSeverity(gradeOf(F))},
        {"source", json::Object{{"name", "anomalloc"}}},
        {"code", json::Object{{"value", F.Check}}}};
    json::Array Suggestions;
    for (const Edit &E : F.Fix)
      if (E.File == F.At.File && hasKnownFix(R, F))
        Suggestions.push_back(json::Object{
            {"range", range(regionOf(R, E.File, E.Offset, E.Length))},
            {"text", jsonText(E.Text)}});
    // A suggestion that reaches other files would be half a fix.
    if (!Suggestions.empty() && Suggestions.size() == F.Fix.size())
      Row["suggestions"] = std::move(Suggestions);
    OS << json::Value(std::move(Row)) << '\n';
  }
}

} // namespace anomalloc::lint
