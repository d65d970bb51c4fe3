// RUN: %check_tidy %s anomalloc-binary-op-assign %t -- -config='{CheckOptions: {Hints: true}}'
// RUN: %check_tidy %s anomalloc-binary-op-assign %t -check-suffix=OPTION -- -config='{CheckOptions: {Hints: true, HeapOwningTypes: "^Opaque$;::ns::Inner"}}'

// Which types own heap memory, and why (utils/objects/HeapOwning.h).

#include <array>
#include <cstdlib>
#include <deque>
#include <functional>
#include <iterator>
#include <list>
#include <map>
#include <memory>
#include <memory_resource>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_set>
#include <variant>
#include <vector>

#define OPERATORS(T)                                                           \
  T &operator+=(const T &);                                                    \
  T operator+(const T &) const;
#define CHECK(T)                                                               \
  void check(T X, T Y)

struct InOptional { OPERATORS(InOptional) std::optional<std::string> Name; };
CHECK(InOptional) { X = X + Y; }
// CHECK-MESSAGES: :[[@LINE-1]]:23: warning: {{.*}}(member 'Name')
// CHECK-FIXES: CHECK(InOptional) { X += Y; }
// CHECK-MESSAGES-OPTION: :[[@LINE-3]]:23: warning: {{.*}}(member 'Name')
// CHECK-FIXES-OPTION: CHECK(InOptional) { X += Y; }
struct InArray { OPERATORS(InArray) int A; std::array<std::deque<int>, 2> Rows[3]; };
CHECK(InArray) { X = X + Y; }
// CHECK-MESSAGES: :[[@LINE-1]]:20: warning: {{.*}}(member 'Rows')
// CHECK-FIXES: CHECK(InArray) { X += Y; }
// CHECK-MESSAGES-OPTION: :[[@LINE-3]]:20: warning: {{.*}}(member 'Rows')
// CHECK-FIXES-OPTION: CHECK(InArray) { X += Y; }
struct InVariant { OPERATORS(InVariant) std::variant<int, std::string> Name; };
CHECK(InVariant) { X = X + Y; }
// CHECK-MESSAGES: :[[@LINE-1]]:22: warning: {{.*}}(member 'Name')
// CHECK-FIXES: CHECK(InVariant) { X += Y; }
// CHECK-MESSAGES-OPTION: :[[@LINE-3]]:22: warning: {{.*}}(member 'Name')
// CHECK-FIXES-OPTION: CHECK(InVariant) { X += Y; }
struct HasPointer { double *P; };
struct InBase : HasPointer { OPERATORS(InBase) InBase() { P = new double[8]; } };
CHECK(InBase) { X = X + Y; }
// CHECK-MESSAGES: :[[@LINE-1]]:19: warning: {{.*}}(its constructor allocates)
// CHECK-FIXES: CHECK(InBase) { X += Y; }
// CHECK-MESSAGES-OPTION: :[[@LINE-3]]:19: warning: {{.*}}(its constructor allocates)
// CHECK-FIXES-OPTION: CHECK(InBase) { X += Y; }
struct ByBase : InArray { OPERATORS(ByBase) };
CHECK(ByBase) { X = X + Y; }
// CHECK-MESSAGES: :[[@LINE-1]]:19: warning: {{.*}}(base 'InArray')
// CHECK-FIXES: CHECK(ByBase) { X += Y; }
// CHECK-MESSAGES-OPTION: :[[@LINE-3]]:19: warning: {{.*}}(base 'InArray')
// CHECK-FIXES-OPTION: CHECK(ByBase) { X += Y; }
struct News { OPERATORS(News) double *P; int N; News(int N) : P(new double[N]), N(N) {} };
CHECK(News) { X = X + Y; }
// CHECK-MESSAGES: :[[@LINE-1]]:17: warning: {{.*}}(its constructor allocates)
// CHECK-FIXES: CHECK(News) { X += Y; }
// CHECK-MESSAGES-OPTION: :[[@LINE-3]]:17: warning: {{.*}}(its constructor allocates)
// CHECK-FIXES-OPTION: CHECK(News) { X += Y; }
struct Mallocs {
  OPERATORS(Mallocs)
  Mallocs() { resize(3); }
  void resize(int N) { P = static_cast<char *>(std::malloc(N)); }
  char *P;
};
CHECK(Mallocs) { X = X + Y; }
// CHECK-MESSAGES: :[[@LINE-1]]:20: warning: {{.*}}(its constructor allocates)
// CHECK-FIXES: CHECK(Mallocs) { X += Y; }
// CHECK-MESSAGES-OPTION: :[[@LINE-3]]:20: warning: {{.*}}(its constructor allocates)
// CHECK-FIXES-OPTION: CHECK(Mallocs) { X += Y; }
template <typename T> struct Matrix {
  Matrix(int N) : P(new T[N]) {}
  OPERATORS(Matrix)
  T *P;
};
CHECK(Matrix<int>) { X = X + Y; }
// CHECK-MESSAGES: :[[@LINE-1]]:24: warning: {{.*}}'Matrix<int>'{{.*}}(its constructor allocates)
// CHECK-FIXES: CHECK(Matrix<int>) { X += Y; }
// CHECK-MESSAGES-OPTION: :[[@LINE-3]]:24: warning: {{.*}}(its constructor allocates)
// CHECK-FIXES-OPTION: CHECK(Matrix<int>) { X += Y; }

