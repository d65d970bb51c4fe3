//===- programs.cpp - six programs whose samples are held against the truth
//===//
//
// Part of Anomalloc, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// For benchmarks/estimate/truth. Each program does the same in every run: what
/// it allocates depends on no clock, no address and no order of threads.
///
/// \code
///   programs heavy-tails | large-blocks | phases | threads | containers | leak
/// \endcode
///
//===----------------------------------------------------------------------===//

#include <algorithm>
#include <anomalloc/anomalloc.h>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <pthread.h>
#include <string>
#include <thread>
#include <utility>
#include <vector>

namespace {

/// SplitMix64: the same numbers with every library.
struct Random {
  uint64_t State;
  uint64_t next() {
    uint64_t Z = State += 0x9e3779b97f4a7c15;
    Z = (Z ^ Z >> 30) * 0xbf58476d1ce4e5b9;
    Z = (Z ^ Z >> 27) * 0x94d049bb133111eb;
    return Z ^ Z >> 31;
  }
  double uniform(double From = 0, double To = 1) {
    return From + (To - From) * double(next() >> 11) * 0x1p-53;
  }
  uint64_t below(uint64_t Limit) { return next() % Limit; }
  /// Most near \p Middle, and some many times as large.
  uint32_t size(double Middle, double Width) {
    double Normal = std::sqrt(-2 * std::log(uniform(0x1p-53, 1))) *
                    std::cos(6.283185307179586 * uniform());
    return uint32_t(
        std::clamp(Middle * std::exp(Width * Normal), 16., 16. * (1 << 20)));
  }
};

/// Keeps \p P, and the frame of the caller, from being optimized away.
void *seen(void *P) {
  asm volatile("" : "+r"(P) : : "memory");
  return P;
}

constexpr int Callers = 4, MostSites = 60;
using Maker = void *(*)(size_t);

template <int Site> [[gnu::noinline]] void *make(size_t Size) {
  return seen(::operator new(Size));
}
template <int Site, int Caller> [[gnu::noinline]] void *ask(size_t Size) {
  return seen(make<Site>(Size));
}
template <int... I>
constexpr std::array<Maker, sizeof...(I)>
makersOf(std::integer_sequence<int, I...>) {
  return {ask<I / Callers, I % Callers>...};
}
/// Sites with their callers: a stack each.
constexpr auto Makers =
    makersOf(std::make_integer_sequence<int, MostSites * Callers>());

/// What a stack asks for, and what becomes of it. What is neither left alive
/// nor temporary lives for a while.
struct Habit {
  Maker Make;
  double Weight; ///< How often, beside the others.
  std::array<uint32_t, 3> Sizes;
  double Lives, Temporary; ///< Parts of its blocks.
};

Habit habit(int Site, int Caller, double Weight, std::array<uint32_t, 3> Sizes,
            double Lives, double Temporary) {
  return {Makers[Site * Callers + Caller], Weight, Sizes, Lives, Temporary};
}

class Play {
public:
  Play(std::vector<Habit> Habits, uint64_t Seed, size_t Slots)
      : Habits(std::move(Habits)), R{Seed}, Slots(Slots) {
    double Sum = 0;
    for (const Habit &H : this->Habits)
      UpTo.push_back(Sum += H.Weight);
  }
  ~Play() {
    for (void *P : Slots)
      ::operator delete(P);
  }
  const Habit &choose() {
    double Where = R.uniform(0, UpTo.back());
    size_t I = std::upper_bound(UpTo.begin(), UpTo.end(), Where) - UpTo.begin();
    return Habits[std::min(I, Habits.size() - 1)];
  }
  void run(size_t Events) {
    while (Events--) {
      const Habit &H = choose();
      void *P = H.Make(H.Sizes[R.below(H.Sizes.size())]);
      double Fate = R.uniform();
      if (Fate < H.Lives)
        continue;
      if (Fate >= H.Lives + H.Temporary)
        std::swap(P, Slots[R.below(Slots.size())]);
      ::operator delete(P);
    }
  }

