; RUN: %opt_pass -passes=anomalloc -S %s | FileCheck %s
target triple = "x86_64-pc-linux-gnu"

define ptr @f(i64 %n) {
; CHECK-LABEL: define ptr @f(
; CHECK: store volatile i64 1
; CHECK-NEXT: %p = call ptr @malloc(i64 %n)
; CHECK-NEXT: call preserve_mostcc void @__anomalloc_event_dynamic(ptr @anomalloc.unit, i32 0, ptr %p, i64 %n) #{{.*}}, !nosanitize
; CHECK: store volatile i64 0
; CHECK-NOT: asm
; CHECK: ret ptr %p
  %p = call ptr @malloc(i64 %n)
  ret ptr %p
}

; Two slots for each site of dynamic size: the next one is number 2.
define ptr @g(i64 %n) {
; CHECK-LABEL: define ptr @g(
; CHECK: %p = call ptr @calloc(i64 %n, i64 8)
; CHECK-NEXT: %[[SIZE:.*]] = mul i64 8, %n
; CHECK-NEXT: call preserve_mostcc void @__anomalloc_event_dynamic(ptr @anomalloc.unit, i32 2, ptr %p, i64 %[[SIZE]])
  %p = call ptr @calloc(i64 %n, i64 8)
  ret ptr %p
}

declare ptr @malloc(i64)
declare ptr @calloc(i64, i64)
