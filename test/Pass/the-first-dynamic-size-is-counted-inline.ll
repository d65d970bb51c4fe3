; RUN: %opt_pass -passes=anomalloc -S %s | FileCheck %s
target triple = "x86_64-pc-linux-gnu"

; The first slot holds the first size plus one, the second its count; another
; size, or a block that is not there yet, takes the short call.
define ptr @f(i64 %n) {
; CHECK-LABEL: define ptr @f(
; CHECK: store volatile i64 %{{.*}}
; CHECK-NEXT: %p = call ptr @malloc(i64 %n)
; CHECK: load atomic ptr, ptr %{{.*}} monotonic
; CHECK: %[[BLOCK:.*]] = load atomic ptr, ptr %{{.*}} monotonic
; CHECK: br i1 %{{.*}}, label %[[MISS:.*]], label %[[PASSED:[^,]*]], !prof
; CHECK: [[MISS]]:
; CHECK: call preserve_mostcc void @__anomalloc_event_dynamic(ptr @anomalloc.unit, i32 0, ptr %p, i64 %n) #{{.*}}, !nosanitize
; CHECK: [[PASSED]]:
; CHECK: br i1 %{{.*}}, label %[[KNOWN:.*]], label %[[MISS]], !prof
; CHECK: [[KNOWN]]:
; CHECK: %[[FIRST:.*]] = load atomic i64, ptr %{{.*}} monotonic
; CHECK: %[[WANTED:.*]] = add i64 %n, 1
; CHECK: %[[SAME:.*]] = icmp eq i64 %[[FIRST]], %[[WANTED]]
; CHECK: br i1 %[[SAME]], label %[[COUNT:.*]], label %[[MISS]], !prof
; CHECK: [[COUNT]]:
; CHECK: %[[SECOND:.*]] = getelementptr inbounds i64, ptr %[[BLOCK]], i64 1
; CHECK: call void asm sideeffect "cmpq $$1, $1\0A\09sbbq $$-1, $0"{{.*}}ptr elementtype(i64) %[[SECOND]], ptr %p
; CHECK: ret ptr %p
  %p = call ptr @malloc(i64 %n)
  ret ptr %p
}

; Two slots for each site of dynamic size: the next one is number 2.
define ptr @g(i64 %n) {
; CHECK-LABEL: define ptr @g(
; CHECK: %p = call ptr @calloc(i64 %n, i64 8)
; CHECK-NEXT: %[[SIZE:.*]] = mul i64 8, %n
; CHECK: call preserve_mostcc void @__anomalloc_event_dynamic(ptr @anomalloc.unit, i32 2, ptr %p, i64 %[[SIZE]])
  %p = call ptr @calloc(i64 %n, i64 8)
  ret ptr %p
}

; Where code is to be small, always the call.
define ptr @small(i64 %n) optsize {
; CHECK-LABEL: define ptr @small(
; CHECK: %p = call ptr @malloc(i64 %n)
; CHECK-NEXT: call preserve_mostcc void @__anomalloc_event_dynamic(ptr @anomalloc.unit, i32 4, ptr %p, i64 %n)
; CHECK-NOT: asm
; CHECK: ret ptr %p
  %p = call ptr @malloc(i64 %n)
  ret ptr %p
}

declare ptr @malloc(i64)
declare ptr @calloc(i64, i64)
