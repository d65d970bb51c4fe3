// RUN: %check_tidy %s anomalloc-dead-container %t -- -config='{CheckOptions: {Hints: true}}'

// By-value parameters that are filled for nobody.

#include <map>
#include <string>
#include <vector>

void numbers(std::vector<int> Out, int N) {
  // CHECK-MESSAGES: :[[@LINE-1]]:31: warning: 'Out', a 'std::vector<int>', is filled and never read; take it by reference, so that the caller gets it, or leave it out [anomalloc-dead-container]
  for (int I = 0; I < N; ++I)
    Out.push_back(I);
}

struct Table {
  void count(std::map<int, int> Times, int Key) const { Times[Key] = 1; }
  // CHECK-MESSAGES: :[[@LINE-1]]:33: warning: 'Times', a 'std::map<int, int>', is filled and never read; take it by reference
  virtual void names(std::vector<std::string> Out) const { Out.resize(3); }
  // CHECK-MESSAGES: :[[@LINE-1]]:47: remark: 'Out', {{.*}}; not in view: whether another override reads it
  virtual ~Table();
};

static void text(std::string Into, const std::string &From) { Into = From; }
// CHECK-MESSAGES: :[[@LINE-1]]:30: warning: 'Into', a 'std::string', is filled and never read
void call(const std::string &From) { text(From, From); }
