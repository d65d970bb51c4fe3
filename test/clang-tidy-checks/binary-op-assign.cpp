// RUN: %check_tidy %s anomalloc-binary-op-assign %t -std=c++11,c++23
// RUN-FIXED: same-output fewer-allocations

// What the check finds in loops, and fixes; compiled and run.

#include <cstdio>
#include <map>
#include <memory>
#include <string>
#include <vector>

// The paper's case: `objData = objData * otherData`.
class ObjectData {
public:
  explicit ObjectData(int Value) : Values(4, Value) {}
#define DECLARE(Op)                                                            \
  ObjectData &operator Op##=(const ObjectData & Other) {                       \
    for (unsigned I = 0; I < Values.size(); ++I)                               \
      Values[I] = Values[I] Op Other.Values[I];                                \
    return *this;                                                              \
  }                                                                            \
  ObjectData operator Op(const ObjectData &Other) const {                      \
    ObjectData Result(*this);                                                  \
    Result Op##= Other;                                                        \
    return Result;                                                             \
  }
  DECLARE(+)
  DECLARE(-)
  DECLARE(*)
  DECLARE(/)
  DECLARE(%)
  DECLARE(&)
  DECLARE(|)
  DECLARE(^)
  DECLARE(<<)
  DECLARE(>>)
#undef DECLARE
  ObjectData &operator*=(int Factor) { return *this *= ObjectData(Factor); }
  void print() const { std::printf("%d %d\n", Values[0], Values[3]); }

private:
  std::vector<int> Values;
};

// The commutative ones: their bodies show that they are.
inline ObjectData operator*(ObjectData X, int Factor) { return X *= Factor; }
inline ObjectData operator*(int Factor, const ObjectData &X) {
  ObjectData Result = X;
  Result *= Factor;
  return Result;
}
// Its body shows nothing.
inline ObjectData operator-(int From, const ObjectData &X) {
  return ObjectData(From) - X;
}

void everyOperator() {
  ObjectData X(1234), Y(3);
  for (int I = 0; I < 2; ++I) {
    X = X + Y;
    // CHECK-MESSAGES: :[[@LINE-1]]:7: warning: '+' makes a temporary 'ObjectData', which owns heap memory (member 'Values'), inside a loop; '+=' works in place [anomalloc-binary-op-assign]
    // CHECK-FIXES: {{^}}    X += Y;{{$}}
    X = X * Y;
    // CHECK-MESSAGES: :[[@LINE-1]]:7: warning: '*' makes {{.*}}; '*=' works
    // CHECK-FIXES: {{^}}    X *= Y;{{$}}
    X = X - Y;
    // CHECK-MESSAGES: :[[@LINE-1]]:7: warning: '-' makes {{.*}}; '-=' works
    // CHECK-FIXES: {{^}}    X -= Y;{{$}}
    X = X / Y;
    // CHECK-MESSAGES: :[[@LINE-1]]:7: warning: '/' makes {{.*}}; '/=' works
    // CHECK-FIXES: {{^}}    X /= Y;{{$}}
    X = X << Y;
    // CHECK-MESSAGES: :[[@LINE-1]]:7: warning: '<<' makes {{.*}}; '<<=' works
    // CHECK-FIXES: {{^}}    X <<= Y;{{$}}
    X = X >> Y;
    // CHECK-MESSAGES: :[[@LINE-1]]:7: warning: '>>' makes {{.*}}; '>>=' works
    // CHECK-FIXES: {{^}}    X >>= Y;{{$}}
    X = X | Y;
    // CHECK-MESSAGES: :[[@LINE-1]]:7: warning: '|' makes {{.*}}; '|=' works
    // CHECK-FIXES: {{^}}    X |= Y;{{$}}
    X = X & ObjectData(4095);
    // CHECK-MESSAGES: :[[@LINE-1]]:7: warning: '&' makes {{.*}}; '&=' works
    // CHECK-FIXES: {{^}}    X &= ObjectData(4095);{{$}}
    X = X ^ Y;
    // CHECK-MESSAGES: :[[@LINE-1]]:7: warning: '^' makes {{.*}}; '^=' works
    // CHECK-FIXES: {{^}}    X ^= Y;{{$}}
    X = X % ObjectData(1000);
    // CHECK-MESSAGES: :[[@LINE-1]]:7: warning: '%' makes {{.*}}; '%=' works
    // CHECK-FIXES: {{^}}    X %= ObjectData(1000);{{$}}
  }
  X.print();
}

struct Mesh {
  ObjectData Total{1};
  std::vector<ObjectData> Elements{3, ObjectData(2)};
  ObjectData Array[2]{ObjectData(1), ObjectData(2)};
  std::map<std::string, ObjectData> Named{{"key", ObjectData(5)}};
  std::unique_ptr<ObjectData> Owned{new ObjectData(7)};
  ObjectData Step{2};

  ObjectData &element(int I) { return Elements[I]; }
  const ObjectData &element(int I) const { return Elements[I]; }