  std::vector<Habit> Habits;
  std::vector<double> UpTo;
  Random R;
  std::vector<void *> Slots; ///< Blocks that another will push out.
};

/// A few sites make nearly all blocks, and each stack its own size.
void heavyTails() {
  Random R{1};
  std::vector<Habit> Habits;
  for (int Site = 0; Site != 60; ++Site)
    for (int Caller = 0; Caller != Callers; ++Caller) {
      uint32_t Size = R.size(800, 1.2);
      Habits.push_back(habit(
          Site, Caller, 1 / std::pow(1 + Site, 1.2) / std::pow(1 + Caller, 1.3),
          {Size, Size, Size}, Caller % 3 ? R.uniform(0, .01) : R.uniform(0, .1),
          R.uniform(0, .5)));
    }
  Play(Habits, 2, 4096).run(1000000);
}

/// Many small blocks, and at the same sites some of megabytes.
void largeBlocks() {
  Random R{3};
  std::vector<Habit> Habits;
  for (int Site = 0; Site != 20; ++Site)
    for (int Caller = 0; Caller != Callers; ++Caller) {
      Habits.push_back(
          habit(Site, Caller, R.uniform(.2, 1), {160, 160, 160}, .01, .5));
      Habits.push_back(
          habit(Site, Caller, R.uniform(.0002, .002),
                {R.size(1 << 20, .8), R.size(1 << 20, .8), R.size(1 << 20, .8)},
                .1, 0));
    }
  Play(Habits, 4, 1024).run(1500000);
}

/// Eight phases, of which one builds what stays and others throw away. The
/// second one ends with the most.
void phases() {
  Random R{5};
  static const char *const Names[] = {"read",   "build", "sort",  "solve",
                                      "refine", "check", "write", "report"};
  for (int Phase = 0; Phase != 8; ++Phase) {
    anomalloc::Phase In(Names[Phase]);
    std::vector<Habit> Habits;
    for (int Site = 0; Site != 12; ++Site)
      for (int Caller = 0; Caller != 3; ++Caller) {
        uint32_t Size = 64 * uint32_t(1 + (Site * 7 + Phase) % 20);
        Habits.push_back(habit(Site, (Caller + Phase) % Callers,
                               R.uniform(.05, 1), {Size, Size, Size + 32},
                               Phase == 1 ? .6 : .001,
                               Phase > 4    ? .95
                               : Phase == 1 ? .3
                                            : .1));
      }
    Play(Habits, 6 + Phase, 2048).run(200000);
  }
}

/// Four threads at the same sites. In each round they make temporaries, then
/// blocks that the next thread frees. They wait for each other, so that the
/// most lives at one moment, whatever their order.
void threads() {
  constexpr int Threads = 4, Rounds = 24;
  static pthread_barrier_t Barrier;
  static std::vector<void *> Given[Threads];
  pthread_barrier_init(&Barrier, nullptr, Threads);
  auto Work = [](int Thread) {
    Random R{uint64_t(100 + Thread)};
    std::vector<Habit> Habits;
    for (int Site = 0; Site != 24; ++Site)
      for (int Caller = 0; Caller != Callers; ++Caller)
        Habits.push_back(habit(Site, Caller, R.uniform(.05, 1),
                               {uint32_t(96 + 48 * Site), 512, 1024},
                               Site % 6 ? .002 : .2, 0));
    Play Its(Habits, 200 + Thread, 1);
    std::vector<void *> &Mine = Given[Thread];
    std::vector<void *> &Others = Given[(Thread + 1) % Threads];
    Mine.reserve(20000);
    for (int Round = 0; Round != Rounds; ++Round) {
      for (int I = 0; I != 8000; ++I) {
        const Habit &H = Its.choose();
        ::operator delete(H.Make(H.Sizes[R.below(3)]));
      }
      pthread_barrier_wait(&Barrier);
      for (int I = 0, E = Round == Rounds / 2 ? 16000 : 8000; I != E; ++I) {
        const Habit &H = Its.choose();
        void *P = H.Make(H.Sizes[R.below(3)]);
        if (R.uniform() >= H.Lives)
          Mine.push_back(P);
      }
      pthread_barrier_wait(&Barrier);
      for (void *P : Others)
        ::operator delete(P);
      Others.clear();
      pthread_barrier_wait(&Barrier);
    }
  };
  std::vector<std::thread> Pool;
  for (int Thread = 0; Thread != Threads; ++Thread)
    Pool.emplace_back(Work, Thread);
  for (std::thread &T : Pool)
    T.join();
}

template <int Kind> struct Item {
  char Bytes[8 + 8 * (Kind % 3)];
};

/// A vector that grows to \p Length, which stays or goes.
template <int Kind>
[[gnu::noinline]] void fillVector(size_t Length, bool Stays) {
  auto *V = new std::vector<Item<Kind>>;
  for (size_t I = 0; I != Length; ++I)
    V->push_back({});
  seen(V->data());
  if (!Stays)
    delete V;
}
template <int Kind>
[[gnu::noinline]] void fillBuffer(size_t Length, bool Stays) {
  char *Buffer = nullptr;
  for (size_t Room = 32; Room < Length * 8; Room *= 2)
    Buffer = static_cast<char *>(seen(std::realloc(Buffer, Room)));
  if (!Stays)
    std::free(Buffer);
}
template <int Kind>
[[gnu::noinline]] void fillString(size_t Length, bool Stays) {
  auto *S = new std::string;
  for (size_t I = 0; I < Length; I += 4)
    S->append(32, char('a' + Kind));
  seen(S->data());
  if (!Stays)
    delete S;
}
template <int Kind, int Caller>
[[gnu::noinline]] void fill(size_t Length, bool Stays) {
  Kind % 3 == 0   ? fillVector<Kind>(Length, Stays)
  : Kind % 3 == 1 ? fillBuffer<Kind>(Length, Stays)
                  : fillString<Kind>(Length, Stays);
  seen(nullptr);
}
template <int... I> auto fillers(std::integer_sequence<int, I...>) {
  return std::array{fill<I / Callers, I % Callers>...};
}

/// Vectors, strings and buffers that double as they grow.
void containers() {
  constexpr int Kinds = 15;
  const auto Fillers =
      fillers(std::make_integer_sequence<int, Kinds * Callers>());
  Random R{7};
  for (int I = 0; I != 120000; ++I) {
    size_t Which = R.below(Fillers.size());
    size_t Length = R.size(300 + 20 * double(Which % 7), 1) % 20000;
    Fillers[Which](Length, R.uniform() < .02 + .01 * double(Which % 5));
  }
}

/// Requests come and go; three of 240 stacks forget some of their blocks.
void leak() {
  Random R{8};
  std::vector<Habit> Habits;
  for (int Site = 0; Site != 60; ++Site)
    for (int Caller = 0; Caller != Callers; ++Caller) {
      bool Forgets = Site < 3 && !Caller;
      uint32_t Size = Forgets ? 4096 : 256 + 64 * uint32_t(Site % 20);
      double Lives = !Forgets ? 0 : Site ? .2 : .4;
      Habits.push_back(habit(Site, Caller, R.uniform(.2, 2), {Size, Size, Size},
                             Lives, R.uniform(.3, .9)));
    }
  Play(Habits, 9, 512).run(2000000);
}

constexpr struct {
  const char *Name;
  void (*Run)();
} Programs[] = {{"heavy-tails", heavyTails}, {"large-blocks", largeBlocks},
                {"phases", phases},          {"threads", threads},
                {"containers", containers},  {"leak", leak}};

} // namespace

int main(int Arguments, char **Values) {
  for (const auto &P : Programs)
    if (Arguments == 2 && !std::strcmp(Values[1], P.Name))
      return P.Run(), 0;
  for (const auto &P : Programs)
    std::fprintf(stderr, "%s\n", P.Name);
  return 2;
}
