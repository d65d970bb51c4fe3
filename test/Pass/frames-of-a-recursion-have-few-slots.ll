; A function that may be called again while it runs has slots of 256 bytes in all.
; RUN: %opt_pass -anomalloc-tame=stack -passes=anomalloc-tame,verify -pass-remarks-missed=anomalloc -S %s -o %t.ll 2> %t.remarks
; RUN: FileCheck %s < %t.ll
; RUN: FileCheck %s --check-prefix=REMARK --implicit-check-not=remark: < %t.remarks
target triple = "x86_64-pc-linux-gnu"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

; It calls itself.
; REMARK: remark: {{.*}}block not made into a stack slot: its function may be called again while it runs, so few bytes of each frame are for slots
; CHECK-LABEL: define void @itself(
; CHECK-COUNT-1: = alloca [200 x i8]
; CHECK-NOT: alloca
; CHECK: }
define void @itself() nounwind {
  %p1 = call ptr @malloc(i64 200)
  call void @use(ptr %p1)
  call void @free(ptr %p1)
  %p2 = call ptr @malloc(i64 200)
  call void @use(ptr %p2)
  call void @free(ptr %p2)
  call void @itself()
  ret void
}

; The unknown function may call it.
; REMARK-NEXT: remark: {{.*}}may be called again
; CHECK-LABEL: define void @callback(
; CHECK-COUNT-1: = alloca [200 x i8]
; CHECK-NOT: alloca
; CHECK: }
define void @callback() nounwind {
  %p1 = call ptr @malloc(i64 200)
  call void @use(ptr %p1)
  call void @free(ptr %p1)
  %p2 = call ptr @malloc(i64 200)
  call void @use(ptr %p2)
  call void @free(ptr %p2)
  call void @unknown()
  ret void
}

; Or the function that calls it here.
; REMARK-NEXT: remark: {{.*}}may be called again
; CHECK-LABEL: define internal void @inner(
; CHECK-COUNT-1: = alloca [200 x i8]
; CHECK-NOT: alloca
; CHECK: }
define internal void @inner() nounwind {
  %p1 = call ptr @malloc(i64 200)
  call void @use(ptr %p1)
  call void @free(ptr %p1)
  %p2 = call ptr @malloc(i64 200)
  call void @use(ptr %p2)
  call void @free(ptr %p2)
  call void @unknown()
  ret void
}
define void @outer() nounwind {
  call void @inner()
  ret void
}

; Through a pointer, as virtual functions are called.
; REMARK-NEXT: remark: {{.*}}may be called again
; CHECK-LABEL: define internal void @virtual(
; CHECK-COUNT-1: = alloca [200 x i8]
; CHECK-NOT: alloca
; CHECK: }
@table = constant [1 x ptr] [ptr @virtual]
define internal void @virtual(ptr %f) nounwind {
  %p1 = call ptr @malloc(i64 200)
  call void @use(ptr %p1)
  call void @free(ptr %p1)
  %p2 = call ptr @malloc(i64 200)
  call void @use(ptr %p2)
  call void @free(ptr %p2)
  call void %f(ptr %f)
  ret void
}

; Another definition may take the place of an alias, and call it.
; REMARK-NEXT: remark: {{.*}}may be called again
; CHECK-LABEL: define void @throughAlias(
; CHECK-COUNT-1: = alloca [200 x i8]
; CHECK-NOT: alloca
; CHECK: }
@alias = alias void (), ptr @throughAlias
define void @throughAlias() nounwind {
  %p1 = call ptr @malloc(i64 200)
  call void @use(ptr %p1)
  call void @free(ptr %p1)
  %p2 = call ptr @malloc(i64 200)
  call void @use(ptr %p2)
  call void @free(ptr %p2)
  call void @alias()
  ret void
}

; qsort is given a function.
; REMARK-NEXT: remark: {{.*}}may be called again
; CHECK-LABEL: define void @sorts(
; CHECK-COUNT-1: = alloca [200 x i8]
; CHECK-NOT: alloca
; CHECK: }
define void @sorts(ptr %f) nounwind {
  %p1 = call ptr @malloc(i64 200)
  call void @use(ptr %p1)
  call void @free(ptr %p1)
  %p2 = call ptr @malloc(i64 200)
  call void @use(ptr %p2)
  call void @free(ptr %p2)
  call void @qsort(ptr null, i64 0, i64 0, ptr %f)
  ret void
}

; What it calls calls nobody: functions of the C library, of the C++ library that
; throw, and assembly without instructions.
; CHECK-LABEL: define void @quiet(
; CHECK-COUNT-2: = alloca [200 x i8]
; CHECK: }
define void @quiet() nounwind {
  %p1 = call ptr @malloc(i64 200)
  call void @use(ptr %p1)
  call void @free(ptr %p1)
  %p2 = call ptr @malloc(i64 200)
  call void @use(ptr %p2)
  call void @free(ptr %p2)
  %n = call i32 @puts(ptr @table)
  call void @_ZSt20__throw_length_errorPKc(ptr @table)
  call void asm sideeffect "", "~{memory}"()
  ret void
}

; Nobody calls main.
; CHECK-LABEL: define internal void @ofMain(
; CHECK-COUNT-2: = alloca [200 x i8]
; CHECK: }
define internal void @ofMain() nounwind {
  %p1 = call ptr @malloc(i64 200)
  call void @use(ptr %p1)
  call void @free(ptr %p1)
  %p2 = call ptr @malloc(i64 200)
  call void @use(ptr %p2)
  call void @free(ptr %p2)
  call void @unknown()
  ret void
}
define void @main() nounwind {
  call void @ofMain()
  ret void
}

declare noalias ptr @malloc(i64) allockind("alloc,uninitialized") allocsize(0)
declare void @free(ptr nocapture) allockind("free") nounwind
declare void @use(ptr nocapture) nofree nounwind nocallback
declare void @unknown() nounwind
declare void @qsort(ptr, i64, i64, ptr) nounwind
declare i32 @puts(ptr) nounwind
declare void @_ZSt20__throw_length_errorPKc(ptr)
