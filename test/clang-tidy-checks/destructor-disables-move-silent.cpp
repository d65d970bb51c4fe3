// RUN: %check_tidy %s anomalloc-destructor-disables-move %t -std=c++11,c++23

// CHECK-SILENT

#include <list>
#include <memory>
#include <string>
#include <utility>
#include <vector>

// Seed 002, after.
class X {
  std::string m_s; // Rule of zero
};
std::vector<X> Xs;

// The moves are declared.
struct Five {
  Five() = default;
  ~Five() = default;
  Five(const Five &) = default;
  Five(Five &&) = default;
  Five &operator=(const Five &) = default;
  Five &operator=(Five &&) = default;
  std::string Text;
};
std::vector<Five> Fives;

// Nothing on the heap, or nothing that a move would spare.
struct Small {
  ~Small() {}
  int Number = 0;
};
std::vector<Small> Smalls;
struct Fixed {
  ~Fixed() {}
  const std::string Text;
};
std::vector<Fixed> Fixeds;

// Never moved: neither in a vector nor by value.
struct Alone {
  ~Alone() {}
  std::string Text;
};
Alone One;
std::list<Alone> Nodes; // nodes stay where they are
std::vector<Alone *> Pointers;
std::vector<std::unique_ptr<Alone>> Owned;

// A destructor that does something: whoever adds moves must look into it.
void log(const std::string &);
struct Logs {
  ~Logs() { log(Text); }
  std::string Text;
};
std::vector<Logs> AllLogs;
struct Elsewhere {
  ~Elsewhere();
  std::string Text;
};
std::vector<Elsewhere> AllElsewhere;

// A copy that does something of its own.
struct Counted {
  Counted() = default;
  Counted(const Counted &Other) : Text(Other.Text), Copies(Other.Copies + 1) {}
  std::string Text;
  int Copies = 0;
};
std::vector<Counted> AllCounted;

// Can be neither copied nor moved.
struct Pinned {
  Pinned() = default;
  Pinned(const Pinned &) = delete;
  ~Pinned() {}
  std::string Text;
};
std::vector<Pinned> Pins(3);

#define DESTRUCTOR(Class) ~Class() = default
struct Macro {
  DESTRUCTOR(Macro);
  std::string Text;
};
std::vector<Macro> Macros;

struct Suppressed {
  ~Suppressed() = default; // NOLINT
  std::string Text;
};
std::vector<Suppressed> AllSuppressed;

template <class T> struct Never {
  ~Never() {}
  std::vector<T> Content;
};
template <class T> void dependent() { std::vector<Never<T>> Them; }

// Copied from what stays: no move was asked for.
struct Kept {
  ~Kept() {}
  std::string Text;
};
Kept copyOf(const Kept &K) {
  Kept Copy = K;
  Kept Again = Copy;
  return Kept(Again.Text.empty() ? K : Copy);
}
