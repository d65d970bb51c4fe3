//===- Baseline.cpp - findings that are known already ---------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Lint/Baseline.h"
#include "Report/text/WholeFile.h"
#include "Support/Errors.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/MemoryBuffer.h"
#include <tuple>

using namespace llvm;

namespace anomalloc::lint {

static constexpr char FormatName[] = "anomalloc-lint-baseline";

Expected<Baseline> readBaseline(StringRef Path) {
  auto Buffer = MemoryBuffer::getFile(Path);
  if (!Buffer)
    return inContext("cannot read the baseline " + Path,
                     errorCodeToError(Buffer.getError()));
  auto Foreign = [&](const Twine &Why) {
    return makeError(Path + " is no baseline (" + Why +
                     "); --write-baseline=FILE writes one");
  };
  Expected<json::Value> Root = json::parse((*Buffer)->getBuffer());
  if (!Root)
    return Foreign(toString(Root.takeError()));
  const json::Object *Top = Root->getAsObject();
  if (!Top || Top->getString("format") != FormatName)
    return Foreign(Twine("no \"format\": \"") + FormatName + "\"");
  if (Top->getInteger("version") != 1)
    return Foreign("of another version");
  const json::Array *Rows = Top->getArray("findings");
  if (!Rows)
    return Foreign("no \"findings\"");
  Baseline Known;
  for (const json::Value &Row : *Rows) {
    const json::Object *Fields = Row.getAsObject();
    std::optional<StringRef> Fingerprint, Check, File, Code;
    if (Fields) {
      Fingerprint = Fields->getString("fingerprint");
      Check = Fields->getString("check");
      File = Fields->getString("file");
      Code = Fields->getString("code");
    }
    if (!Fingerprint || !Check || !File || !Code)
      return Foreign("a finding lacks fingerprint, check, file or code");
    // Without a level it is of the time before there were hints.
    bool IsHint = Fields->getString("level") == "hint";
    Known[Fingerprint->str()] = {Check->str(), File->str(), Code->str(),
                                 IsHint ? Level::Hint : Level::Warning};
  }
  return Known;
}

Error writeBaseline(StringRef Path, ArrayRef<Finding> Findings,
                    const Project &P, const SourceFiles &Files) {
  // No line numbers: a baseline under version control changes only where the
  // findings do.
  using Row =
      std::tuple<std::string, std::string, std::string, std::string, bool>;
  std::vector<Row> Rows;
  for (const Finding &F : Findings)
    Rows.push_back({P.relative(F.At.File), F.Check, normalizedLine(F, Files),
                    F.Fingerprint, F.Loud == Level::Hint});
  sort(Rows);
  return writeWholeFile(Path, [&](raw_ostream &OS) -> Error {
    json::OStream J(OS, /*IndentSize=*/1);
    J.object([&] {
      J.attribute("format", FormatName);
      J.attribute("version", 1);
      J.attributeArray("findings", [&] {
        for (const auto &[File, Check, Code, Fingerprint, IsHint] : Rows)
          J.object([&, &File = File, &Check = Check, &Code = Code,
                    &Fingerprint = Fingerprint, IsHint = IsHint] {
            J.attribute("file", json::fixUTF8(File));
            J.attribute("check", Check);
            J.attribute("code", json::fixUTF8(Code));
            J.attribute("fingerprint", Fingerprint);
            if (IsHint)
              J.attribute("level", "hint");
          });
      });
    });
    OS << '\n';
    return Error::success();
  });
}

} // namespace anomalloc::lint
