/// The parts of a site by their kinds.
struct SiteParts {
  var pages: [Page] = []
  var routes: [Route] = []
  var files: [Files] = []
  var notFound: NotFound?

  init(_ parts: [any SitePart]) {
    for part in parts {
      switch part {
      case let page as Page: pages.append(page)
      case let route as Route: routes.append(route)
      case let redirect as Redirect: routes.append(redirect.route)
      case let folder as Files: files.append(folder)
      case let answer as NotFound: notFound = answer
      default:
        preconditionFailure("\(type(of: part)) is no part of a site; use Page, Route, Redirect, Files or NotFound")
      }
    }
  }
}
