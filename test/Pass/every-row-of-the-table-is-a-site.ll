; RUN: %opt_pass -passes=anomalloc -S %s | FileCheck %s
target triple = "x86_64-pc-linux-gnu"

define void @f(ptr %p, ptr %tag) {
; CHECK-LABEL: define void @f(
; CHECK: call ptr @malloc(i64 1){{.*}}, !anomalloc ![[A:[0-9]+]]
  %1 = call ptr @malloc(i64 1)
; CHECK: call ptr @calloc(i64 3, i64 2){{.*}}, !anomalloc ![[B:[0-9]+]]
  %2 = call ptr @calloc(i64 3, i64 2)
; CHECK: call ptr @realloc(ptr %p, i64 3){{.*}}, !anomalloc ![[C:[0-9]+]]
  %3 = call ptr @realloc(ptr %p, i64 3)
; CHECK: call ptr @reallocarray(ptr %p, i64 2, i64 4){{.*}}, !anomalloc ![[D:[0-9]+]]
  %4 = call ptr @reallocarray(ptr %p, i64 2, i64 4)
; CHECK: call ptr @aligned_alloc(i64 64, i64 128){{.*}}, !anomalloc ![[E:[0-9]+]]
  %5 = call ptr @aligned_alloc(i64 64, i64 128)
; CHECK: call ptr @memalign(i64 64, i64 192){{.*}}, !anomalloc ![[F:[0-9]+]]
  %6 = call ptr @memalign(i64 64, i64 192)
; CHECK: call i32 @posix_memalign(ptr %p, i64 64, i64 7){{.*}}, !anomalloc ![[G:[0-9]+]]
  %7 = call i32 @posix_memalign(ptr %p, i64 64, i64 7)
; CHECK: call ptr @valloc(i64 8){{.*}}, !anomalloc ![[H:[0-9]+]]
  %8 = call ptr @valloc(i64 8)
; CHECK: call ptr @pvalloc(i64 9){{.*}}, !anomalloc ![[I:[0-9]+]]
  %9 = call ptr @pvalloc(i64 9)
; CHECK: call nonnull ptr @_Znam(i64 10){{.*}}, !anomalloc ![[J:[0-9]+]]
  %10 = call nonnull ptr @_Znam(i64 10)
; CHECK: call ptr @_ZnwmRKSt9nothrow_t(i64 11, ptr %tag){{.*}}, !anomalloc ![[K:[0-9]+]]
  %11 = call ptr @_ZnwmRKSt9nothrow_t(i64 11, ptr %tag)
; CHECK: call nonnull ptr @_ZnwmSt11align_val_t(i64 12, i64 64){{.*}}, !anomalloc ![[L:[0-9]+]]
  %12 = call nonnull ptr @_ZnwmSt11align_val_t(i64 12, i64 64)
; CHECK: call ptr @_ZnamSt11align_val_tRKSt9nothrow_t(i64 13, i64 64, ptr %tag){{.*}}, !anomalloc ![[M:[0-9]+]]
  %13 = call ptr @_ZnamSt11align_val_tRKSt9nothrow_t(i64 13, i64 64, ptr %tag)
  ret void
}

; CHECK-DAG: ![[A]] = !{{.*}}!"malloc", i32 0, i64 1, {{.*}}!"heap", i32 0
; CHECK-DAG: ![[B]] = !{{.*}}!"calloc", i32 0, i64 6, {{.*}}!"heap", i32 1
; CHECK-DAG: ![[C]] = !{{.*}}!"realloc", i32 0, i64 3,
; CHECK-DAG: ![[D]] = !{{.*}}!"reallocarray", i32 0, i64 8,
; CHECK-DAG: ![[E]] = !{{.*}}!"aligned_alloc", i32 0, i64 128,
; CHECK-DAG: ![[F]] = !{{.*}}!"memalign", i32 0, i64 192,
; CHECK-DAG: ![[G]] = !{{.*}}!"posix_memalign", i32 0, i64 7,
; CHECK-DAG: ![[H]] = !{{.*}}!"valloc", i32 0, i64 8,
; CHECK-DAG: ![[I]] = !{{.*}}!"pvalloc", i32 0, i64 9,
; CHECK-DAG: ![[J]] = !{{.*}}!"_Znam", i32 0, i64 10,
; CHECK-DAG: ![[K]] = !{{.*}}!"_ZnwmRKSt9nothrow_t", i32 0, i64 11,
; CHECK-DAG: ![[L]] = !{{.*}}!"_ZnwmSt11align_val_t", i32 0, i64 12,
; CHECK-DAG: ![[M]] = !{{.*}}!"_ZnamSt11align_val_tRKSt9nothrow_t", i32 0, i64 13,

declare ptr @malloc(i64)
declare ptr @calloc(i64, i64)
declare ptr @realloc(ptr, i64)
declare ptr @reallocarray(ptr, i64, i64)
declare ptr @aligned_alloc(i64, i64)
declare ptr @memalign(i64, i64)
declare i32 @posix_memalign(ptr, i64, i64)
declare ptr @valloc(i64)
declare ptr @pvalloc(i64)
declare ptr @_Znam(i64)
declare ptr @_ZnwmRKSt9nothrow_t(i64, ptr)
declare ptr @_ZnwmSt11align_val_t(i64, i64)
declare ptr @_ZnamSt11align_val_tRKSt9nothrow_t(i64, i64, ptr)
