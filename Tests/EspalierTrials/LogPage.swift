import Espalier
import EspalierServer

/// A log that everybody shares. Viewers stay at its end.
final class LogPage: ContainerModel {
  struct Line: Content, Identifiable {
    let id: Int
    var html: HTML { "<p>Line \(id)</p>" }
  }

  struct Writing: Content {
    static let write = Event<Int>("write")
    var html: HTML { "<button \(Self.write, sends: 1)>Write a line</button>" }
  }

  private let lines = ArraySource((1...200).map { Line(id: $0) })

  override func didLoad() {
    let log = ContainerModel()
    log.layout = .list.atEnd()
    log.children.source = lines
    add(log)
    footer = CellModel(Writing())
    on(Writing.write) { page, count in
      for _ in 0..<count { page.lines.append(Line(id: page.lines.rows.count + 1)) }
    }
  }
}
