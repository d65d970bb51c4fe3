// RUN: %check_tidy %s anomalloc-dead-container %t -- -config='{CheckOptions: {Hints: true}}'

// Containers that nobody names again, and members that nobody reads.

#include <string>
#include <vector>

int never(const std::vector<std::string> &Parts) {
  std::vector<int> Nothing;
  // CHECK-MESSAGES: :[[@LINE-1]]:20: remark: 'Nothing', a 'std::vector<int>', is never used; leave it out [anomalloc-dead-container]
  std::vector<int> Sized(10);
  // CHECK-MESSAGES: :[[@LINE-1]]:20: warning: 'Sized', a 'std::vector<int>', is never used; leave it out
  std::vector<int> Reserved;
  // CHECK-MESSAGES: :[[@LINE-1]]:20: warning: 'Reserved', a 'std::vector<int>', is never read; leave it out [anomalloc-dead-container]
  Reserved.reserve(10);
  std::string Emptied;
  // CHECK-MESSAGES: :[[@LINE-1]]:15: remark: 'Emptied', a 'std::string', is never read; leave it out
  Emptied.clear();
  std::string Short = "1,2,3";
  // CHECK-MESSAGES: :[[@LINE-1]]:15: remark: 'Short', a 'std::string', is never used; leave it out
  std::string Long = "a text that is not held in place";
  // CHECK-MESSAGES: :[[@LINE-1]]:15: warning: 'Long', a 'std::string', is never used; leave it out
  int Sum = 0;
  for (const std::string &Part : Parts) {
    std::string Unused;
    // CHECK-MESSAGES: :[[@LINE-1]]:17: remark: 'Unused', a 'std::string', is never used, inside a loop; leave it out
    std::string Copy = Part;
    // CHECK-MESSAGES: :[[@LINE-1]]:17: warning: 'Copy', a 'std::string', is never used, inside a loop; leave it out
    Sum += int(Part.size());
  }
  return Sum;
}

// A call that moves a position, or changes its object, has to stay.
struct Reader {
  std::string next();
  std::string name() const;
};
std::string wordAt(const std::string &Line, std::size_t &Position);
std::string lower(const std::string &Line);
void read(Reader &From, const std::string &Line) {
  std::size_t Position = 0;
  std::string Version = wordAt(Line, Position);
  // CHECK-MESSAGES: :[[@LINE-1]]:15: remark: 'Version', a 'std::string', is never used; leave it out; not in view: what else 'wordAt' does
  std::string Next = From.next();
  // CHECK-MESSAGES: :[[@LINE-1]]:15: remark: 'Next', {{.*}}; not in view: what else 'next' does
  std::string Name = From.name();
  // CHECK-MESSAGES: :[[@LINE-1]]:15: warning: 'Name', a 'std::string', is never used; leave it out
  std::string Low = lower(Line);
  // CHECK-MESSAGES: :[[@LINE-1]]:15: warning: 'Low', a 'std::string', is never used; leave it out
}

class Pruner {
public:
  explicit Pruner(int Edges) : Contained(Edges), Sizes(Edges) {}
  void add(int Size) {
    History.push_back(Size);
    Sizes.push_back(Size);
  }
  int last() const { return Sizes.back(); }

private:
  std::vector<int> Contained;
  // CHECK-MESSAGES: :[[@LINE-1]]:20: warning: 'Contained', a 'std::vector<int>', is never used; leave it out
  std::vector<int> Empty;
  // CHECK-MESSAGES: :[[@LINE-1]]:20: remark: 'Empty', a 'std::vector<int>', is never used; leave it out
  std::vector<int> Sizes;
  std::vector<int> History;
  // CHECK-MESSAGES: :[[@LINE-1]]:20: warning: 'History', a 'std::vector<int>', is filled and never read; leave it out
};
int prune(int Edges) {
  Pruner P(Edges);
  P.add(1);
  return P.last();
}
