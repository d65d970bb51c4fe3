// RUN: %check_tidy %s anomalloc-shared-ptr-new %t -std=c++20,c++23

// Reported, but what to write is left to a person.

#include <memory>
#include <vector>

struct Pair {
  int First, Second;
};
struct Large {
  explicit Large(int);
  char Memory[4096];
};
struct Bits {
  unsigned Low : 4;
};
struct Item {
  explicit Item(unsigned);
  explicit Item(const std::vector<int> &);
  explicit Item(const char *, int);
  void start();
  static const unsigned Default = 7;
};

void f(const Bits &B) {
  for (int I = 0; I < 3; ++I) {
    std::shared_ptr<Pair> Aggregate(new Pair{1, I});
    // CHECK-NOTES: :[[@LINE-1]]:37: warning: a 'std::shared_ptr' of a new 'Pair'
    // CHECK-FIXES: {{^}}    std::shared_ptr<Pair> Aggregate(new Pair{1, I});{{$}}
    std::shared_ptr<Large> Buffer(new Large(I));
    // CHECK-NOTES: :[[@LINE-1]]:35: warning: a 'std::shared_ptr' of a new 'Large'
    // CHECK-NOTES: :[[@LINE-2]]:35: note: check that no 'std::weak_ptr' lives long: it would keep the object's memory
    // CHECK-FIXES: {{^}}    std::shared_ptr<Large> Buffer(new Large(I));{{$}}
    std::shared_ptr<Item> OfBits(new Item(B.Low));
    // CHECK-NOTES: :[[@LINE-1]]:34: warning: a 'std::shared_ptr' of a new 'Item'
    // CHECK-FIXES: {{^}}    std::shared_ptr<Item> OfBits(new Item(B.Low));{{$}}
    std::shared_ptr<Item> OfList(new Item({1, 2}));
    // CHECK-NOTES: :[[@LINE-1]]:34: warning: a 'std::shared_ptr' of a new 'Item'
    // CHECK-FIXES: {{^}}    std::shared_ptr<Item> OfList(new Item({1, 2}));{{$}}
    std::shared_ptr<Item> OfNull(new Item(0, 1));
    // CHECK-NOTES: :[[@LINE-1]]:34: warning: a 'std::shared_ptr' of a new 'Item'
    // CHECK-FIXES: {{^}}    std::shared_ptr<Item> OfNull(new Item(0, 1));{{$}}
    std::shared_ptr<Item> OfConstant(new Item(Item::Default));
    // CHECK-NOTES: :[[@LINE-1]]:38: warning: a 'std::shared_ptr' of a new 'Item'
    // CHECK-FIXES: {{^}}    std::shared_ptr<Item> OfConstant(new Item(Item::Default));{{$}}
  }
}
