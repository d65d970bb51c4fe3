//===- main.cpp - a clangd with the checks linked in ----------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An editor's language server loads no clang-tidy plugin, so this one has ours
// linked in. Everything else is clangd's:
//
//   --> textDocument/publishDiagnostics
//       {"code": "anomalloc-binary-op-assign", "source": "clang-tidy",
//        "message": "'*' makes a temporary 'Data', which owns heap memory ...
//
//===----------------------------------------------------------------------===//

#include "ClangdInternals.h"

namespace clang::tidy {
extern volatile int AnomallocModuleAnchorSource;
}

int main(int argc, char **argv) {
  // The checks register themselves; this keeps them linked.
  clang::tidy::AnomallocModuleAnchorSource = 1;
  return clang::clangd::clangdMain(argc, argv);
}
