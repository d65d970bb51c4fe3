// RUN: %check_tidy %s anomalloc-node-container %t -- -config='{CheckOptions: {Hints: true}}'

// Vectors of pointers to objects that could be their elements.

#include <memory>
#include <vector>

struct Point {
  double X = 0, Y = 0;
  double norm() const { return X + Y; }
};
void show(const Point &);

double local(int N) {
  std::vector<std::unique_ptr<Point>> Cloud;
  // CHECK-MESSAGES: :[[@LINE-1]]:39: warning: 'Cloud' allocates each 'Point' of 16 bytes by itself, and keeps pointers, inside a loop; 'std::vector<Point>' keeps them side by side [anomalloc-node-container]
  Cloud.reserve(N);
  for (int I = 0; I < N; ++I)
    Cloud.push_back(std::make_unique<Point>());
  double Sum = Cloud[0]->X;
  for (const auto &P : Cloud)
    Sum += P->norm();
  return Sum;
}

double moved(int N) {
  std::vector<std::unique_ptr<Point>> Moved;
  // CHECK-MESSAGES: :[[@LINE-1]]:39: warning: 'Moved' allocates each 'Point'
  while (N-- > 0) {
    auto P = std::make_unique<Point>();
    P->X = N;
    Moved.push_back(std::move(P));
  }
  return Moved.empty() ? 0 : Moved.back()->norm();
}

class Track {
public:
  void add(double X) { Hits.emplace_back(new Point{X, 0}); }
  void show() const {
    for (const auto &H : Hits)
      ::show(*H);
  }

private:
  std::vector<std::unique_ptr<Point>> Hits;
  // CHECK-MESSAGES: :[[@LINE-1]]:39: remark: 'Hits' allocates each 'Point' {{.*}}; not in view: whether anybody keeps the address of an element
};
void fill(Track &T, int N) {
  for (int I = 0; I < N; ++I)
    T.add(I);
}
