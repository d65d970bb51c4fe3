#include <vector>
using Row = std::vector<double>;
struct Shape {
  virtual ~Shape() = default;
  virtual double area(Row Sides) const = 0;
};
struct Square : Shape {
  double area(Row Sides) const override { return Sides[0] * Sides[1]; }
};
Row sides(int N) { return Row(std::size_t(N), 1.0); }
int main(int Count, char **) {
  Square S;
  const Shape &Any = S;
  const Row Kept = sides(Count + 2);
  double Sum = 0;
  for (int I = 0; I < 3000; ++I)
    Sum += Any.area(Kept) + sides(I % 3 + 1)[0];
  for (int I = 0; I < 2000; ++I)
    Sum += Any.area(Kept);
  return Sum == 0;
}
