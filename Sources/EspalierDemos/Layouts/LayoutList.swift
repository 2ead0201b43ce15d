import Espalier

/// All layout cases, one below the other.
final class LayoutList: ContainerModel {
  override func didLoad() { add(LayoutCases.make()) }
}