  void everyTarget(Mesh &Other, ObjectData *Pointer) {
    int I = 0;
    while (I < 2) {
      do {
        this->Total = Total * Step;
        // CHECK-MESSAGES: :[[@LINE-1]]:21: warning: {{.*}}, inside 2 nested loops; '*=' works
        // CHECK-FIXES: {{^}}        this->Total *= Step;{{$}}
        Total = (this->Total + (Step - ObjectData(1)));
        // CHECK-MESSAGES: :[[@LINE-1]]:15: warning:
        // CHECK-FIXES: {{^}}        Total += (Step - ObjectData(1));{{$}}
        (Total) = ((Total)*Step);
        // CHECK-MESSAGES: :[[@LINE-1]]:17: warning:
        // CHECK-FIXES: {{^}}        (Total) *= Step;{{$}}
        Elements[I + 1] = Elements[I + 1] + Step;
        // CHECK-MESSAGES: :[[@LINE-1]]:25: warning:
        // CHECK-FIXES: {{^}}        Elements[I + 1] += Step;{{$}}
        Array[I] = Array[I] + Step;
        // CHECK-MESSAGES: :[[@LINE-1]]:18: warning:
        // CHECK-FIXES: {{^}}        Array[I] += Step;{{$}}
        Elements.at(I) = Elements.at(I) * 3;
        // CHECK-MESSAGES: :[[@LINE-1]]:24: warning:
        // CHECK-FIXES: {{^}}        Elements.at(I) *= 3;{{$}}
        Named.at("key") = Named.at("key") * 2;
        // CHECK-MESSAGES: :[[@LINE-1]]:25: warning:
        // CHECK-FIXES: {{^}}        Named.at("key") *= 2;{{$}}
        element(I) = element(I) * 2;
        // CHECK-MESSAGES: :[[@LINE-1]]:20: warning:
        // CHECK-FIXES: {{^}}        element(I) *= 2;{{$}}
        *Owned = *Owned * 2;
        // CHECK-MESSAGES: :[[@LINE-1]]:16: warning:
        // CHECK-FIXES: {{^}}        *Owned *= 2;{{$}}
        *Pointer = *Pointer * 2;
        // CHECK-MESSAGES: :[[@LINE-1]]:18: warning:
        // CHECK-FIXES: {{^}}        *Pointer *= 2;{{$}}
        Other.Total = Other.Total * 2;
        // CHECK-MESSAGES: :[[@LINE-1]]:21: warning:
        // CHECK-FIXES: {{^}}        Other.Total *= 2;{{$}}
        Total = 3 * Total;
        // CHECK-MESSAGES: :[[@LINE-1]]:15: warning: '*' makes
        // CHECK-FIXES: {{^}}        Total *= 3;{{$}}
        Total = Total
                * Step;
        // CHECK-MESSAGES: :[[@LINE-2]]:15: warning:
        // CHECK-FIXES: {{^}}        Total *= Step;{{$}}
      } while (++I < 2);
    }
  }
};

// Nothing that the loop adds up can be Sum, which is younger.
ObjectData overRange(const std::vector<ObjectData> &Parts, const ObjectData &Step) {
  ObjectData Sum(0);
  for (const ObjectData &Part : Parts) {
    Sum = Sum + Part;
    // CHECK-MESSAGES: :[[@LINE-1]]:9: warning:
    // CHECK-FIXES: {{^}}    Sum += Part;{{$}}
    Sum = Sum * Step;
    // CHECK-MESSAGES: :[[@LINE-1]]:9: warning:
    // CHECK-FIXES: {{^}}    Sum *= Step;{{$}}
  }
  return Sum;
}

// A string that is a member: the stock check looks at variables only.
struct Log {
  std::string Text;
  void add(const std::vector<int> &Numbers) {
    for (int N : Numbers) {
      Text = Text + std::to_string(N);
      // CHECK-MESSAGES: :[[@LINE-1]]:12: warning: '+' makes a temporary 'std::string', which owns heap memory, inside a loop; '+=' works in place
      // CHECK-FIXES: {{^}}      Text += std::to_string(N);{{$}}
      Text = Text + ", a separator too long for the small buffer";
      // CHECK-MESSAGES: :[[@LINE-1]]:12: warning:
      // CHECK-FIXES: {{^}}      Text += ", a separator too long for the small buffer";{{$}}
      Text = Text + '.';
      // CHECK-MESSAGES: :[[@LINE-1]]:12: warning:
      // CHECK-FIXES: {{^}}      Text += '.';{{$}}
      Text = "not commutative: " + Text;
    }
  }
};

int main() {
  everyOperator();
  Mesh M;
  Mesh Other;
  ObjectData Single(9);
  M.everyTarget(Other, &Single);
  Single.print();
  M.Total.print();
  for (const ObjectData &E : M.Elements)
    E.print();
  M.Array[1].print();
  M.Named.at("key").print();
  M.Owned->print();
  Other.Total.print();
  overRange(M.Elements, M.Step).print();
  Log L;
  L.add({1, 22, 333});
  std::puts(L.Text.c_str());
  return 3;
}
