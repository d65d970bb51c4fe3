#include <cstdlib>

struct Node {
  double Values[5];
};

Node *volatile Kept;

void makeMany(int Count) {
  for (int I = 0; I < Count; ++I)
    Kept = new Node();
}

void *takeBytes(unsigned long Size) { return std::malloc(Size); }
