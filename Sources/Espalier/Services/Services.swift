/// Finds services for whoever asks by their type: what stands above a tree, or a dependency container that a site has already.
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
struct Services {
  private var objects: [ObjectIdentifier: (type: String, object: Any)] = [:]

  var types: [String] { objects.values.map(\.type).sorted() }

  subscript<Service>(type: Service.Type) -> Service? {
    get { objects[ObjectIdentifier(type)]?.object as? Service }
    set { objects[ObjectIdentifier(type)] = newValue.map { ("\(type)", $0) } }
  }
}

/// Nobody above a node provides a service.
public struct ServiceError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The name of the type that was asked for.
  public let type: String
  /// The address of the node that asked.
  public let node: String
  /// Whether the node is part of a page: before, nothing but what is above it by then can be found.
  public let isInPage: Bool
  /// What is provided, nearest first: `Clock at the site`.
  public let registered: [String]

  /// One line that says what was looked for, and what is there.
  public var description: String {
    let where_ = isInPage ? "" : ", which is not part of a page yet"
    let others = registered.isEmpty ? "nothing is" : "these are: \(registered.joined(separator: ", "))"
    return "no \(type) is provided for \"\(node)\"\(where_); \(others)"
  }
}
