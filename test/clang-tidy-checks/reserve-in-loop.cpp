// RUN: %check_tidy %s anomalloc-reserve-in-loop %t -std=c++11,c++23
// RUN-FIXED: same-output fewer-allocations

// reserve(size() + n) in a loop that grows the container: dropped.

#include <cstdio>
#include <iterator>
#include <vector>

using Block = std::vector<int>;
static int Sent;
static Block received() { return Block(Sent++ < 50 ? 3 : 0, Sent); }
static void print(const std::vector<int> &V) {
  std::printf("%zu %d\n", V.size(), V.back());
}

// Seed 002.
void seed() {
  std::vector<int> buffer;
  for (;;) {
    auto block = received();
    if (block.empty())
      break;
    buffer.reserve(buffer.size() + block.size());
    // CHECK-MESSAGES: :[[@LINE-1]]:12: warning: 'reserve' for no more than is needed next makes 'std::vector<int>' reallocate each time, where it would grow geometrically by itself, inside a loop; drop it, or reserve once before the loop [anomalloc-reserve-in-loop]
    // CHECK-FIXES: {{^}}      break;{{$}}
    // CHECK-FIXES-NEXT: {{^}}    //
    for (auto const &elt : block)
      buffer.push_back(elt);
  }
  print(buffer);
}

// The other way round, with a constant, by insert; an alias of the type.
void variations(const std::vector<Block> &Blocks, Block &Out) {
  Block Mine;
  for (std::size_t I = 0; I != Blocks.size(); ++I) {
    Out.reserve(Blocks[I].size() + Out.size());
    // CHECK-MESSAGES: :[[@LINE-1]]:9: warning: 'reserve' {{.*}} inside a loop;
    // CHECK-FIXES: {{^}}  for (std::size_t I = 0; I != Blocks.size(); ++I) {{{$}}
    // CHECK-FIXES-NEXT: {{^}}    //
    Out.insert(Out.end(), Blocks[I].begin(), Blocks[I].end());
    Mine.reserve(Mine.size() + 1); // for one more
    // CHECK-MESSAGES: :[[@LINE-1]]:10: warning: 'reserve' {{.*}} inside a loop;
    // CHECK-FIXES: {{^}}    // for one more
    Mine.push_back(int(I));
  }
  print(Mine);
}

// Through a local variable, which goes along; in a lambda and in nested loops.
struct Mesh {
  std::vector<double> Coords;
  void build(const std::vector<std::vector<double>> &Parts) {
    int Left = 3;
    while (Left--)
      for (const std::vector<double> &Part : Parts) {
        const auto Need = this->Coords.size() + Part.size();
        Coords.reserve(Need);
        // CHECK-MESSAGES: :[[@LINE-1]]:16: warning: 'reserve' {{.*}} 'std::vector<double>' {{.*}} inside 2 nested loops;
        // CHECK-FIXES: {{^}}      for (const std::vector<double> &Part : Parts) {{{$}}
        // CHECK-FIXES-NEXT: {{^}}        //
        for (double X : Part)
          Coords.emplace_back(X);
      }
  }
};

template <typename T> struct Gather {
  std::vector<T> All;
  template <typename Range> void from(const Range &Parts) {
    for (auto &P : Parts) {
      All.reserve(static_cast<std::size_t>(P.size()) + All.size());
      // CHECK-MESSAGES: :[[@LINE-1]]:11: warning: 'reserve' {{.*}} inside a loop;
      std::copy(P.begin(), P.end(), std::back_inserter(All));
    }
  }
};

void pointer(std::vector<int> *Out, int N) {
  do {
    Out->reserve(Out->size() + 2);
    // CHECK-MESSAGES: :[[@LINE-1]]:10: warning: 'reserve' {{.*}} inside a loop;
    // CHECK-FIXES: {{^}}  do {{{$}}
    // CHECK-FIXES-NEXT: {{^}}    //
    Out->push_back(N);
    Out->push_back(-N);
  } while (--N);
}

// Reported, but something may rely on the room: no change is offered.
void references(const std::vector<Block> &Blocks) {
  std::vector<int> V(1, 7);
  for (const Block &B : Blocks) {
    V.reserve(V.size() + B.size());
    // CHECK-MESSAGES: :[[@LINE-1]]:7: warning: 'reserve'
    int &First = V.front();
    for (int I : B)
      V.push_back(I + First);
  }
  print(V);
}
void itself(std::vector<int> V) {
  for (int I = 0; I < 3; ++I) {
    V.reserve(V.size() + V.front());
    V.insert(V.end(), V.begin(), V.begin() + V.front());
    V.reserve(V.size() + I);
    // CHECK-MESSAGES: :[[@LINE-1]]:7: warning: 'reserve'
  }
  print(V);
}
void ownership(std::vector<int *> &V, int N) {
  while (N--) {
    V.reserve(V.size() + 1); // so that push_back does not throw
    // CHECK-MESSAGES: :[[@LINE-1]]:7: warning: 'reserve'
    V.push_back(new int(N));
  }
}
void unused(const std::vector<int> &B, std::vector<int> &V) {
  for (int I = 0; I < 3; ++I) {
    const auto More = B.size();
    V.reserve(V.size() + More);
    // CHECK-MESSAGES: :[[@LINE-1]]:7: warning: 'reserve'
    V.insert(V.end(), B.begin(), B.end());
    if (B.size() > 100)
      V.reserve(V.size() + 1);
    // CHECK-MESSAGES: :[[@LINE-1]]:9: warning: 'reserve'
  }
}

int main() {
  seed();
  std::vector<Block> Blocks(40, Block{1, 2, 3});
  Block Out;
  variations(Blocks, Out);
  print(Out);
  Mesh M;
  M.build(std::vector<std::vector<double>>(20, {1.0, 2.0}));
  std::printf("%zu\n", M.Coords.size());
  Gather<int> G;
  G.from(Blocks);
  pointer(&G.All, 30);
  print(G.All);
  references(Blocks);
  itself({2, 1});
  std::vector<int *> Owned;
  ownership(Owned, 3);
  for (int *P : Owned)
    delete P;
  unused(Blocks[0], Out);
  print(Out);
}
