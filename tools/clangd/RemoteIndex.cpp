//===- RemoteIndex.cpp - an index served over the network: not here -------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The packaged client needs gRPC, which would be a heavy dependency for a
// feature that few use.
//
//===----------------------------------------------------------------------===//

#include "ClangdInternals.h"
#include "llvm/Support/raw_ostream.h"

std::string anomalloc::featureString() {
  std::string Features = stock::featureString();
  if (size_t At = Features.find("+grpc"); At != std::string::npos)
    Features.erase(At, std::string("+grpc").size());
  return Features;
}

namespace clang::clangd::remote {

std::unique_ptr<SymbolIndex> getClient(llvm::StringRef Address,
                                       llvm::StringRef /*ProjectRoot*/) {
  llvm::errs() << "anomalloc-clangd: error: it is built without support for "
                  "remote indexes, so that at "
               << Address << " is left out; use stock clangd for it\n";
  return nullptr;
}

} // namespace clang::clangd::remote
