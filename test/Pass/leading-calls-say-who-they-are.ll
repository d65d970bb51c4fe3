; RUN: %opt_pass -passes=anomalloc -S %s | FileCheck %s
target triple = "x86_64-pc-linux-gnu"

define void @f(ptr %s) {
; CHECK-LABEL: define void @f(
; CHECK: %[[TLS:.*]] = call align 8 ptr @llvm.threadlocal.address.p0(ptr align 8 @__anomalloc_tls)
; CHECK: %[[SLOT:.*]] = getelementptr inbounds i8, ptr %[[TLS]], i64 24
; CHECK: store volatile i32 0, ptr %[[SLOT]], align 4
; CHECK: %[[VIA:.*]] = getelementptr inbounds i8, ptr %[[TLS]], i64 16
; CHECK: store volatile ptr @anomalloc.unit, ptr %[[VIA]], align 8
; CHECK-NEXT: %{{.*}} = call ptr @strdup(ptr %s), !anomalloc ![[DUP:[0-9]+]]
; CHECK: store volatile ptr null, ptr %{{.*}}, align 8
  %1 = call ptr @strdup(ptr %s)
; CHECK: store volatile i32 1,
; CHECK: call void @_ZNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEE9_M_assignERKS4_(ptr %s, ptr %s), !anomalloc
  call void @_ZNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEE9_M_assignERKS4_(ptr %s, ptr %s)
  ret void
}

; Destructors only give back; definitions are instrumented themselves; what only
; reads allocates nothing.
define void @g(ptr %s) {
; CHECK-LABEL: define void @g(
; CHECK-NOT: anomalloc
; CHECK: ret void
  call void @_ZNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEED1Ev(ptr %s)
  call void @fopen()
  %1 = call ptr @_ZNSt6locale7classicEv()
  ret void
}

define void @fopen() {
  ret void
}

; CHECK: ![[DUP]] = !{{.*}}!"strdup", i32 0, i64 -1, {{.*}}!"leading", i32 0,

declare ptr @strdup(ptr)
declare void @_ZNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEE9_M_assignERKS4_(ptr, ptr)
declare void @_ZNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEED1Ev(ptr)
declare ptr @_ZNSt6locale7classicEv() memory(read)