// Only the option tells.
struct Opaque { OPERATORS(Opaque) void *Handle; Opaque(); };
CHECK(Opaque) { X = X + Y; }
// CHECK-MESSAGES-OPTION: :[[@LINE-1]]:19: warning: {{.*}}(by option HeapOwningTypes)
// CHECK-FIXES-OPTION: CHECK(Opaque) { X += Y; }
namespace ns { struct Inner { OPERATORS(Inner) void *Handle; }; }
CHECK(ns::Inner) { X = X + Y; }
// CHECK-MESSAGES-OPTION: :[[@LINE-1]]:22: warning: {{.*}}(by option HeapOwningTypes)
// CHECK-FIXES-OPTION: CHECK(ns::Inner) { X += Y; }
namespace other { struct Inner { OPERATORS(Inner) void *Handle; }; }
CHECK(other::Inner) { X = X + Y; }

template <class T> struct HeapAllocator {
  using value_type = T;
  bool operator==(const HeapAllocator &) const { return true; }
  bool operator!=(const HeapAllocator &) const { return false; }
  T *allocate(std::size_t N) { return static_cast<T *>(::operator new(N * sizeof(T))); }
  void deallocate(T *P, std::size_t) { ::operator delete(P); }
};
struct Counted { OPERATORS(Counted) std::vector<int, HeapAllocator<int>> V; };
CHECK(Counted) { X = X + Y; }
// CHECK-MESSAGES: :[[@LINE-1]]:20: warning: {{.*}}(member 'V')
// CHECK-FIXES: CHECK(Counted) { X += Y; }
// CHECK-MESSAGES-OPTION: :[[@LINE-3]]:20: warning: {{.*}}(member 'V')
// CHECK-FIXES-OPTION: CHECK(Counted) { X += Y; }

// These own nothing.
struct Views { OPERATORS(Views) std::string_view V; std::vector<int> *P; };
CHECK(Views) { X = X + Y; }
struct Shared { OPERATORS(Shared) std::shared_ptr<int> P; };
CHECK(Shared) { X = X + Y; }
// What refers to elements, or compares them, holds none; but a copy of the last
// one read is held.
void check(std::deque<std::string>::const_iterator X, int N) { X = X + N; }
struct Iterators {
  OPERATORS(Iterators)
  std::map<std::string, std::string>::iterator At;
  std::list<std::string>::const_iterator Next;
  std::unordered_set<std::string>::iterator Of;
  std::vector<std::string>::reverse_iterator Back;
};
CHECK(Iterators) { X = X + Y; }
struct Referring { OPERATORS(Referring) std::reference_wrapper<std::string> To; std::less<std::string> By; };
CHECK(Referring) { X = X + Y; }
struct Reading { OPERATORS(Reading) std::istream_iterator<std::string> In; };
CHECK(Reading) { X = X + Y; }
// CHECK-MESSAGES: :[[@LINE-1]]:20: warning: {{.*}}(member 'In')
// CHECK-FIXES: CHECK(Reading) { X += Y; }
// CHECK-MESSAGES-OPTION: :[[@LINE-3]]:20: warning: {{.*}}(member 'In')
// CHECK-FIXES-OPTION: CHECK(Reading) { X += Y; }
// Pointers that count, of other libraries: the block is theirs.
namespace boost { template <class T> struct shared_ptr { T *P; shared_ptr(T *); }; }
struct Linked { OPERATORS(Linked) boost::shared_ptr<int> P; Linked() : P(new int) {} };
CHECK(Linked) { X = X + Y; }
struct Arena { OPERATORS(Arena) std::pmr::vector<int> V; };
CHECK(Arena) { X = X + Y; }
template <class T> struct PoolAllocator {
  using value_type = T;
  bool operator==(const PoolAllocator &) const { return true; }
  bool operator!=(const PoolAllocator &) const { return false; }
  T *allocate(std::size_t);
  void deallocate(T *, std::size_t);
};
struct Pooled { OPERATORS(Pooled) std::vector<int, PoolAllocator<int>> V; };
CHECK(Pooled) { X = X + Y; }
struct Placed { OPERATORS(Placed) char B[8]; int *P; Placed() : P(new (B) int(1)) {} };
CHECK(Placed) { X = X + Y; }
struct Throws { OPERATORS(Throws) int *P; Throws() { if (!P) throw new int; } };
CHECK(Throws) { X = X + Y; }

