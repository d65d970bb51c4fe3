// RUN: %check_tidy %s anomalloc-arena-candidates %t -std=c++17,c++23
// RUN: %check_tidy %s anomalloc-arena-candidates %t -check-suffix=FOUR -- -config='{CheckOptions: {anomalloc-arena-candidates.MinVectors: 4}}'
// RUN: %check_tidy %s anomalloc-arena-candidates %t -check-suffix=ALL -- -config='{CheckOptions: {Hints: true}}'

// Several local vectors that are allocated and never resized.

#include <cstddef>
#include <memory_resource>
#include <vector>

double before(int num_1, int num_2) {
  std::vector<double> f1(num_1);
  // CHECK-NOTES: :[[@LINE-1]]:23: warning: 5 vectors that never change their size allocate one by one, in a function that is called in a loop; as 'std::pmr::vector', they could share one 'std::pmr::monotonic_buffer_resource' with a buffer on the stack [anomalloc-arena-candidates]
  // CHECK-MESSAGES-FOUR: :[[@LINE-2]]:23: warning: 5 vectors
  // CHECK-MESSAGES-ALL: :[[@LINE-3]]:23: warning: 5 vectors
  // CHECK-NOTES: :[[@LINE+33]]:12: note: called in a loop here
  std::vector<double> f2(num_1);
  // CHECK-NOTES: :[[@LINE-1]]:23: note: 'f2' is another one
  std::vector<double> f3(num_1 * num_1);
  // CHECK-NOTES: :[[@LINE-1]]:23: note: 'f3' is another one
  std::vector<double> f4(num_2);
  // CHECK-NOTES: :[[@LINE-1]]:23: note: 'f4' is another one
  std::vector<double> f5(num_2 * num_2);
  // CHECK-NOTES: :[[@LINE-1]]:23: note: 'f5' is another one
  for (double &x : f1)
    x = 1;
  f3[num_1 - 1] = f2.at(0) + f1.back();
  return f3[0] + f4[0] + f5[0];
}

double after(int num_1, int num_2) {
  std::byte stack_buffer[256];
  std::pmr::monotonic_buffer_resource mem_res{stack_buffer, sizeof stack_buffer};
  std::pmr::vector<double> f1(num_1, 0., &mem_res);
  std::pmr::vector<double> f2(num_1, 0., &mem_res);
  std::pmr::vector<double> f3(num_1 * num_1, 0., &mem_res);
  std::pmr::vector<double> f4(num_2, 0., &mem_res);
  std::pmr::vector<double> f5(num_2 * num_2, 0., &mem_res);
  for (double &x : f1)
    x = 1;
  f3[num_1 - 1] = f2.at(0) + f1.back();
  return f3[0] + f4[0] + f5[0];
}

int main(int Count, char **) {
  double Sum = 0;
  for (int I = 1; I < Count; ++I) {
    Sum += after(I, 2);
    Sum += before(I, 2);
  }
  return int(Sum);
}

double once(int N) {
  std::vector<double> A(N), B(N, 1.0), C(N + 1);
  // CHECK-MESSAGES-ALL: :[[@LINE-1]]:23: remark: 3 vectors that never change their size allocate one by one; as
  return A[0] + B[0] + C[0];
}
