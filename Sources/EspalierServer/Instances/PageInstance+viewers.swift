import Espalier
import EspalierHTTP

extension PageInstance {
  /// Attaches a stream. It gets the missed changes and every later change, until it closes.
  func attach(_ viewer: Viewer, since: Since) {
    wake()
    let key = publisher.attach(viewer, since: since)
    audience.join()
    // Decreases the viewer count even if the instance is gone.
    viewer.stream.onClose { [weak self, audience] _ in
      audience.leave()
      self?.submit {
        $0.publisher.detach(key)
        $0.viewerLeft()
      }
    }
  }

  /// Replies to all waiting requests, and tells every stream that it ends, because the server stops.
  func sayGoodbye() {
    replyToPolls()
    for reply in work.replies.takeAll() { reply(self) }
    publisher.sayGoodbye()
  }
}
