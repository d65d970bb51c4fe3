// RUN: %check_tidy %s anomalloc-dead-container %t -std=c++11,c++23

// Containers that are filled and never read.

#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

struct Node {
  int Id;
  std::string Name;
};
int size(const std::vector<Node> &Nodes);

int leftOver(const std::vector<Node> &Nodes) {
  std::vector<int> Ids;
  // CHECK-MESSAGES: :[[@LINE-1]]:20: warning: 'Ids', a 'std::vector<int>', is filled and never read, inside a loop; leave it out [anomalloc-dead-container]
  Ids.reserve(Nodes.size());
  for (const Node &N : Nodes)
    Ids.push_back(N.Id);
  return size(Nodes);
}

// Several ways to fill, one to empty; element writes are no reads.
void manyWays(const std::string &Text, int N) {
  std::string Line;
  // CHECK-MESSAGES: :[[@LINE-1]]:15: warning: 'Line', a 'std::string', is filled and never read, inside a loop
  std::map<std::string, std::pair<int, double>> Counts;
  // CHECK-MESSAGES: :[[@LINE-1]]:49: warning: 'Counts', a
  std::vector<std::vector<int>> Rows(3);
  // CHECK-MESSAGES: :[[@LINE-1]]:33: warning: 'Rows', a
  for (int I = 0; I < N; ++I) {
    Line += Text;
    Line.append(Text).append("x");
    Counts[Text] = {I, 1.0};
    Counts.emplace(Text, std::make_pair(1, 2.0));
    Rows[0].push_back(I);
    Rows.resize(4);
    if (I == 3)
      Line.clear();
  }
}

// Outside loops too: it is dead wherever it stands.
void once(const Node &N) {
  std::set<std::string> Names;
  // CHECK-MESSAGES: :[[@LINE-1]]:25: warning: 'Names', a 'std::set<std::string>', is filled and never read; leave it out
  Names.insert(N.Name);
}

// User classes without a destructor of their own; aliases; auto.
using Nodes = std::vector<Node>;
void users(const Node &N) {
  Nodes All;
  // CHECK-MESSAGES: :[[@LINE-1]]:9: warning: 'All', a 'Nodes', is filled
  All.push_back(N);
  auto Copy = Nodes();
  // CHECK-MESSAGES: :[[@LINE-1]]:8: warning: 'Copy'
  Copy = Nodes(3, N);
}

// Templates and lambdas.
template <class T> void generic(const std::vector<T> &From) {
  std::vector<T> To;
  // CHECK-MESSAGES: :[[@LINE-1]]:18: warning: 'To', a
  for (const T &X : From)
    To.push_back(X);
}
template void generic(const std::vector<int> &);
template void generic(const std::vector<double> &);

void lambda(const std::vector<int> &From) {
  std::vector<int> Seen;
  // CHECK-MESSAGES: :[[@LINE-1]]:20: warning: 'Seen'
  auto Add = [&Seen](int X) { Seen.push_back(X); };
  for (int X : From)
    Add(X);
}

// Counted, and the counts not looked at.
void counted(const std::vector<std::string> &Files) {
  std::map<std::string, int> Times;
  // CHECK-MESSAGES: :[[@LINE-1]]:30: warning: 'Times'
  for (const std::string &File : Files)
    ++Times[File];
}
