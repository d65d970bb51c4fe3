// RUN: %check_tidy %s anomalloc-c %t
// CHECK-SILENT
