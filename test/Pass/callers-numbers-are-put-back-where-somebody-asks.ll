; What asks for its caller's number finds it, whatever ran in between; where nobody
; asks, nothing is put back.
; RUN: %opt_pass -passes=anomalloc-makers,anomalloc -S %s | FileCheck %s
target triple = "x86_64-pc-linux-gnu"

; Behind what may leave 0, and in front of its own site: put back.
define void @_ZN6VectorC1Ev(ptr %this, i1 %c) {
; CHECK-LABEL: define void @_ZN6VectorC1Ev(
; CHECK: %[[BEFORE:.*]] = load volatile i64, ptr
; CHECK: loop:
; CHECK: call void @tell()
; CHECK: store volatile i64 %[[BEFORE]], ptr
; CHECK-NEXT: br i1 %c, label %loop
; CHECK: call ptr @malloc(
; CHECK: ret void
  br label %loop
loop:
  call void @tell()
  br i1 %c, label %loop, label %out
out:
  %p = call ptr @malloc(i64 24)
  store ptr %p, ptr %this
  ret void
}

; Nobody asks in it, but what called it may: put back once, where it is left.
define void @_ZN4GridC1Ev(i1 %c) {
; CHECK-LABEL: define void @_ZN4GridC1Ev(
; CHECK: %[[BEFORE:.*]] = load volatile i64, ptr
; CHECK: call void @tell()
; CHECK-NEXT: br i1 %c, label %loop
; CHECK: store volatile i64 %[[BEFORE]], ptr
; CHECK-NEXT: ret void
  br label %loop
loop:
  call void @tell()
  br i1 %c, label %loop, label %out
out:
  ret void
}

; A factory by what it does: who calls it may not know, and looks after itself.
define internal ptr @factory() noinline {
; CHECK-LABEL: define internal ptr @factory(
; CHECK: call void @tell()
; CHECK-NEXT: ret ptr %p
  %p = call ptr @malloc(i64 8)
  call void @tell()
  ret ptr %p
}

; This function keeps the number, and that is known here.
define internal void @leaf(ptr %to) noinline {
  store i32 1, ptr %to
  ret void
}
define void @_ZN4TreeC1Ev(ptr %this) {
; CHECK-LABEL: define void @_ZN4TreeC1Ev(
; CHECK-NOT: load volatile i64
; CHECK: call void @leaf(
; CHECK-NEXT: call void @_ZN6VectorC1Ev(
; CHECK-NEXT: ret void
  call void @leaf(ptr %this)
  call void @_ZN6VectorC1Ev(ptr %this, i1 false)
  ret void
}

; Of code that is no maker's, at the end of a loop and not in it,
define ptr @fills(ptr %this, i1 %c) {
; CHECK-LABEL: define ptr @fills(
; CHECK: {{^ *}}call void @_ZN6VectorC1Ev(
; CHECK-NEXT: br i1 %c
; CHECK: call ptr @factory()
; CHECK-NEXT: asm sideeffect "{{.*}}movq $$0, %fs:32($0)"
; CHECK-NEXT: ret ptr %p
  br label %loop
loop:
  call void @_ZN6VectorC1Ev(ptr %this, i1 %c)
  br i1 %c, label %loop, label %out
out:
  %p = call ptr @factory()
  ret ptr %p
}

; but in a loop where that is seldom needed,
define void @appends(ptr %this, i1 %c, i1 %full) {
; CHECK-LABEL: define void @appends(
; CHECK: {{^ *}}call void @_ZNSt6vectorIiSaIiEE17_M_realloc_insertIJRKiEEEvPiDpOT_(
; CHECK-NEXT: asm sideeffect "{{.*}}movq $$0, %fs:32($0)"
; CHECK-NEXT: br label %next
; CHECK-NOT: asm sideeffect "movq
; CHECK: ret void
  br label %loop
loop:
  br i1 %full, label %grows, label %next
grows:
  call void @_ZNSt6vectorIiSaIiEE17_M_realloc_insertIJRKiEEEvPiDpOT_(ptr %this)
  br label %next
next:
  br i1 %c, label %loop, label %out
out:
  ret void
}

; and not at all where nobody returns.
define void @fails(ptr %this) {
; CHECK-LABEL: define void @fails(
; CHECK: {{^ *}}call void @_ZN6VectorC1Ev(
; CHECK-NEXT: call void @abort()
  call void @_ZN6VectorC1Ev(ptr %this, i1 false)
  call void @abort() noreturn
  unreachable
}

; A library calls it back while others wait for their turn to ask.
define internal i32 @compare(ptr %a, ptr %b) {
; CHECK-LABEL: define internal i32 @compare(
; CHECK: %[[BEFORE:.*]] = load volatile i64, ptr
; CHECK: {{^ *}}call void @_ZN6VectorC1Ev(
; CHECK: store volatile i64 %[[BEFORE]], ptr
; CHECK-NEXT: ret i32 0
  call void @_ZN6VectorC1Ev(ptr %a, i1 false)
  ret i32 0
}
define void @sorts(ptr %array) {
  call void @qsort(ptr %array, i64 5, i64 4, ptr @compare)
  ret void
}

declare void @tell()
declare void @abort()
declare ptr @malloc(i64)
declare void @qsort(ptr, i64, i64, ptr)
define linkonce_odr void @_ZNSt6vectorIiSaIiEE17_M_realloc_insertIJRKiEEEvPiDpOT_(ptr %to) {
  %p = call ptr @malloc(i64 32)
  store ptr %p, ptr %to
  ret void
}
