// RUN: %check_tidy %s anomalloc-value-parameter %t -std=c++20
// CHECK-SILENT

#include <algorithm>
#include <coroutine>
#include <functional>
#include <iterator>
#include <map>
#include <memory>
#include <string>
#include <thread>
#include <utility>
#include <vector>

using Row = std::vector<double>;

// After the change.
double norm(const Row &V) { return V[0]; }
// TWIN: const Row &V -> Row V

// Changed, moved, kept, handed out.
double changed(Row V) {
  V[0] = 1;
  // TWIN@{double changed}: V[0] = 1; ->
  std::sort(V.begin(), V.end());
  // TWIN@{double changed}: std::sort(V.begin(), V.end()); ->
  return V[1];
}
Row returned(Row V) { return V[0] > 0 ? Row() : V; }
// TWIN: Row() : V -> Row() : Row(3)
Row moved(Row V) {
  if (V[0] > 0)
    return {};
  return V;
  // TWIN@{Row moved(Row V)}: return V -> return Row(3)
}
struct Keeper {
  explicit Keeper(Row V) : First(V[0]), Kept(std::move(V)) {}
  // TWIN: std::move(V) -> 3
  double First;
  Row Kept;
};
struct Copies { // missing-move's
  explicit Copies(Row V) : First(V[0]), Kept(V) {}
  // TWIN: Kept(V) -> Kept(3)
  double First;
  Row Kept;
};
std::function<double()> captured(Row V) {
  double First = V[0];
  return [V, First] { return V[1] + First; };
  // TWIN@{captured(Row V)}: [V, First] { return V[1] + First; } -> [First] { return First; }
}
template <class T> void forwarded(T V, std::vector<T> &Into) {
// TWIN: template <class T> -> using T = Row;
  if (!V.empty())
    Into.push_back(std::forward<T>(V));
    // TWIN@{void forwarded}: Into.push_back(std::forward<T>(V)) -> (void)V[0]
}
struct Queue {
  std::vector<Row> Rows;
  Queue &operator=(Queue Other) {
  // TWIN: operator= -> assign
    if (Other.Rows.size())
      std::swap(Rows, Other.Rows);
      // TWIN@{operator=(Queue Other)}: std::swap(Rows, Other.Rows) -> (void)Other.Rows[0]
    return *this;
  }
};
#define TAKE(X) std::move(X)
double macroMove(Row V) {
  double First = V[0];
  Row Own = TAKE(V);
  // TWIN@{double macroMove}: TAKE(V) -> Row(3)
  return First + Own.size();
}

// What performance-unnecessary-value-param says.
double stock(Row V) {
  double S = 0;
  for (double D : V)
    S += D;
  return S;
}
struct Base {
  virtual ~Base() = default;
  virtual std::size_t size(Row V) { return V.size(); }
};
struct Derived : Base {
  std::size_t size(Row V) override { return V[0] > 0; }
};

// A coroutine lives longer than the arguments of its call.
struct Task {
  struct promise_type {
    Task get_return_object() { return {}; }
    std::suspend_always initial_suspend() { return {}; }
    std::suspend_never final_suspend() noexcept { return {}; }
    void return_void() {}
    void unhandled_exception() {}
  };
};
Task coroutine(Row V) {
  double First = V[0];
  (void)First;
  co_return;
  // TWIN@{coroutine(Row V)}: co_return -> return {}
}

// The signature is asked for.
double callback(Row V) { return V[0]; }
double (*Callback)(Row) = callback;
// TWIN@{double callback}: callback -> nullptr
double inTable(Row V) { return V[0]; }
struct Entry {
  const char *Name;
  double (*Do)(Row);
} Table[] = {{"first", inTable}};
// TWIN@{double inTable}: inTable -> nullptr
double threaded(Row V) { return V[0]; }
extern "C" int external(Row V) { return V[0] > 0; }
// TWIN: extern "C" ->
template <class T> int special(std::vector<T> V);
template <> int special(std::vector<double> V) { return V[0] > 0; }
// TWIN: template <> int special(std::vector<double> V) -> int special(std::vector<double> V)

// Functors and iterators by value.
struct Less {
  std::map<int, int> Order;
  bool operator()(int A, int B) { return Order[A] < Order[B]; }
};
bool functor(Less L) { return L(1, 2); }
int pointer(std::unique_ptr<Row> P) { return (*P)[0] > 0; }
int function(std::function<int(Row)> F, const Row &R) { return F(R); }
char iterator(std::reverse_iterator<std::string::iterator> I) { return *I; }

// Written for set(x, x).
void append(Row &Out, Row In) {
// TWIN: Row &Out -> Row Out
  Out.clear();
  for (std::size_t I = 0; I < In.size(); ++I)
    Out.push_back(In[I]);
}

// Every caller makes a new object: nothing is copied.
Row make();
double onlyNew(Row V) { return V[0]; }
int onlyLiterals(std::string S) { return S[0]; }

// Nobody can edit it; told so.
#define READ(Name) double Name(Row V) { return V[0]; }
READ(inMacro)
// TWIN: READ(inMacro) -> double inMacro(Row V) { return V[0]; }
double quiet(Row V) { return V[0]; } // NOLINT
// TWIN: // NOLINT ->

// A lambda made into a std::function gets new objects.
double call(const std::function<double(Row)> &F, const Row &V) { return F(V); }

void run(std::vector<Row> &Rows, Base &B, Less L, std::string S) {
  for (Row &R : Rows) {
    norm(R);
    changed(R);
    returned(R);
    moved(R);
    Keeper K(R);
    Copies C(R);
    captured(R);
    forwarded(R, Rows);
    Queue Q;
    Queue P;
    Q = P;
    // TWIN@{operator=(Queue Other)}: Q = P -> Q.assign(P)
    macroMove(R);
    stock(R);
    B.size(R);
    coroutine(R);
    callback(R);
    inTable(R);
    threaded(R);
    std::thread T(threaded, R);
    // TWIN@{double threaded}: threaded, R -> [] {}
    T.join();
    external(R);
    special(R);
    functor(L);
    pointer(std::make_unique<Row>());
    function([](Row V) { return V[0] > 0; }, R);
    iterator(S.rbegin());
    append(R, R);
    onlyNew(make());
    // TWIN@{double onlyNew}: make() -> Rows[0]
    onlyNew(std::move(R));
    onlyLiterals("a literal that is longer than a short string");
    // TWIN@{int onlyLiterals}: "a literal that is longer than a short string" -> S
    inMacro(R);
    quiet(R);
    call([](Row V) { return V[0]; }, R);
  }
  std::for_each(std::make_move_iterator(Rows.begin()),
                std::make_move_iterator(Rows.end()),
                [](Row V) { return V[0]; });
}
