//===- TameJson.cpp - a taming for programs -------------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Document/Document.h"
#include "tame/TameResult.h"

using namespace llvm;

namespace anomalloc {

static void describe(Keys<TameNumbers> &K) {
  K.name("tame_numbers");
  K.add("allocations", &TameNumbers::Allocations);
  K.add("bytes", "requested by all allocations", &TameNumbers::Bytes);
  K.add("peak_bytes", "the most live bytes, added up over processes",
        &TameNumbers::Peak);
  K.add("time", "as time_is says; null: not measured", &TameNumbers::Time);
}

namespace lint {
static void describe(Keys<Edit> &K) {
  K.add("file", &Edit::File);
  K.add("offset", "in bytes", &Edit::Offset);
  K.add("length", "in bytes", &Edit::Length);
  K.add("text", &Edit::Text);
}
} // namespace lint

static void describe(Keys<TameChange> &K) {
  K.name("tame_change");
  K.add("check", "or, in left, an anomaly of the report that no check explains",
        &TameChange::Check);
  K.add("file", &TameChange::File);
  K.add("line", &TameChange::Line);
  K.add("column", &TameChange::Column);
  K.add("more_lines", "further lines of an entry of the report",
        &TameChange::MoreLines);
  K.add("message", &TameChange::Message);
  K.add("suggestion", "what is to be done", &TameChange::Suggestion);
  K.add("allocations", "measured at the place before",
        &TameChange::Allocations);
  K.add("proved", "whether the change certainly means the same",
        &TameChange::IsProved);
  K.add("doubt", "what a person would check; empty if proved",
        &TameChange::Doubt);
  K.add("fingerprint",
        "as 'anomalloc schema lint' has it; empty for an entry of the report",
        &TameChange::Fingerprint);
  K.add("edits", "empty in steps, and where a person must write the change",
        &TameChange::Edits);
}

static void describe(Keys<TameStep> &K) {
  K.name("tame_step");
  K.include([](const TameStep &S) -> const TameChange & {
    return S.Changes.front();
  });
  K.add("with", "changes that were made together with it: none gains alone",
        [](const TameStep &S) { return ArrayRef(S.Changes).drop_front(); });
  K.add("kept", &TameStep::Kept);
  K.add("why_not", "why it was taken back; empty if it was kept",
        &TameStep::Why);
  K.add("after", "what was measured after it; null if it was taken back",
        [](const TameStep &S) { return orNull(S.Kept, S.After); });
  K.add("commit", "its hash; empty if it was taken back", &TameStep::Commit);
  K.add("patch", "a path; empty if it was taken back", &TameStep::Patch);
}

static void describe(Keys<Taming> &K) {
  using Shown = const Taming &;
  K.constant("schema", "anomalloc-tame");
  K.constant("version", 1);
  K.add("generator",
        [](Shown) { return StringRef("anomalloc " ANOMALLOC_VERSION); });
  K.add("dry_run", [](Shown T) { return T.settings().DryRun; });
  K.add("done",
        "whether nothing is left to be tried; if not, the same command "
        "goes on",
        [](Shown T) { return T.state().Done; });
  K.add("head", "the commit that was begun with",
        [](Shown T) { return StringRef(T.state().Head); });
  K.add("branch", "leads to the commits of all kept steps, if there are some",
        [](Shown T) { return StringRef(T.settings().Branch); });
  K.add("work_folder", [](Shown T) { return T.workFolder(); });
  K.addWord("time_is", {"none", "perf", "callgrind", "cpu"},
            "perf and callgrind: instructions; cpu: nanoseconds of the "
            "processors",
            [](Shown T) { return size_t(T.state().Clock); });
  K.add("output_compared",
        "whether the program's output took part in the judgement",
        [](Shown T) { return T.state().OutputAgrees; });
  K.add("noise", "how far two runs of one program were apart",
        [](Shown T) { return T.state().Noise; });
  K.add("start", [](Shown T) { return T.state().Start; });
  K.add("now", "after all kept steps", [](Shown T) { return T.state().Now; });
  K.add("steps", "all that was tried, in order",
        [](Shown T) { return ArrayRef(T.state().Steps); });
  K.add("planned", "with --dry-run: what would be tried, in order",
        [](Shown T) { return ArrayRef(T.planned()); });
  K.add("left", "what needs a person, the most allocations first",
        [](Shown T) { return ArrayRef(T.state().Left); });
  K.add("notes", [](Shown T) { return ArrayRef(T.state().Notes); });
}

void writeTameJson(raw_ostream &OS, const Taming &Its) {
  writeDocument(OS, Its);
}

const JsonObject &tameObject() { return keysOf<Taming>().object(); }

} // namespace anomalloc
