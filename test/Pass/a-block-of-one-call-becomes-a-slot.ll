; A block that is freed before its function ends, whose address stays and whose
; size is bounded, becomes a variable of the frame.
; RUN: %opt_pass -anomalloc-tame=stack -passes=anomalloc-tame,verify -S %s | FileCheck %s
target triple = "x86_64-pc-linux-gnu"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

; CHECK-LABEL: define void @exact(
define void @exact() {
; CHECK-NEXT: %anomalloc.slot = alloca [24 x i8], align 16
; CHECK-NEXT: call void @llvm.lifetime.start.p0({{.*}}ptr %anomalloc.slot)
; The frame is needed: no tail call.
; CHECK-NEXT: {{^}}  call void @use(ptr %anomalloc.slot)
; CHECK-NEXT: call void @llvm.lifetime.end.p0({{.*}}ptr %anomalloc.slot)
; CHECK-NEXT: ret void
  %p = tail call ptr @malloc(i64 24)
  tail call void @use(ptr %p)
  tail call void @free(ptr %p)
  ret void
}

; What may be another pointer is compared.
; CHECK-LABEL: define void @compared(
define void @compared(i1 %is, ptr %other) {
; CHECK: %q = phi ptr [ %anomalloc.slot, %make ], [ %other, %entry ]
; CHECK: %[[IS:.*]] = icmp eq ptr %q, %anomalloc.slot
; CHECK-NEXT: br i1 %[[IS]], label %[[SLOT:.*]], label %[[HEAP:.*]]
; CHECK: [[SLOT]]:
; CHECK-NEXT: call void @llvm.lifetime.end
; CHECK: [[HEAP]]:
; CHECK-NEXT: call void @free(ptr %q)
entry:
  br i1 %is, label %make, label %join
make:
  %p = call ptr @malloc(i64 24)
  call void @use(ptr %p)
  br label %join
join:
  %q = phi ptr [ %p, %make ], [ %other, %entry ]
  call void @free(ptr %q)
  ret void
}

; CHECK-LABEL: define void @zeroed(
define void @zeroed(i8 %n) {
; CHECK: alloca [1020 x i8], align 16
; CHECK: call void @llvm.memset.p0.i64(ptr align 16 %anomalloc.slot, i8 0, i64 %{{.*}}, i1 false)
; CHECK-NOT: @calloc
; CHECK: ret void
  %wide = zext i8 %n to i64
  %p = call ptr @calloc(i64 %wide, i64 4)
  call void @use(ptr %p)
  call void @free(ptr %p)
  ret void
}

; The size is compared where it has no bound. So is that of a calloc, whose
; product may be too large for a number.
; CHECK-LABEL: define void @varying(
define void @varying(i64 %n) {
; CHECK: %[[SIZE:.*]] = freeze i64 %n
; CHECK-NEXT: %[[FITS:.*]] = icmp ule i64 %[[SIZE]], 256
; CHECK-NEXT: br i1 %[[FITS]], label %anomalloc.slot1, label %anomalloc.slot.heap
; CHECK: anomalloc.slot.heap:
; CHECK-NEXT: %p = call ptr @malloc(i64 %n), !anomalloc.tame
; CHECK: %[[P:.*]] = phi ptr [ %anomalloc.slot, %anomalloc.slot1 ], [ %p, %anomalloc.slot.heap ]
; CHECK: icmp eq ptr %[[P]], %anomalloc.slot
; CHECK: call void @free(ptr %[[P]])
  %p = call ptr @malloc(i64 %n)
  call void @use(ptr %p)
  call void @free(ptr %p)
  ret void
}
; CHECK-LABEL: define void @varyingAndZeroed(
define void @varyingAndZeroed(i64 %n, i64 %m) {
; CHECK: call { i64, i1 } @llvm.umul.with.overflow.i64
; CHECK: xor i1 %{{.*}}, true
; CHECK: and i1
  %p = call ptr @calloc(i64 %n, i64 %m)
  call void @use(ptr %p)
  call void @free(ptr %p)
  ret void
}

; A new-expression, whose call clang marks "builtin", cannot fail any more.
; CHECK-LABEL: define void @invoked(
define void @invoked() personality ptr @__gxx_personality_v0 {
; CHECK: alloca [8 x i8], align 16
; CHECK-NOT: invoke
; CHECK-NOT: landingpad
; CHECK: ret void
  %p = invoke ptr @_Znwm(i64 8) builtin to label %ok unwind label %bad
ok:
  call void @use(ptr %p)
  call void @_ZdlPvm(ptr %p, i64 8) builtin
  ret void
bad:
  %l = landingpad { ptr, i32 } cleanup
  resume { ptr, i32 } %l
}

declare noalias ptr @malloc(i64) allockind("alloc,uninitialized") allocsize(0)
declare noalias ptr @calloc(i64, i64) allockind("alloc,zeroed") allocsize(0,1)
declare void @free(ptr nocapture) allockind("free") nounwind
declare noalias nonnull ptr @_Znwm(i64) nobuiltin allocsize(0)
declare void @_ZdlPv(ptr) nobuiltin nounwind
declare void @_ZdlPvm(ptr, i64) nobuiltin nounwind
declare i32 @__gxx_personality_v0(...)
declare void @use(ptr nocapture) nofree nounwind nocallback
declare void @outside(ptr)
