; RUN: %opt_pass -passes=anomalloc -S %s | FileCheck %s
target triple = "x86_64-pc-linux-gnu"

define void @f(ptr %s) personality ptr @__gxx_personality_v0 {
; Of maker calls below none is in progress any more.
; CHECK: caught:
; CHECK-NEXT: landingpad { ptr, i32 }
; CHECK-NEXT: catch ptr null
; CHECK-NEXT: call align 8 ptr @llvm.threadlocal.address
; CHECK-NEXT: %[[VIA:.*]] = getelementptr inbounds i8, ptr %{{.*}}, i64 16
; CHECK-NEXT: store volatile ptr null, ptr %[[VIA]]
; CHECK-NEXT: %[[DIRECT:.*]] = getelementptr inbounds i8, ptr %{{.*}}, i64 8
; CHECK-NEXT: store volatile i64 0, ptr %[[DIRECT]]
; CHECK-NEXT: asm sideeffect "movq __anomalloc_tls@GOTTPOFF(%rip), $0\0A\09movq $$0, %fs:32($0)"
; CHECK-NEXT: ret void
  %1 = invoke ptr @strdup(ptr %s) to label %ok unwind label %caught
ok:
; A catch that only terminates needs nothing.
; CHECK: terminate:
; CHECK-NEXT: landingpad
; CHECK-NEXT: catch ptr null
; CHECK-NEXT: call void @__clang_call_terminate
  invoke void @g() to label %done unwind label %terminate
done:
  ret void
caught:
  %e = landingpad { ptr, i32 } catch ptr null
  ret void
terminate:
  %t = landingpad { ptr, i32 } catch ptr null
  call void @__clang_call_terminate(ptr null)
  unreachable
}

declare void @g()
declare void @__clang_call_terminate(ptr)
declare ptr @strdup(ptr)
declare i32 @__gxx_personality_v0(...)
