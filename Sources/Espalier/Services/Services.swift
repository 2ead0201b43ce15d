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

/// A service was not found: nobody above the node provides it, or the node is not part of a page.
public struct ServiceError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The name of the type that was asked for.
  public let type: String
  /// The address of the node that asked.
  public let node: String
  /// Whether the node is part of a page. If it is not, it was asked too early or too late: a node finds services from
  /// `didAttachToRoot` and `didLoad` on, until it leaves the page.
  public let isInPage: Bool
  /// What is provided, nearest first: `Clock at the site`. Nothing where the node is not part of a page.
  public let registered: [String]

  /// One line that says what was looked for, and what is there or what to do.
  public var description: String {
    if !isInPage {
      return
        "no \(type) can be found for \"\(node)\", which is not part of a page; ask in didAttachToRoot, in didLoad, or later"
    }
    let others = registered.isEmpty ? "nothing is" : "these are: \(registered.joined(separator: ", "))"
    return "no \(type) is provided for \"\(node)\"; \(others)"
  }
}
