//===- SentDiagnostics.cpp - how findings reach the editor ----------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// clangd sends the address of each check's page along, made up from the check's
// name, so ours would lead to a page of LLVM's that does not exist. This one
// leads to the page that was installed. And clangd takes remarks for notes, so
// that our hints reach it as warnings, and hot lines too. The message, by which
// an editor asks for the fix, stays as it is:
//
//   "code": "anomalloc-binary-op-assign",
//   "codeDescription": {
//     "href": "file:///usr/share/doc/anomalloc/docs/checks/binary-op-assign.md"
//   },
//   "message": "Hint: '*' makes a temporary 'Data', ...",
//   "severity": 4,
//   "tags": [1]
//
//===----------------------------------------------------------------------===//

#include "Messages.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

using namespace llvm;

/// As a URI, or nothing if the page is not there.
static std::optional<std::string> pageOf(StringRef Check) {
  static const std::string Program = sys::fs::getMainExecutable(
      nullptr, reinterpret_cast<void *>(&anomalloc::correctDiagnostics));
  SmallString<256> Path(sys::path::parent_path(Program));
  sys::path::append(Path, ANOMALLOC_BIN_TO_DOC, "docs", "checks",
                    Check + ".md");
  sys::path::remove_dots(Path, /*remove_dot_dot=*/true);
  if (!sys::fs::exists(Path))
    return std::nullopt;
  std::string URI = "file://";
  for (char C : Path)
    if (isAlnum(C) || StringRef("/-_.~").contains(C))
      URI += C;
    else
      URI += "%" + toHex(StringRef(&C, 1));
  return URI;
}

// Of the Language Server Protocol.
constexpr int SeverityInformation = 3;
constexpr int SeverityHint = 4;
constexpr int TagUnnecessary = 1;

static void correct(json::Object &Diagnostic) {
  std::optional<StringRef> Check = Diagnostic.getString("code");
  if (!Check || !Check->consume_front("anomalloc-"))
    return;
  Diagnostic.erase("codeDescription");
  if (std::optional<std::string> URI = pageOf(*Check))
    Diagnostic["codeDescription"] = json::Object{{"href", *URI}};
  if (Check == "hot-line") {
    Diagnostic["severity"] = SeverityInformation; // nothing to be mended
    return;
  }
  std::optional<StringRef> Message = Diagnostic.getString("message");
  if (Message && Message->starts_with_insensitive("hint: ")) {
    Diagnostic["severity"] = SeverityHint;
    Diagnostic["tags"] = json::Array{TagUnnecessary}; // editors fade it
  }
}

void anomalloc::correctDiagnostics(json::Value &Params) {
  json::Object *Object = Params.getAsObject();
  json::Array *Diagnostics = Object ? Object->getArray("diagnostics") : nullptr;
  if (Diagnostics)
    for (json::Value &Diagnostic : *Diagnostics)
      if (json::Object *D = Diagnostic.getAsObject())
        correct(*D);
}
