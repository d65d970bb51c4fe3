; RUN: %opt_pass -passes=anomalloc -S %s | FileCheck %s
target triple = "x86_64-pc-linux-gnu"

define i32 @f(ptr %out) {
; CHECK-LABEL: define i32 @f(
; CHECK: %r = call i32 @posix_memalign(ptr %out, i64 64, i64 100)
; CHECK-NEXT: %[[ZERO:.*]] = icmp eq i32 %r, 0
; CHECK-NEXT: %[[WIDE:.*]] = zext i1 %[[ZERO]] to i64
; CHECK-NEXT: %[[FAKE:.*]] = inttoptr i64 %[[WIDE]] to ptr
; CHECK: call preserve_mostcc void @__anomalloc_event(ptr @anomalloc.unit, i32 0, ptr %[[FAKE]], i64 100)
; CHECK: sbbq {{.*}}, ptr %[[FAKE]],
  %r = call i32 @posix_memalign(ptr %out, i64 64, i64 100)
  ret i32 %r
}

declare i32 @posix_memalign(ptr, i64, i64)
