// RUN: %check_tidy %s anomalloc-shared-ptr-new %t -std=c++11,c++17
// CHECK-SILENT

// Where std::make_shared cannot make the object, or would not save anything.

#include <cstddef>
#include <memory>

struct Point {
  int X, Y;
};
class Factory {
  Factory();
  // TWIN@{std::shared_ptr<Factory> P(new Factory)}: Factory(); -> public: Factory();
  friend class std::shared_ptr<Factory>;

public:
  static void make(int N) {
    while (N--)
      std::shared_ptr<Factory> P(new Factory);
  }
};
class Pooled {
public:
  explicit Pooled(int);
  static void *operator new(std::size_t);
  // TWIN@{std::shared_ptr<Pooled> OfPool}: operator new -> allocate
  static void operator delete(void *);
  // TWIN@{std::shared_ptr<Pooled> OfPool}: operator delete -> release
};
struct Item {
  explicit Item(int);
  void start();
};
struct Deleter {
  void operator()(Item *) const;
};
#if __cplusplus < 201703L
struct alignas(64) Aligned {
// TWIN@{Vector(new Aligned}: alignas(64) ->
  explicit Aligned(int);
};
#endif

#define SHARE(Type, Value) std::shared_ptr<Type> Shared(new Type(Value))

void f(int N, Item *Given, void *Place) {
  for (int I = 0; I < N; ++I) {
    std::shared_ptr<Item> Made = std::make_shared<Item>(I);
    // TWIN: Made = std::make_shared<Item>(I) -> Made(new Item(I))
    std::shared_ptr<Item> Deleted(new Item(I), Deleter());
    // TWIN: , Deleter() ->
    std::shared_ptr<Item> FromOutside(Given);
    // TWIN: Given -> new Item(I)
    std::shared_ptr<Point> Uninitialised(new Point);
    // TWIN: new Point -> new Point()
    std::shared_ptr<int> Number(new int);
    // TWIN: new int -> new int()
    std::shared_ptr<Point> Aggregate(new Point{1, 2});
    // TWIN: {1, 2} -> ()
    std::shared_ptr<Pooled> OfPool(new Pooled(I));
    std::shared_ptr<Item> Placed(::new (Place) Item(I), Deleter());
    // TWIN: ::new (Place) Item(I), Deleter() -> new Item(I)
#if __cplusplus < 201703L
    std::shared_ptr<Aligned> Vector(new Aligned(I));
#endif
    Item *Raw = new Item(I);
    Raw->start();
    // TWIN@{Item *Raw}: Raw->start(); ->
    std::shared_ptr<Item> OfUsed(Raw);
    std::unique_ptr<Item> Unique(new Item(I));
    // TWIN: unique_ptr -> shared_ptr
    SHARE(Item, I);
    // TWIN: SHARE(Item, I) -> std::shared_ptr<Item> Shared(new Item(I))
    std::shared_ptr<Item> Lint(new Item(I)); // NOLINT
    // TWIN: // NOLINT ->
  }
}

template <typename T> void dependent(int N) {
  while (N--)
    std::shared_ptr<T> P(new T(N));
}
