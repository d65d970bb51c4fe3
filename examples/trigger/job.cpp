//===- job.cpp - Threads that pass events on ------------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "job.h"
#include "channel.h"
#include "decode.h"
#include "reconstruct.h"
#include "select.h"
#include "source.h"

#include <anomalloc/anomalloc.h>

#include <map>
#include <thread>

namespace trigger {
namespace {

std::unique_ptr<Decision> process(std::unique_ptr<RawEvent> Raw) {
  DecodedEvent Event;
  {
    anomalloc::Scope Section("decode");
    Event = decode(*Raw);
  }
  Tracks All;
  {
    anomalloc::Scope Section("reconstruct");
    All = reconstruct(Event);
  }
  anomalloc::Scope Section("select");
  auto Result = std::make_unique<Decision>();
  Result->Number = Raw->Number;
  Result->Passed = select(All);
  for (const auto &T : All)
    Result->Found.push_back(T->Way);
  Result->Truth = std::move(Raw->Truth);
  // What is rejected is freed here, by another thread than made it.
  if (!Result->Passed.empty())
    Result->Raw = std::move(Raw);
  return Result;
}

/// Decisions come in any order, and leave in the order of events.
void writeInOrder(std::uint64_t NumEvents, Channel<Decision> &From,
                  const std::function<void(const Decision &)> &Write) {
  std::map<std::uint64_t, std::unique_ptr<Decision>> Waiting;
  for (std::uint64_t Next = 0; Next != NumEvents;) {
    auto Came = From.pop();
    anomalloc::Scope Section("write");
    const std::uint64_t Number = Came->Number;
    Waiting.emplace(Number, std::move(Came));
    while (!Waiting.empty() && Waiting.begin()->first == Next) {
      Write(*Waiting.begin()->second);
      Waiting.erase(Waiting.begin());
      ++Next;
    }
  }
}

} // namespace

void runJob(std::uint64_t NumEvents, int NumWorkers,
            const std::function<void(const Decision &)> &Write) {
  // Places enough for no thread to wait for long.
  Channel<RawEvent> Arrived(std::size_t(4 * NumWorkers));
  Channel<Decision> Decided(std::size_t(4 * NumWorkers));

  std::vector<std::thread> Threads;
  Threads.reserve(NumWorkers + 1);
  Threads.emplace_back([&] {
    anomalloc::Scope Section("read");
    for (std::uint64_t I = 0; I != NumEvents; ++I)
      Arrived.push(simulateEvent(I));
    Arrived.close();
  });
  for (int I = 0; I != NumWorkers; ++I)
    Threads.emplace_back([&] {
      while (auto Raw = Arrived.pop())
        Decided.push(process(std::move(Raw)));
    });
  writeInOrder(NumEvents, Decided, Write);
  for (std::thread &T : Threads)
    T.join();
}

} // namespace trigger
