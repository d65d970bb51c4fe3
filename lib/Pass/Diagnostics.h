//===- Diagnostics.h - what the plugin tells --------------------*- C++ -*-===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ANOMALLOC_PASS_DIAGNOSTICS_H
#define ANOMALLOC_PASS_DIAGNOSTICS_H

#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/DiagnosticPrinter.h"
#include "llvm/IR/LLVMContext.h"

namespace anomalloc {

/// The tool that loaded the plugin (clang, opt, lld) prints it in its own
/// style.
class PluginMessage : public llvm::DiagnosticInfo {
public:
  PluginMessage(llvm::DiagnosticSeverity Severity, const llvm::Twine &Message)
      : DiagnosticInfo(kind(), Severity), Message(Message) {}
  void print(llvm::DiagnosticPrinter &Printer) const override {
    Printer << Message;
  }

private:
  static int kind() {
    static const int Kind = llvm::getNextAvailablePluginDiagnosticKind();
    return Kind;
  }
  const llvm::Twine &Message;
};

/// An error makes the compilation fail.
inline void reportError(llvm::LLVMContext &Context,
                        const llvm::Twine &Message) {
  Context.diagnose(PluginMessage(llvm::DS_Error, Message));
}

/// Clang calls it a warning of -Wbackend-plugin.
inline void reportWarning(llvm::LLVMContext &Context,
                          const llvm::Twine &Message) {
  Context.diagnose(PluginMessage(llvm::DS_Warning, Message));
}

} // namespace anomalloc

#endif // ANOMALLOC_PASS_DIAGNOSTICS_H
