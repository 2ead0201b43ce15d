/// Finds services by their type: those above a tree, or those of a dependency container that a site has already.
public protocol ServiceResolver {
  /// The service of a type; nil where there is none.
  func resolve<Service>(_ type: Service.Type) -> Service?

  /// What is there, for those who looked in vain: the types' names, each with the place where it is.
  var registered: [(type: String, place: String)] { get }
}

extension ServiceResolver {
  /// A container that cannot say what it holds.
  public var registered: [(type: String, place: String)] { [] }
}

/// Objects by the type under which they are provided, at one place.
final class Services: NodeFeature {
  private var objects: [ObjectIdentifier: (type: String, object: Any)] = [:]

  var types: [String] { objects.values.map(\.type).sorted() }

  subscript<Service>(type: Service.Type) -> Service? {
    get { objects[ObjectIdentifier(type)]?.object as? Service }
    set { objects[ObjectIdentifier(type)] = newValue.map { ("\(type)", $0) } }
  }
}
