import Espalier

/// All cases, one below the other.
final class LayoutList: ContainerModel {
  override func didLoad() { add(LayoutCases.make()) }
}
