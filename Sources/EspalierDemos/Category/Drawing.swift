import Espalier

/// A simple drawing of a fruit, root or leaf.
struct Drawing {
  enum Shape: String, Codable, Sendable { case round, pear, cluster, root, leaf }

  let shape: Shape
  let hue: Int

  var html: HTML {
    """
    <svg viewBox="0 0 96 96" aria-hidden="true"><g fill="hsl(\(hue) 48% 52%)">\(body)</g>\
    <path d="M48 30q2-12 12-18" fill="none" stroke="#6b5236" stroke-width="3" stroke-linecap="round"/>\
    <path d="M52 24q4-14 24-12q-4 16-24 12" fill="#5b8c4e"/></svg>
    """
  }

  private var body: HTML {
    switch shape {
    case .round: "<circle cx=\"48\" cy=\"56\" r=\"27\"/>"
    case .pear: "<path d=\"M48 28c10 0 10 14 16 22c10 14 4 34-16 34s-26-20-16-34c6-8 6-22 16-22\"/>"
    case .cluster:
      """
      <circle cx="36" cy="44" r="12"/><circle cx="60" cy="44" r="12"/><circle cx="48" cy="60" r="12"/>\
      <circle cx="28" cy="62" r="11"/><circle cx="68" cy="62" r="11"/><circle cx="48" cy="78" r="11"/>
      """
    case .root: "<path d=\"M34 32h28c8 12 0 34-14 56c-14-22-22-44-14-56\"/>"
    case .leaf: "<path d=\"M48 28c30 12 30 44 0 60c-30-16-30-48 0-60\"/>"
    }
  }
}
