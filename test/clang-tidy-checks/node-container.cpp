// RUN: %check_tidy %s anomalloc-node-container %t -std=c++11,c++20

// Sets that only drop duplicates, and lists that could be contiguous.

#include <algorithm>
#include <list>
#include <set>
#include <vector>

void use(int);

// The case of the seed.
void process(std::vector<int> const &recvIndexSet) {
  std::set<int> receivedNodes;
  // CHECK-MESSAGES: :[[@LINE-1]]:17: warning: 'std::set<int>' allocates a node of 40 bytes for each element, only to drop duplicates, inside a loop; sort the data and use 'std::unique', or look up in a sorted vector [anomalloc-node-container]
  for (int i : recvIndexSet) {
    // There is a chance of duplication in recvIndexSet.
    if (receivedNodes.find(i) == receivedNodes.end()) {
      receivedNodes.insert(i);
      use(i);
    }
  }
}

// After the change.
void process_sorted(std::vector<int> recv_ind) {
  std::sort(recv_ind.begin(), recv_ind.end());
  recv_ind.erase(std::unique(recv_ind.begin(), recv_ind.end()), recv_ind.end());
  for (int i : recv_ind)
    use(i);
}

enum class Color { Red, Green };
struct Element {
  int Node;
  Color C;
};

void variations(const std::vector<Element> &Elements, const int *Ids, int N) {
  std::set<int> ByResult;
  // CHECK-MESSAGES: :[[@LINE-1]]:17: warning: {{.*}} only to drop duplicates
  for (const Element &E : Elements)
    if (ByResult.insert(E.Node).second)
      use(E.Node);
  std::set<Color> ByCount;
  // CHECK-MESSAGES: :[[@LINE-1]]:19: warning: {{.*}} only to drop duplicates
  for (auto It = Elements.begin(); It != Elements.end(); ++It) {
    if (ByCount.count(It->C))
      continue;
    ByCount.insert(It->C);
  }
  std::set<const int *> Pointers;
  // CHECK-MESSAGES: :[[@LINE-1]]:25: warning: {{.*}} only to drop duplicates
  for (int I = 0; I < N; ++I) {
    auto Result = Pointers.emplace(Ids + I);
    if (!Result.second)
      use(Ids[I]);
  }
  // Filled, then looked through: sorted, without duplicates.
  std::set<int> Collected;
  // CHECK-MESSAGES: :[[@LINE-1]]:17: warning: {{.*}} only to sort and drop duplicates, inside a loop; collect in a vector, then use 'std::sort' and 'std::unique'
  for (int I = 0; I < N; ++I)
    Collected.insert(Ids[I]);
  for (int C : Collected)
    use(C);
}

template <typename T> int count(const std::vector<T> &Values) {
  std::set<T> Distinct;
  // CHECK-MESSAGES: :[[@LINE-1]]:15: warning: 'std::set<int>' allocates
  int Count = 0;
  for (const T &V : Values)
    Count += Distinct.insert(V).second;
  return Count;
}
int counted(const std::vector<int> &Values) { return count(Values); }

// Lists.
int lists(const std::vector<int> &Values) {
  std::list<int> Stack;
  // CHECK-MESSAGES: :[[@LINE-1]]:18: warning: 'std::list<int>' allocates a node of 24 bytes for each element, and changes at its ends only, inside a loop; 'std::vector<int>' keeps elements side by side [anomalloc-node-container]
  for (int V : Values)
    Stack.push_back(V);
  int Sum = 0;
  for (std::list<int>::const_iterator I = Stack.begin(); I != Stack.end(); ++I)
    Sum += *I;
  for (int S : Stack)
    Sum += S;
  std::list<int> Queue;
  // CHECK-MESSAGES: :[[@LINE-1]]:18: warning: {{.*}}; 'std::deque<int>' keeps
  Queue.push_back(1);
  while (!Queue.empty()) {
    int Next = Queue.front();
    Queue.pop_front();
    if (Next < 100)
      Queue.push_back(Next * 2);
  }
  return Sum;
}

// A member that only this unit uses.
class Recorder {
public:
  void add(int N) {
    for (int I = 0; I < N; ++I)
      Events.push_back(I);
  }
  int sum() const {
    int Sum = 0;
    for (int E : Events)
      Sum += E;
    return Sum;
  }

private:
  std::list<int> Events;
  // CHECK-MESSAGES: :[[@LINE-1]]:18: warning: {{.*}}; 'std::vector<int>' keeps
};
