; RUN: %opt_pass -passes=anomalloc -S %s | FileCheck %s
target triple = "x86_64-pc-linux-gnu"

define void @f(ptr %a) {
; CHECK: call ptr @_ZN3FoonwEm(i64 24){{.*}}, !anomalloc ![[SINGLE:[0-9]+]]
  %1 = call ptr @_ZN3FoonwEm(i64 24)
; CHECK: call ptr @_ZN2ns3FoonaEmR5Arena(i64 48, ptr %a){{.*}}, !anomalloc ![[ARRAY:[0-9]+]]
  %2 = call ptr @_ZN2ns3FoonaEmR5Arena(i64 48, ptr %a)
; CHECK: call ptr @_ZnwmR5Arena(i64 12, ptr %a){{.*}}, !anomalloc ![[GLOBAL:[0-9]+]]
  %3 = call ptr @_ZnwmR5Arena(i64 12, ptr %a)
; Placement forms, and a name that only looks like one.
; CHECK: call ptr @_ZN3FoonwEmPv(i64 24, ptr %a)
; CHECK-NOT: !anomalloc
  %4 = call ptr @_ZN3FoonwEmPv(i64 24, ptr %a)
; CHECK: call ptr @_ZN3Foo4unwEEm(i64 24)
; CHECK-NOT: !anomalloc
  %5 = call ptr @_ZN3Foo4unwEEm(i64 24)
; CHECK: ret void
  ret void
}

; CHECK-DAG: ![[SINGLE]] = !{{.*}}!"_ZN3FoonwEm", i32 0, i64 24, {{.*}}!"pool"
; CHECK-DAG: ![[ARRAY]] = !{{.*}}!"_ZN2ns3FoonaEmR5Arena", i32 0, i64 48, {{.*}}!"pool"
; CHECK-DAG: ![[GLOBAL]] = !{{.*}}!"_ZnwmR5Arena", i32 0, i64 12, {{.*}}!"pool"

declare ptr @_ZN3FoonwEm(i64)
declare ptr @_ZN2ns3FoonaEmR5Arena(i64, ptr)
declare ptr @_ZnwmR5Arena(i64, ptr)
declare ptr @_ZN3FoonwEmPv(i64, ptr)
declare ptr @_ZN3Foo4unwEEm(i64)
