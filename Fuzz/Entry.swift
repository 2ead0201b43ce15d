/// libFuzzer calls this with each input. If a law does not hold, the process ends and libFuzzer keeps the input.
@c(LLVMFuzzerTestOneInput)
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  // Safe: the fuzzer's buffer lives during the call, and this copies it.
  let input = unsafe Array(UnsafeBufferPointer(start: start, count: count))
  do { try law(input) } catch { fatalError("\(error)") }
  return 0
}
