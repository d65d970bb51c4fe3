//===- SnapshotTriggers.cpp -----------------------------------------------===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "record/SnapshotTriggers.h"
#include "Support/Numbers.h"
#include "record/ProcessMaps.h"
#include "llvm/Support/MemoryBuffer.h"
#include <poll.h>
#include <sys/signalfd.h>
#include <unistd.h>

using namespace llvm;
using std::chrono::milliseconds;

namespace anomalloc {
namespace {

/// How often limits are looked at.
constexpr milliseconds LookInterval{100};
/// A limit that is passed again and again gives a snapshot so often.
constexpr milliseconds ShortestGap{10000};
/// A value below this share of its limit is clearly below.
constexpr double ClearlyBelow = 0.95;

/// 0 if the process has ended.
uint64_t residentBytesOf(pid_t Id) {
  auto Text = MemoryBuffer::getFileAsStream(inProc(Id, "statm"));
  uint64_t Pages = 0;
  if (Text)
    (*Text)->getBuffer().split(' ').second.split(' ').first.getAsInteger(10,
                                                                         Pages);
  return Pages * uint64_t(sysconf(_SC_PAGESIZE));
}

} // namespace

SnapshotTriggers::SnapshotTriggers(pid_t Id, int End, SnapshotWishes W)
    : Id(Id), End(End), Wishes(std::move(W)), Next(Clock::now()), Last(Next) {
  sigset_t Set;
  sigemptyset(&Set);
  for (int Signal : {SIGINT, SIGTERM, SIGHUP, SIGUSR1})
    sigaddset(&Set, Signal);
  sigprocmask(SIG_BLOCK, &Set, &Before);
  Signals = signalfd(-1, &Set, SFD_CLOEXEC | SFD_NONBLOCK);
  if (Wishes.For)
    Last += milliseconds(*Wishes.For);
}

SnapshotTriggers::~SnapshotTriggers() {
  close(Signals);
  sigprocmask(SIG_SETMASK, &Before, nullptr);
}

Expected<std::unique_ptr<SnapshotTriggers>>
SnapshotTriggers::watch(pid_t Id, int EndDescriptor, SnapshotWishes Wishes) {
  std::unique_ptr<SnapshotTriggers> T(
      new SnapshotTriggers(Id, EndDescriptor, std::move(Wishes)));
  if (!T->Wishes.Memory)
    return std::move(T);
  Expected<CgroupMemory> Its = T->Wishes.Cgroup.empty()
                                   ? CgroupMemory::of(Id)
                                   : CgroupMemory::at(T->Wishes.Cgroup);
  if (!Its)
    return Its.takeError();
  T->Cgroup.emplace(std::move(*Its));
  T->Hits = T->Cgroup->hits();
  return std::move(T);
}

bool SnapshotTriggers::Limit::rises(bool IsAbove, bool IsClearlyBelow) {
  if (IsClearlyBelow)
    IsPassed = false;
  const auto Now = Clock::now();
  const bool IsTooSoon =
      Told != Clock::time_point() && Now - Told < ShortestGap;
  if (!IsAbove || IsPassed || IsTooSoon)
    return false;
  IsPassed = true;
  Told = Now;
  return true;
}

/// "RSS is 2.001 GiB"; "": no limit was passed.
std::string SnapshotTriggers::passedLimit() {
  if (Wishes.Rss) {
    const uint64_t Bytes = residentBytesOf(Id);
    if (Rss.rises(Bytes >= *Wishes.Rss, Bytes < ClearlyBelow * *Wishes.Rss))
      return "RSS is " + formatBytes(Bytes);
  }
  if (Cgroup) {
    const uint64_t Bytes = Cgroup->bytes(), Most = Cgroup->limit();
    const uint64_t HitsNow = Cgroup->hits();
    const bool WasHit = HitsNow > std::exchange(Hits, HitsNow);
    const double Wanted = *Wishes.Memory * Most;
    if (Memory.rises(WasHit || (Most && Bytes >= Wanted),
                     !WasHit && Bytes < ClearlyBelow * Wanted))
      return "the cgroup has " + formatBytes(Bytes) + " of " +
             formatBytes(Most);
  }
  return "";
}

int SnapshotTriggers::patience() const {
  std::optional<Clock::time_point> Until;
  auto NotAfter = [&Until](Clock::time_point Time) {
    Until = Until ? std::min(*Until, Time) : Time;
  };
  if (Wishes.Every)
    NotAfter(Next);
  if (Wishes.For)
    NotAfter(Last);
  if (Wishes.areLimits())
    NotAfter(Clock::now() + LookInterval);
  if (!Until)
    return -1;
  // Rounded up, or we would ask again in vain.
  const auto Left =
      std::chrono::ceil<milliseconds>(*Until - Clock::now()).count();
  return int(std::clamp<int64_t>(Left, 0, 1 << 30));
}

SnapshotTriggers::Due SnapshotTriggers::wait() {
  while (true) {
    pollfd All[] = {{Signals, POLLIN, 0},
                    {End, POLLIN, 0},
                    {Cgroup ? Cgroup->descriptor() : -1, POLLPRI, 0}};
    poll(All, std::size(All), patience());
    if (All[1].revents)
      return {"the process has ended", true};
    signalfd_siginfo Its;
    if (read(Signals, &Its, sizeof(Its)) == sizeof(Its)) {
      if (Its.ssi_signo == SIGUSR1)
        return {"SIGUSR1", false};
      return {"interrupted", true};
    }
    if (std::string Why = passedLimit(); !Why.empty())
      return {Why, false};
    if (Wishes.Every && Clock::now() >= Next) {
      while (Next <= Clock::now())
        Next += milliseconds(*Wishes.Every);
      return {"", false};
    }
    if (Wishes.For && Clock::now() >= Last)
      return {"the time is over", true};
  }
}

} // namespace anomalloc
