import Dispatch
import EspalierLocks

@testable import EspalierHTTP
@testable import EspalierServer

extension SiteCore {
  /// An owner's instance, made if necessary.
  func instance(
    of location: PageLocation, for browser: String? = nil, by asker: Request? = nil
  ) throws(HTTPError) -> PageInstance {
    try visit(of: location, for: browser, by: asker).made()
  }

  /// The location's instance with an id, if there is one.
  func instance(id: String, of location: PageLocation, for browser: String?) throws(HTTPError) -> PageInstance? {
    switch try visit(id: id, of: location, for: browser) {
    case .here(let visit): return try visit?.made()
    case .asked(let ask):
      let found = Lock<Result<Visit?, HTTPError>>(.success(nil))
      ask { visit in found.withLock { $0 = visit } }
      return try found.withLock({ $0 }).get()?.made()
    }
  }
}

extension Visit {
  /// The instance. Waits until it is made.
  func made() throws(HTTPError) -> PageInstance {
    let (result, isKnown) = (Lock<Result<PageInstance, HTTPError>?>(nil), DispatchSemaphore(value: 0))
    @Sendable func know(_ new: Result<PageInstance, HTTPError>) {
      result.withLock { $0 = new }
      isKnown.signal()
    }
    try enter({ instance in know(.success(instance)) }, otherwise: { know(.failure($0)) })
    isKnown.wait()
    guard let known = result.withLock({ $0 }) else { throw .outdated }
    return try known.get()
  }
}
