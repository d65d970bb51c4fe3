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
  // TWIN: std::string m_s; -> public: ~X() {} std::string m_s;
};
std::vector<X> Xs;

// The moves are declared.
struct Five {
  Five() = default;
  ~Five() = default;
  Five(const Five &) = default;
  Five(Five &&) = default;
  // TWIN@{~Five() = default;}: Five(Five &&) = default; ->
  Five &operator=(const Five &) = default;
  Five &operator=(Five &&) = default;
  // TWIN@{~Five() = default;}: Five &operator=(Five &&) = default; ->
  std::string Text;
};
std::vector<Five> Fives;

// Nothing on the heap, or nothing that a move would spare.
struct Small {
  ~Small() {}
  int Number = 0;
  // TWIN@{~Small() {}}: int Number = 0 -> std::vector<int> Numbers
};
std::vector<Small> Smalls;
struct Fixed {
  ~Fixed() {}
  const std::string Text;
  // TWIN@{~Fixed() {}}: const ->
};
std::vector<Fixed> Fixeds;

// Never moved: neither in a vector nor by value.
struct Alone {
  ~Alone() {}
  std::string Text;
};
Alone One;
// TWIN@{~Alone() {}}: Alone One -> std::vector<Alone> One
struct Node {
  ~Node() {}
  std::string Text;
};
std::list<Node> Nodes; // nodes stay where they are
// TWIN@{~Node() {}}: list -> vector
struct Pointed {
  ~Pointed() {}
  std::string Text;
};
std::vector<Pointed *> Pointers;
// TWIN@{~Pointed() {}}: Pointed * -> Pointed
struct Owned {
  ~Owned() {}
  std::string Text;
};
std::vector<std::unique_ptr<Owned>> AllOwned;
// TWIN@{~Owned() {}}: unique_ptr -> vector

// A destructor that does something: whoever adds moves must look into it.
void log(const std::string &);
struct Logs {
  ~Logs() { log(Text); }
  // TWIN: log(Text); ->
  std::string Text;
};
std::vector<Logs> AllLogs;
struct Elsewhere {
  ~Elsewhere();
  // TWIN: Elsewhere(); -> Elsewhere() {}
  std::string Text;
};
std::vector<Elsewhere> AllElsewhere;

// A copy that does something of its own.
struct Counted {
  Counted() = default;
  Counted(const Counted &Other) : Text(Other.Text), Copies(Other.Copies + 1) {}
  // TWIN: : Text(Other.Text), Copies(Other.Copies + 1) {} -> = default;
  std::string Text;
  int Copies = 0;
};
std::vector<Counted> AllCounted;

// Copies share a counted block: a move would spare no allocation.
class Span {
  struct Block {
    int Users = 1;
    char Text[200];
  };

public:
  Span() : Data(new Block) {}
  Span(const Span &Other) : Data(Other.Data) { ++Data->Users; }
  // TWIN: : Data(Other.Data) { ++Data->Users; } -> : Data(new Block(*Other.Data)) {}
  ~Span() {
    if (--Data->Users == 0)
      delete Data;
  }

private:
  Block *Data;
};
std::vector<Span> Spans;

// Can be neither copied nor moved.
struct Pinned {
  Pinned() = default;
  Pinned(const Pinned &) = delete;
  // TWIN@{~Pinned() {}}: delete -> default
  ~Pinned() {}
  std::string Text;
};
std::vector<Pinned> Pins(3);

#define DESTRUCTOR(Class) ~Class() = default
struct Macro {
  DESTRUCTOR(Macro);
  // TWIN: DESTRUCTOR(Macro) -> ~Macro() = default
  std::string Text;
};
std::vector<Macro> Macros;

struct Suppressed {
  ~Suppressed() = default; // NOLINT
  // TWIN: // NOLINT ->
  std::string Text;
};
std::vector<Suppressed> AllSuppressed;

template <class T> struct Never {
  ~Never() {}
  std::vector<T> Content;
};
template <class T> void dependent() { std::vector<Never<T>> Them; }
// TWIN@{~Never() {}}: template <class T> void dependent() { std::vector<Never<T>> -> void dependent() { std::vector<Never<int>>

// Copied from what stays: no move was asked for.
struct Kept {
  ~Kept() {}
  std::string Text;
};
Kept copyOf(const Kept &K) {
  Kept Copy = K;
  // TWIN@{~Kept() {}}: K; -> std::move(const_cast<Kept &>(K));
  Kept Again = Copy;
  return Kept(Again.Text.empty() ? K : Copy);
}
