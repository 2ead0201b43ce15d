/// The resolver of the services that no container provides.
private final class OuterServices: TreeFeature {
  var resolver: (any ServiceResolver)?
}

extension Tree {
  /// Finds the services that no container provides.
  var resolver: (any ServiceResolver)? {
    get { feature(OuterServices.self).resolver }
    set { feature(OuterServices.self).resolver = newValue }
  }
}
