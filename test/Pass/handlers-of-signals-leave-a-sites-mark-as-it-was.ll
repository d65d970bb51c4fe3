; RUN: %opt_pass -passes=anomalloc -S %s | FileCheck %s
target triple = "x86_64-pc-linux-gnu"

%struct.sigaction = type { ptr, [16 x i64], i32, ptr }

@static = internal global %struct.sigaction { ptr @ofGlobal, [16 x i64] zeroinitializer, i32 0, ptr null }

; As clang 22 writes constants that have padding:
@nameless = internal global { ptr, [16 x i64], i32, [4 x i8], ptr } { ptr @ofNameless, [16 x i64] zeroinitializer, i32 0, [4 x i8] zeroinitializer, ptr null }
@constant = private constant { ptr, [16 x i64], i32, [4 x i8], ptr } { ptr @ofCopy, [16 x i64] zeroinitializer, i32 0, [4 x i8] zeroinitializer, ptr null }

define void @install() {
  %a = alloca %struct.sigaction
  %copy = alloca %struct.sigaction
  call void @llvm.memcpy.p0.p0.i64(ptr %copy, ptr @constant, i64 152, i1 false)
  call i32 @sigaction(i32 13, ptr %copy, ptr null)
  call i32 @sigaction(i32 14, ptr @nameless, ptr null)
  store ptr @ofLocal, ptr %a
  call i32 @sigaction(i32 10, ptr %a, ptr null)
  call i32 @sigaction(i32 11, ptr @static, ptr null)
  call ptr @signal(i32 12, ptr @given)
  call void @other(ptr @none)
  ret void
}

; CHECK-LABEL: define internal void @given(
; CHECK: %[[ASKING:.*]] = load volatile i64
; CHECK: store volatile i64 0
; CHECK: call void @body()
; CHECK: store volatile i64 %[[ASKING]]
; CHECK: ret void
define internal void @given(i32 %signal) {
  call void @body()
  ret void
}

; CHECK-LABEL: define internal void @ofLocal(
; CHECK: %[[ASKING:.*]] = load volatile i64
; CHECK: store volatile i64 %[[ASKING]]
; CHECK: ret void
define internal void @ofLocal(i32 %signal) {
  call void @body()
  ret void
}

; CHECK-LABEL: define internal void @ofGlobal(
; CHECK: %[[ASKING:.*]] = load volatile i64
; CHECK: store volatile i64 %[[ASKING]]
; CHECK: ret void
define internal void @ofGlobal(i32 %signal) {
  call void @body()
  ret void
}

; CHECK-LABEL: define internal void @ofNameless(
; CHECK: %[[ASKING:.*]] = load volatile i64
; CHECK: store volatile i64 %[[ASKING]]
; CHECK: ret void
define internal void @ofNameless(i32 %signal) {
  call void @body()
  ret void
}

; CHECK-LABEL: define internal void @ofCopy(
; CHECK: %[[ASKING:.*]] = load volatile i64
; CHECK: store volatile i64 %[[ASKING]]
; CHECK: ret void
define internal void @ofCopy(i32 %signal) {
  call void @body()
  ret void
}

; CHECK-LABEL: define internal void @none(
; CHECK-NEXT: call void @body()
; CHECK-NEXT: ret void
define internal void @none(i32 %signal) {
  call void @body()
  ret void
}

define ptr @site() {
  %p = call ptr @malloc(i64 8)
  ret ptr %p
}

declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
declare void @body()
declare void @other(ptr)
declare i32 @sigaction(i32, ptr, ptr)
declare ptr @signal(i32, ptr)
declare noalias ptr @malloc(i64) allockind("alloc,uninitialized") allocsize(0)
