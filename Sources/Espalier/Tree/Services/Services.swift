/// Finds services by their type: those above a tree, or those of a dependency container that a site already has.
public protocol ServiceResolver {
  /// The service of a type; nil if there is none.
  func resolve<Service>(_ type: Service.Type) -> Service?
}

/// Services that error messages can list.
package protocol ListedServices: ServiceResolver {
  /// The names of the types, each with its place.
  var registered: [(type: String, place: String)] { get }
}

/// The services that a container provides, by type.
final class Services: NodeFeature {
  private var objects: [ObjectIdentifier: (type: String, object: Any)] = [:]

  var types: [String] { objects.values.map(\.type).sorted() }

  subscript<Service>(type: Service.Type) -> Service? {
    get { objects[ObjectIdentifier(type)]?.object as? Service }
    set { objects[ObjectIdentifier(type)] = newValue.map { ("\(type)", $0) } }
  }
}
