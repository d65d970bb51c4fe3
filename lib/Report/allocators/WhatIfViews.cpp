//===- WhatIfViews.cpp - other allocators' blocks, as text and JSON -------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Report/allocators/WhatIfViews.h"
#include "Document/Document.h"
#include "Report/report/JsonParts.h"
#include "Report/text/Paragraph.h"
#include "Report/text/TextTable.h"

using namespace llvm;

namespace anomalloc {

void writeTextWhatIf(raw_ostream &To, const WhatIf &W, const TextStyle &Style) {
  PrintableStream OS(To, Style.documentKind());
  Style.print(OS, "What allocators would hand out", Paint::Heading);
  Style.print(
      OS,
      "   for " +
          formatNumberOf(W.Requested.Allocations, "allocation", Style.Numbers) +
          " of " + formatBytes(W.Requested.Bytes) + ", " +
          formatNumberOf(W.Sizes, "size", Style.Numbers),
      Paint::Dim);
  OS << '\n';
  TextTable Table;
  Table.addColumn("allocator", TextTable::Align::Left);
  for (const char *Heading :
       {"handed out", "more than asked", "%", "with headers", "exact fits"})
    Table.addColumn(Heading);
  for (const WhatIf::Row &Row : W.Rows) {
    const uint64_t More = Row.Usable - std::min(Row.Usable, W.Requested.Bytes);
    Table.addRow({Row.Allocator.str(), formatBytes(Row.Usable),
                  formatBytes(More), formatPercent(More, W.Requested.Bytes),
                  formatBytes(Row.Taken), Style.count(Row.Exact)});
  }
  Table.print(OS, Style);
  Paragraph(2)
      .add("of all blocks that were made, by the allocators' size classes; "
           "nothing was run. Pages that an allocator keeps for later, and its "
           "own tables, are not in it: 'anomalloc replay' measures those",
           Paint::Dim)
      .print(OS, Style);
  if (W.TooLarge.Allocations)
    Paragraph(2)
        .add("! " +
                 formatNumberOf(W.TooLarge.Allocations, "allocation",
                                Style.Numbers) +
                 " of more than any allocator gives: left out",
             Paint::Warning)
        .print(OS, Style);
}

static void describe(Keys<WhatIf::Row> &K) {
  K.add("name", &WhatIf::Row::Allocator);
  K.add("usable_bytes", "as malloc_usable_size would say of each block",
        &WhatIf::Row::Usable);
  K.add("taken_bytes", "with headers", &WhatIf::Row::Taken);
  K.add("exact_allocations", "that get what they ask for, no more",
        &WhatIf::Row::Exact);
}

static void describe(Keys<WhatIf> &K) {
  K.constant("schema", "anomalloc-what-if");
  K.constant("version", 1);
  K.add("requested", &WhatIf::Requested);
  K.add("sizes", "how many that differ", &WhatIf::Sizes);
  K.add("too_large", &WhatIf::TooLarge);
  K.add("allocators", &WhatIf::Rows);
}

void writeJsonWhatIf(raw_ostream &To, const WhatIf &W) { writeDocument(To, W); }

const JsonObject &whatIfObject() { return keysOf<WhatIf>().object(); }

} // namespace anomalloc
