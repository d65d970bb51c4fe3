int main() {
  int *volatile Kept = new int;
  delete Kept;
  Kept = new int[4];
  delete[] Kept;
  Kept = new int[5];
  delete[] Kept;
}