// The rule of three, its bodies in another unit. For sure if it is a container
// of numbers.
class RuleOfThree {
public:
  explicit RuleOfThree(int Rows, int Columns);
  RuleOfThree(const RuleOfThree &);
  RuleOfThree &operator=(const RuleOfThree &);
  ~RuleOfThree();
  double &operator()(int, int);
  OPERATORS(RuleOfThree)
private:
  double *Entries;
};
CHECK(RuleOfThree) { X = X + Y; }
// CHECK-MESSAGES: :[[@LINE-1]]:24: warning: {{.*}}(by pointer 'Entries', which it copies); '+=' works in place [
// CHECK-FIXES: CHECK(RuleOfThree) { X += Y; }
// CHECK-MESSAGES-OPTION: :[[@LINE-3]]:24: warning: {{.*}}(by pointer 'Entries', which it copies); '+=' works in place [
// CHECK-FIXES-OPTION: CHECK(RuleOfThree) { X += Y; }
// What counts its users may share the block: suspected, and so is what holds one.
class Handled {
public:
  Handled(int N);
  Handled(const Handled &);
  ~Handled();
  double &operator[](int);
  OPERATORS(Handled)
private:
  double *Entries;
  int *RefCount;
};
CHECK(Handled) { X = X + Y; }
// CHECK-MESSAGES: :[[@LINE-1]]:20: remark: {{.*}}(by pointer 'Entries', which it copies); '+=' works in place; not in view: whether the copy constructor of 'Handled' allocates [
// CHECK-FIXES: CHECK(Handled) { X += Y; }
// CHECK-MESSAGES-OPTION: :[[@LINE-3]]:20: remark: {{.*}} not in view: whether the copy constructor of 'Handled' allocates [
// CHECK-FIXES-OPTION: CHECK(Handled) { X += Y; }
struct Polynomial { OPERATORS(Polynomial) Handled Factors; };
CHECK(Polynomial) { X = X + Y; }
// CHECK-MESSAGES: :[[@LINE-1]]:23: remark: {{.*}}(member 'Factors'); '+=' works in place; not in view: whether the copy constructor of 'Handled' allocates [
// CHECK-FIXES: CHECK(Polynomial) { X += Y; }
// CHECK-MESSAGES-OPTION: :[[@LINE-3]]:23: remark: {{.*}} not in view: whether the copy constructor of 'Handled' allocates [
// CHECK-FIXES-OPTION: CHECK(Polynomial) { X += Y; }
// The copies in view keep the pointer: it belongs to another.
struct View {
  View(double *At, int N) : At(At), N(N) {}
  View(const View &Other) : At(Other.At), N(Other.N) {}
  ~View();
  double &operator[](int I) { return At[I]; }
  OPERATORS(View)
  double *At;
  int N;
};
CHECK(View) { X = X + Y; }

// A number of any length, of GMP.
typedef struct { int _mp_alloc, _mp_size; unsigned long *_mp_d; } __mpz_struct;
struct Rational { OPERATORS(Rational) __mpz_struct Parts[1]; };
CHECK(Rational) { X = X + Y; }
// CHECK-MESSAGES: :[[@LINE-1]]:21: warning: {{.*}}(member 'Parts'); '+=' works in place [
// CHECK-FIXES: CHECK(Rational) { X += Y; }
// CHECK-MESSAGES-OPTION: :[[@LINE-3]]:21: warning: {{.*}}(member 'Parts')
// CHECK-FIXES-OPTION: CHECK(Rational) { X += Y; }
