/// What libFuzzer calls with each input. A law that does not hold ends the process, and libFuzzer keeps the input.
@c(LLVMFuzzerTestOneInput)
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  // Safe: the fuzzer's buffer lives for the call, and is copied.
  let input = unsafe Array(UnsafeBufferPointer(start: start, count: count))
  do { try law(input) } catch { fatalError("\(error)") }
  return 0
}
