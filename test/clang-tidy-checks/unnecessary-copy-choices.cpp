// RUN: %check_tidy %s anomalloc-unnecessary-copy %t -- -config='{CheckOptions: {Hints: true}}'

// Of two values of a choice, one is made anew: the other one is copied for it.

#include <cstdio>
#include <string>
#include <vector>

struct Item {
  std::string Name;
  std::vector<int> Parts;
  const std::string &label() const { return Name; }
};
std::string compute();
std::size_t length(const std::string &Text);
int sum(const std::vector<int> &V);
struct Log {
  Log &operator<<(const std::string &Text);
};

std::size_t bound(const std::vector<const Item *> &Items) {
  std::size_t Sum = 0;
  for (const Item *I : Items) {
    const std::string &Name = I ? I->Name : "none";
    // CHECK-MESSAGES: :[[@LINE-1]]:35: warning: 'I->Name', a 'std::string' that owns heap memory, is copied, because the other choice makes a new one, inside a loop; name the other one as a 'static const std::string', and choose between references [anomalloc-unnecessary-copy]
    Sum += Name.size();
    const std::string Label = Sum ? I->label() : std::string();
    // CHECK-MESSAGES: :[[@LINE-1]]:37: warning: 'I->label()', a 'std::string' that owns heap memory, is copied, because the other choice makes a new one
    Sum += Label.size();
    const std::string &Made = Sum > 3 ? compute() : I->Name;
    // CHECK-MESSAGES: :[[@LINE-1]]:53: warning: 'I->Name', {{.*}}; keep the other one in a variable, and choose between references
    Sum += Made.size();
  }
  return Sum;
}

std::size_t lent(const std::vector<Item> &Items, Log &Out, bool Short) {
  std::size_t Sum = 0;
  for (const Item &I : Items) {
    Sum += length(Short ? "short" : I.Name);
    // CHECK-MESSAGES: :[[@LINE-1]]:37: warning: 'I.Name', a 'std::string' that owns heap memory, is copied
    Sum += sum(Short ? std::vector<int>{} : I.Parts);
    // CHECK-MESSAGES: :[[@LINE-1]]:45: warning: 'I.Parts', a 'std::vector<int>' that owns heap memory, is copied, {{.*}}; name the other one as a 'static const std::vector<int>'
    Out << (Short ? I.Name : "long");
    // CHECK-MESSAGES: :[[@LINE-1]]:21: warning: 'I.Name', a 'std::string'
    std::puts((Short ? I.Name : "(none)").c_str());
    // CHECK-MESSAGES: :[[@LINE-1]]:24: warning: 'I.Name', a 'std::string'
  }
  return Sum;
}

// The original may change while the choice is in use.
void touch();
std::size_t doubtful(std::vector<Item> &Items) {
  std::size_t Sum = 0;
  for (Item &I : Items) {
    const std::string &Name = I.Parts.empty() ? "none" : I.Name;
    // CHECK-MESSAGES: :[[@LINE-1]]:58: remark: 'I.Name', {{.*}}; not in view: whether the original stays as it is meanwhile
    touch();
    Sum += Name.size();
  }
  return Sum;
}
