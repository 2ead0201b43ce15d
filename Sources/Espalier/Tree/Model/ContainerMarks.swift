/// What features note at a container with a yes or no, and read for each of its rows.
///
/// A mark costs one bit and no search among the container's `features`. Each mark is declared in the folder of its
/// feature; `Tree/Model` knows none. A test checks that no two marks have the same number.
struct ContainerMarks: OptionSet {
  let rawValue: UInt8

  static func number(_ number: UInt8) -> ContainerMarks { ContainerMarks(rawValue: 1 << number) }
}
