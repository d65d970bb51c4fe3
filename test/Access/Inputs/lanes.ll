; Accesses by the lanes of a vector, as the loop vectorizer makes them for
; processors that have them (-march=native).

define void @useLanes(ptr %p, ptr %q, i8 %bits) {
  %few = trunc i8 %bits to i4
  %mask = bitcast i4 %few to <4 x i1>
  %loaded = call <4 x double> @llvm.masked.load.v4f64.p0(ptr %p, i32 8, <4 x i1> %mask, <4 x double> zeroinitializer)
  call void @llvm.masked.store.v4f64.p0(<4 x double> %loaded, ptr %q, i32 8, <4 x i1> %mask)
  ret void
}

define void @useAnyLanes(ptr %p, ptr %q, <4 x i64> %at, i8 %bits) {
  %few = trunc i8 %bits to i4
  %mask = bitcast i4 %few to <4 x i1>
  %from = getelementptr i32, ptr %p, <4 x i64> %at
  %to = getelementptr i32, ptr %q, <4 x i64> %at
  %gathered = call <4 x i32> @llvm.masked.gather.v4i32.v4p0(<4 x ptr> %from, i32 4, <4 x i1> %mask, <4 x i32> zeroinitializer)
  call void @llvm.masked.scatter.v4i32.v4p0(<4 x i32> %gathered, <4 x ptr> %to, i32 4, <4 x i1> %mask)
  ret void
}

define void @useCompactly(ptr %p, ptr %q, i8 %bits) {
  %few = trunc i8 %bits to i4
  %mask = bitcast i4 %few to <4 x i1>
  %loaded = call <4 x i32> @llvm.masked.expandload.v4i32(ptr %p, <4 x i1> %mask, <4 x i32> zeroinitializer)
  call void @llvm.masked.compressstore.v4i32(<4 x i32> %loaded, ptr %q, <4 x i1> %mask)
  ret void
}

define void @useAny(ptr %p, ptr %q, i8 %bits) {
  call void @useAnyLanes(ptr %p, ptr %q, <4 x i64> <i64 9, i64 2, i64 0, i64 5>, i8 %bits)
  ret void
}
