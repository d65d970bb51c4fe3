//===- Transport.cpp - the way of clangd's messages -----------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Messages pass here as values, before clangd writes them and after it has read
// them: nobody but clangd touches the stream.
//
//   clangd  --notify, reply-->  MeasuringTransport  -->  stock  --bytes-->
//
//===----------------------------------------------------------------------===//

#include "ClangdInternals.h"
#include "EditorWeights.h"
#include "Messages.h"

using namespace llvm;

namespace {

/// Hands everything on, diagnostics corrected and hovers completed. Who sends
/// holds clangd's lock, so that one message is sent at a time.
class MeasuringTransport : public clang::clangd::Transport {
public:
  explicit MeasuringTransport(std::unique_ptr<Transport> Next)
      : Next(std::move(Next)) {}

  void notify(StringRef Method, json::Value Params) override {
    if (Method == "textDocument/publishDiagnostics")
      anomalloc::correctDiagnostics(Params);
    Next->notify(Method, std::move(Params));
    complain();
  }
  void call(StringRef Method, json::Value Params, json::Value ID) override {
    Next->call(Method, std::move(Params), std::move(ID));
  }
  void reply(json::Value ID, Expected<json::Value> Result) override {
    if (Result)
      anomalloc::addMeasuredToHover(*Result);
    Next->reply(std::move(ID), std::move(Result));
  }
  llvm::Error loop(MessageHandler &Handler) override {
    return Next->loop(Handler);
  }

private:
  void complain() {
    if (std::string Why = anomalloc::takeComplaint(); !Why.empty()) {
      constexpr int Warning = 2; // of the Language Server Protocol
      Next->notify(
          "window/showMessage",
          json::Object{{"type", Warning}, {"message", "Anomalloc: " + Why}});
    }
  }

  std::unique_ptr<Transport> Next;
};

} // namespace

std::unique_ptr<clang::clangd::Transport>
anomalloc::newJSONTransport(std::FILE *In, raw_ostream &Out,
                            raw_ostream *InMirror, bool Pretty,
                            clang::clangd::JSONStreamStyle Style) {
  return std::make_unique<MeasuringTransport>(
      stock::newJSONTransport(In, Out, InMirror, Pretty, Style));
}
