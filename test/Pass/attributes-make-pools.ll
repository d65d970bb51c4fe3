; Pool events do not touch Asking: what a pool takes from the heap is counted
; where it takes it.
; RUN: %opt_pass -passes=anomalloc -anomalloc-makers=0 -S %s | FileCheck %s
target triple = "x86_64-pc-linux-gnu"

define void @f(i64 %n, ptr %g) {
; CHECK-LABEL: define void @f(
; CHECK-NOT: store volatile
; CHECK: call ptr @sized(ptr null, i64 %n){{.*}}, !anomalloc ![[SIZED:[0-9]+]]
; CHECK: call preserve_mostcc void @__anomalloc_event_dynamic(ptr @anomalloc.unit, i32 -2147483648, ptr %{{.*}}, i64 %n)
  %1 = call ptr @sized(ptr null, i64 %n)
; CHECK: call ptr @counted(i64 4, i64 5){{.*}}, !anomalloc ![[COUNTED:[0-9]+]]
; CHECK: call preserve_mostcc void @__anomalloc_event(ptr @anomalloc.unit, i32 -2147483646, ptr %{{.*}}, i64 20)
  %2 = call ptr @counted(i64 4, i64 5)
; CHECK: call ptr @kind(){{.*}}, !anomalloc ![[KIND:[0-9]+]]
; CHECK: call preserve_mostcc void @__anomalloc_event_dynamic(ptr @anomalloc.unit, i32 -2147483645, ptr %{{.*}}, i64 0)
  %3 = call ptr @kind()
; CHECK: call ptr @malloc_attribute(){{.*}}, !anomalloc ![[MALLOC:[0-9]+]]
  %4 = call ptr @malloc_attribute()
; CHECK: call ptr %g(i64 6){{.*}}, !anomalloc ![[INDIRECT:[0-9]+]]
  %5 = call ptr %g(i64 6) allocsize(0)
; CHECK: call void @release(
; CHECK-NOT: !anomalloc
  call void @release(ptr %5)
; CHECK-NOT: store volatile
; CHECK: ret void
  ret void
}

; CHECK-DAG: ![[SIZED]] = !{{.*}}!"sized", i32 0, i64 -1, {{.*}}!"pool", i32 0,
; CHECK-DAG: ![[COUNTED]] = !{{.*}}!"counted", i32 0, i64 20, {{.*}}!"pool", i32 2,
; CHECK-DAG: ![[KIND]] = !{{.*}}!"kind", i32 0, i64 -1, {{.*}}!"pool", i32 3,
; CHECK-DAG: ![[MALLOC]] = !{{.*}}!"malloc_attribute", i32 0, i64 -1, {{.*}}!"pool", i32 5,
; CHECK-DAG: ![[INDIRECT]] = !{{.*}}!"", i32 0, i64 6, {{.*}}!"pool", i32 7,

declare ptr @sized(ptr, i64) allocsize(1)
declare ptr @counted(i64, i64) allocsize(1, 0)
declare ptr @kind() allockind("alloc,zeroed")
declare noalias ptr @malloc_attribute()
declare void @release(ptr allocptr) allockind("free")
