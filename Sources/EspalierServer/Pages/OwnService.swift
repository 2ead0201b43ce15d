/// An object that one page instance has for itself, with the type by which it is found.
protocol OwnService {
  var type: String { get }
}

struct Own<Service>: OwnService {
  let object: Service
  var type: String { "\(Service.self)" }
}
