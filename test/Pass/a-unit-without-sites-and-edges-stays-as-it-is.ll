; RUN: %opt_pass -passes=anomalloc -S < %s | FileCheck %s --implicit-check-not=anomalloc
target triple = "x86_64-pc-linux-gnu"

; CHECK: define i32 @f(
define i32 @f(i32 %n) personality ptr @__gxx_personality_v0 {
  %1 = invoke i32 @puts(ptr null) to label %done unwind label %caught
done:
  ret i32 %n
caught:
  %e = landingpad { ptr, i32 } catch ptr null
  ret i32 0
}

declare i32 @puts(ptr)
declare i32 @__gxx_personality_v0(...)
