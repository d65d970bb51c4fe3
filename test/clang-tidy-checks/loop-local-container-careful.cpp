// RUN: %check_tidy %s anomalloc-loop-local-container %t -check-suffix=SAY
// RUN: %check_tidy %s anomalloc-loop-local-container %t -check-suffix=FIX -- -fix-notes

// Reported, but the change is for a person to judge, or cannot be written.

#include <string>
#include <vector>

void use(const std::vector<int> &);
void fill(std::vector<int> &);

void judged(const std::vector<std::string> &Names, int N) {
  for (int I = 0; I < N; ++I) {
    std::vector<std::string> Copies;
    // CHECK-NOTES-SAY: :[[@LINE-1]]:30: warning: 'std::vector<std::string>' is made
    // CHECK-NOTES-SAY: :[[@LINE-2]]:30: note: the memory of the elements themselves is still freed; only that of the container is used again
    // CHECK-MESSAGES-FIX: :[[@LINE-3]]:30: warning:
    // CHECK-FIXES-FIX: {{^}}  std::vector<std::string> Copies;{{$}}
    // CHECK-FIXES-FIX: {{^}}    Copies.clear();{{$}}
    for (auto &Name : Names)
      Copies.push_back(Name);
  }
  for (int I = 0; I < N; ++I) {
    std::vector<int> Ids;
    // CHECK-NOTES-SAY: :[[@LINE-1]]:22: warning: 'std::vector<int>' is made
    // CHECK-NOTES-SAY: :[[@LINE-2]]:22: note: check that the functions that fill it do not keep it
    // CHECK-MESSAGES-FIX: :[[@LINE-3]]:22: warning:
    // CHECK-FIXES-FIX: {{^}}  std::vector<int> Ids;{{$}}
    fill(Ids);
    use(Ids);
  }
}

// The name is taken outside, the type is local, or there is no place for it.
void noFix(int N, std::vector<int> Taken) {
  if (N > 7)
    for (int I = 0; I < N; ++I) {
      std::vector<int> V;
      // CHECK-NOTES-SAY: :[[@LINE-1]]:24: warning:
      // CHECK-MESSAGES-FIX: :[[@LINE-2]]:24: warning:
      for (int J = 0; J < I; ++J)
        V.push_back(J);
      use(V);
    }
  for (int I : Taken) {
    std::vector<int> Taken;
    // CHECK-NOTES-SAY: :[[@LINE-1]]:22: warning:
    // CHECK-MESSAGES-FIX: :[[@LINE-2]]:22: warning:
    for (int J = 0; J < I; ++J)
      Taken.push_back(J);
    use(Taken);
  }
  for (int I = 0; I < N; ++I) {
    struct Local { int A; };
    std::vector<Local> W;
    // CHECK-NOTES-SAY: :[[@LINE-1]]:24: warning:
    // CHECK-MESSAGES-FIX: :[[@LINE-2]]:24: warning:
    for (int J = 0; J < I; ++J)
      W.push_back({J});
  }
}
