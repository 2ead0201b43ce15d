import EspalierLocks
import Espalier
import Synchronization

/// The download button of DDPresenter's app store: each place that shows an app shows the same state.
enum Downloads {
  struct Download: Content {
    enum State: String, Codable { case startDownload, downloading, downloaded }

    static let tap = Event<Int>("tap")
    let app: Int
    var state = State.startDownload
    var percent = 0
    var html: HTML {
      """
      <progress max="100" value="\(percent)">\(percent) %</progress>\
      <button \(Self.tap, sends: app) \("disabled", when: state == .downloaded)>\(label)</button>
      """
    }

    private var label: String {
      switch state {
      case .startDownload: "Get"
      case .downloading: "Stop"
      case .downloaded: "Loaded"
      }
    }
  }

  final class DownloadService: Sendable {
    private let downloads = Mutex<[Int: Signal<Download>]>([:])

    func download(of app: Int) -> Signal<Download> {
      downloads.withLock { downloads in
        let signal = downloads[app] ?? Signal(Download(app: app))
        downloads[app] = signal
        return signal
      }
    }

    func tap(_ app: Int) {
      download(of: app).update { download in
        switch download.state {
        case .startDownload: download.state = .downloading
        case .downloading: download = Download(app: app)
        case .downloaded: break
        }
      }
    }

    func received(_ percent: Int, of app: Int) {
      download(of: app).update { download in
        guard download.state == .downloading else { return }
        download.percent = percent
        if percent == 100 { download.state = .downloaded }
      }
    }
  }

  final class AppCard: ContainerModel {
    private let app: Int

    init(app: Int) {
      self.app = app
      super.init(id: app)
    }

    override func didLoad() {
      guard let service = service(DownloadService.self) else { return }
      add(Cell("App \(app)", named: "Name") { "<h3>\($0)</h3>" })
      add(CellModel(Download(app: app), following: service.download(of: app)))
      on(Download.tap) { _, app in service.tap(app) }
    }
  }
}
