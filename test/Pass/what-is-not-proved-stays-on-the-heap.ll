; Each function here has one reason why its block cannot be a slot.
; RUN: %opt_pass -anomalloc-tame=stack -anomalloc-tame-varying=0 -passes=anomalloc-tame,verify -S %s | FileCheck %s --implicit-check-not=anomalloc.slot
target triple = "x86_64-pc-linux-gnu"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

; Its address gets out.
; CHECK-LABEL: define void @escapes(
; CHECK: call ptr @malloc(
define void @escapes(i1 %is) {
  %p = call ptr @malloc(i64 8)
  call void @outside(ptr %p)
  call void @free(ptr %p)
  ret void
}

; A block of 2000 bytes.
; CHECK-LABEL: define void @tooLarge(
; CHECK: call ptr @malloc(
define void @tooLarge(i1 %is) {
  %p = call ptr @malloc(i64 2000)
  call void @use(ptr %p)
  call void @free(ptr %p)
  ret void
}

; Who gets it may free it: the function does not say that it does not.
; CHECK-LABEL: define void @mayBeFreedInside(
; CHECK: call ptr @malloc(
define void @mayBeFreedInside(i1 %is) {
  %p = call ptr @malloc(i64 8)
  call void @mayFree(ptr %p)
  call void @exit(i32 0)
  call void @free(ptr %p)
  ret void
}

; The function that frees it is not this one.
; CHECK-LABEL: define void @isFreedInside(
; CHECK: call ptr @malloc(
define void @isFreedInside(i1 %is) {
  %p = call ptr @malloc(i64 8)
  call void @use(ptr %p)
  call void @release(ptr %p)
  ret void
}

; So here: that the object is not freed is not said of what it holds.
; CHECK-LABEL: define void @heldIsFreedInside(
; CHECK: call ptr @malloc(
define void @heldIsFreedInside(i1 %is) {
  %h = alloca ptr
  %p = call ptr @malloc(i64 8)
  store ptr %p, ptr %h
  call void @releaseHeld(ptr nofree %h)
  ret void
}

; Realloc.
; CHECK-LABEL: define void @resized(
; CHECK: call ptr @malloc(
define void @resized(i1 %is) {
  %p = call ptr @malloc(i64 8)
  %q = call ptr @realloc(ptr %p, i64 16)
  call void @free(ptr %q)
  ret void
}

; A direct call of operator new is the program's.
; CHECK-LABEL: define void @noNewExpression(
; CHECK: call ptr @_Znwm(
define void @noNewExpression(i1 %is) {
  %p = call ptr @_Znwm(i64 8)
  call void @use(ptr %p)
  call void @_ZdlPv(ptr %p)
  ret void
}

; One path returns with it.
; CHECK-LABEL: define void @notFreedOnOnePath(
; CHECK: call ptr @malloc(
define void @notFreedOnOnePath(i1 %is) {
  %p = call ptr @malloc(i64 8)
  call void @use(ptr %p)
  br i1 %is, label %a, label %b
a:
  call void @free(ptr %p)
  ret void
b:
  ret void
}

; Each call of it would need a slot, so large ones are none.
; CHECK-LABEL: define void @recursive(
; CHECK: call ptr @malloc(
define void @recursive(i1 %is) {
  %p = call ptr @malloc(i64 300)
  call void @use(ptr %p)
  call void @recursive(i1 %is)
  call void @free(ptr %p)
  ret void
}

; A sanitizer watches blocks.
; CHECK-LABEL: define void @watched(
; CHECK: call ptr @malloc(
define void @watched(i1 %is) sanitize_address {
  %p = call ptr @malloc(i64 8)
  call void @use(ptr %p)
  call void @free(ptr %p)
  ret void
}

; Nobody asked for optimization.
; CHECK-LABEL: define void @notOptimized(
; CHECK: call ptr @malloc(
define void @notOptimized(i1 %is) optnone noinline {
  %p = call ptr @malloc(i64 8)
  call void @use(ptr %p)
  call void @free(ptr %p)
  ret void
}

; Setjmp.
; CHECK-LABEL: define void @returnsTwice(
; CHECK: call ptr @malloc(
define void @returnsTwice(i1 %is) {
  %p = call ptr @malloc(i64 8)
  %j = call i32 @setjmp(ptr @buffer) returns_twice
  call void @use(ptr %p)
  call void @free(ptr %p)
  ret void
}

; What Clang makes of __builtin_setjmp, and setjmp without its mark
; (-fno-builtin).
; CHECK-LABEL: define void @returnsTwiceByBuiltin(
; CHECK: call ptr @malloc(
define void @returnsTwiceByBuiltin(i1 %is) {
  %j = call i32 @llvm.eh.sjlj.setjmp(ptr @buffer)
  %p = call ptr @malloc(i64 8)
  call void @use(ptr %p)
  call void @free(ptr %p)
  ret void
}
; CHECK-LABEL: define void @returnsTwiceUnmarked(
; CHECK: call ptr @malloc(
define void @returnsTwiceUnmarked(i1 %is) {
  %j = call i32 @_setjmp(ptr @buffer)
  %p = call ptr @malloc(i64 8)
  call void @use(ptr %p)
  call void @free(ptr %p)
  ret void
}

; The call makes the next one before this one is freed.
; CHECK-LABEL: define void @livesWithTheNext(
; CHECK: call ptr @malloc(
define void @livesWithTheNext(i1 %is) {
  br label %loop
loop:
  %last = phi ptr [ null, %0 ], [ %p, %loop ]
  %p = call ptr @malloc(i64 8)
  call void @use(ptr %p)
  call void @free(ptr %last)
  br i1 %is, label %loop, label %end
end:
  call void @free(ptr %p)
  ret void
}

; Assembly may do anything.
; CHECK-LABEL: define void @toAssembly(
; CHECK: call ptr @malloc(
define void @toAssembly(i1 %is) {
  %p = call ptr @malloc(i64 8)
  call void asm sideeffect "nop", "r"(ptr %p)
  call void @free(ptr %p)
  ret void
}

; No variable of the stack is aligned so.
; CHECK-LABEL: define void @aligned(
; CHECK: call ptr @aligned_alloc(
define void @aligned(i1 %is) {
  %p = call ptr @aligned_alloc(i64 4096, i64 8192)
  call void @use(ptr %p)
  call void @free(ptr %p)
  ret void
}

; "it never changes again" is said of one block only.
; CHECK-LABEL: define void @neverChanges(
; CHECK: call ptr @malloc(
define void @neverChanges(i1 %is) {
  %p = call ptr @malloc(i64 8)
  %i = call ptr @llvm.invariant.start.p0(i64 8, ptr %p)
  call void @use(ptr %p)
  call void @free(ptr %p)
  ret void
}

@buffer = external global [64 x i64]
define internal void @release(ptr %p) noinline {
  call void @free(ptr %p)
  ret void
}
define internal void @releaseHeld(ptr nofree %h) noinline {
  %p = load ptr, ptr %h
  call void @free(ptr %p)
  store ptr null, ptr %h
  ret void
}
declare void @mayFree(ptr nocapture) nounwind
declare ptr @realloc(ptr, i64) allockind("realloc") allocsize(1)
declare ptr @aligned_alloc(i64 allocalign, i64) allockind("alloc,uninitialized,aligned") allocsize(1)
declare void @exit(i32) noreturn nounwind
declare i32 @setjmp(ptr) returns_twice
declare i32 @_setjmp(ptr)
declare i32 @llvm.eh.sjlj.setjmp(ptr)
declare ptr @llvm.invariant.start.p0(i64, ptr nocapture)
declare noalias ptr @malloc(i64) allockind("alloc,uninitialized") allocsize(0)
declare noalias ptr @calloc(i64, i64) allockind("alloc,zeroed") allocsize(0,1)
declare void @free(ptr nocapture) allockind("free") nounwind
declare noalias nonnull ptr @_Znwm(i64) nobuiltin allocsize(0)
declare void @_ZdlPv(ptr) nobuiltin nounwind
declare void @_ZdlPvm(ptr, i64) nobuiltin nounwind
declare i32 @__gxx_personality_v0(...)
declare void @use(ptr nocapture) nofree nounwind nocallback
declare void @outside(ptr)
