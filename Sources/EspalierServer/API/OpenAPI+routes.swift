import Espalier
import EspalierHTTP

/// The routes of the site's author. Only the author knows what they answer.
extension OpenAPI {
  var routePaths: [(String, JSON)] {
    var paths: [(path: String, operations: [(String, JSON)])] = []
    for route in routes {
      // OpenAPI knows no other methods.
      guard let pattern = try? route.pattern.get(), Self.methods.contains(route.method) else { continue }
      let method = route.method.rawValue.lowercased()
      let operation = Operation(
        id: "\(method)Route\(pattern.programName)", summary: "\(route.method.rawValue) \(route.path)", tag: "Routes",
        parameters: parameters(route.parameters, of: pattern),
        responses: problems(route.method == .get ? .route : .changingRoute) + [("default", reference(.response, "Own"))]
      )
      if let index = paths.firstIndex(where: { $0.path == pattern.template }) {
        paths[index].operations.append((method, operation.json))
      } else {
        paths.append((pattern.template, [(method, operation.json)]))
      }
    }
    return paths.map { ($0.path, .object(JSONObject($0.operations))) }
  }

  private static let methods: [Method] = [.get, .head, .post, .put, .patch, .delete, .options]
}
