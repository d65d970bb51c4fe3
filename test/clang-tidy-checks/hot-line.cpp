// RUN: %check_tidy %s anomalloc-hot-line %t -- -config='{CheckOptions: {Hints: true, Profile: "%S/Inputs/hot-line.json"}}'
// RUN: %check_tidy %s anomalloc-hot-line %t -check-suffix=QUIET -- -config='{CheckOptions: {Profile: "%S/Inputs/hot-line.json"}}'
// CHECK-SILENT-QUIET

// a line that allocated much in the recorded run, and no other check says why

int *page(int N);
void fill(int **To, int N) {
  for (int I = 0; I < N; ++I)
    To[I] = page(I); // the column is known
  // CHECK-MESSAGES: :[[@LINE-1]]:13: remark: 50,000 allocations of 32 bytes here (25.0 % of all allocations, 1 loop deep, 1.526 MiB in all); no check says why [anomalloc-hot-line]
  To[0] = page(0); // less than 1 %
  To[1] = page(1); // NOLINT
  To[2] = page(2); // of this and the next line, nobody knows which made them
  To[3] = page(3);
}

int *one(int A,
         int B) { return page(A + B); }
// CHECK-MESSAGES: :[[@LINE-1]]:10: remark: 2,000 allocations of 1 byte here (1.0 % of all allocations, 1.953 KiB in all); no check says why [anomalloc-hot-line]
