// RUN: %check_tidy %s anomalloc-copying-return %t -std=c++17 -- -config='{CheckOptions: {Hints: true}}'

// Accessors whose callers or bodies other units have.

#include <set>
#include <string>
#include <vector>

class Config {
public:
  std::vector<int> ids() const { return Ids; }
  // CHECK-MESSAGES: :[[@LINE-1]]:3: warning: 'ids' returns a copy of 'Ids', a 'std::vector<int>', which owns heap memory; return 'const std::vector<int> &' [anomalloc-copying-return]
  // CHECK-FIXES: const std::vector<int> &ids() const { return Ids; }
  std::string name() const { return Name; } // mostly short
  const std::set<int> &images() const;
  const std::set<int> cameras() const;
  // CHECK-MESSAGES: :[[@LINE-1]]:9: remark: 'cameras' returns a 'const std::set<int>' by value: callers cannot take its heap memory over; return 'const std::set<int> &', or leave the 'const' out; not in view: whether it returns a part of the object
  const std::vector<int> twice() const {
    // CHECK-MESSAGES: :[[@LINE-1]]:9: remark: 'twice' returns a 'const std::vector<int>' by value: callers cannot take its heap memory over; leave the 'const' out
    std::vector<int> Both(Ids);
    Both.insert(Both.end(), Ids.begin(), Ids.end());
    return Both;
  }
  std::set<int> frames() const;

private:
  std::vector<int> Ids;
  std::string Name;
};

// A family of which one is in view.
struct Source {
  virtual ~Source() = default;
  virtual std::vector<double> values() const = 0;
  // CHECK-MESSAGES: :[[@LINE-1]]:11: remark: 'values' returns a copy of 'Values', a 'std::vector<double>', which owns heap memory; return 'const std::vector<double> &' [
  virtual std::vector<double> made() const = 0;
  virtual std::vector<double> weights() const { return Factors; }
  std::vector<double> Factors;
};
struct Stored : Source {
  std::vector<double> values() const override { return Values; }
  std::vector<double> made() const override { return {1.0, 2.0}; }
  std::vector<double> weights() const override { return {1.0, 2.0}; }
  std::vector<double> Values;
};

// A handle is copied by its counted link alone, though it makes one.
template <class T> class Handle {
  struct Link {
    T *To;
    int Users;
  };
  Link *Shared;

public:
  explicit Handle(T *To) : Shared(new Link{To, 1}) {}
  Handle(const Handle &Other) : Shared(Other.Shared) { ++Shared->Users; }
  ~Handle();
};
// The same, but copied deeply.
template <class T> class Value {
  T *Own;

public:
  explicit Value(const T &From) : Own(new T(From)) {}
  Value(const Value &Other) : Own(new T(*Other.Own)) {}
  ~Value() { delete Own; }
};
class Quoted {
public:
  Handle<int> handle() const { return H; }
  Value<int> value() const { return V; }
  // CHECK-MESSAGES: :[[@LINE-1]]:3: remark: 'value' returns a copy of 'V', a 'Value<int>', which owns heap memory (its constructor allocates)

private:
  Handle<int> H;
  Value<int> V;
};
