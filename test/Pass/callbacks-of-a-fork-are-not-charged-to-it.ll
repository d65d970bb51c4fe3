; RUN: %opt_pass -passes=anomalloc -S %s | FileCheck %s
target triple = "x86_64-pc-linux-gnu"

define void @f() {
; CHECK: call void (ptr, i32, ptr, ...) @__kmpc_fork_call({{.*}}, !anomalloc
  call void (ptr, i32, ptr, ...) @__kmpc_fork_call(ptr null, i32 0, ptr @f.omp_outlined)
  ret void
}

; CHECK-LABEL: define internal void @f.omp_outlined(
; CHECK: %a = alloca
; CHECK: %[[VIA:.*]] = load volatile ptr
; CHECK: %[[SLOT:.*]] = load volatile i32
; CHECK: store volatile ptr null
; CHECK: call void @body()
; CHECK: store volatile i32 %[[SLOT]]
; CHECK: store volatile ptr %[[VIA]]
; CHECK-NEXT: ret void
define internal void @f.omp_outlined(ptr %x, ptr %y) {
  %a = alloca i32
  call void @body()
  ret void
}

declare void @body()
declare void @__kmpc_fork_call(ptr, i32, ptr, ...)
