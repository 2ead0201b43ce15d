import Espalier

/// DDPresenter's notification example with its six scopes.
enum NotificationExamples {
  protocol TextNotification {
    func textDidChange(_ text: String)
  }

  struct Editing: Content {
    static let changed = Event<String>("changed")
    var html: HTML { "<form \(Self.changed, on: .input)><input name=\"data\" aria-label=\"Text\"></form>" }
  }

  final class EditingPresenter: CellModel<Editing> {
    override func didLoad() {
      on(Editing.changed) { editor, text in
        editor.notify((any TextNotification).self, .global) { $0.textDidChange(text) }
      }
    }
  }

  struct Display: Content {
    var text = ""
    var html: HTML { "<p>Received: \(text)</p>" }
  }

  final class DisplayPresenter: CellModel<Display>, TextNotification {
    func textDidChange(_ text: String) { content.text = text }
  }

  final class NotificationPage: ContainerModel {
    override func didLoad() {
      add(EditingPresenter(Editing()))
      add(DisplayPresenter(Display()))
    }
  }

  final class Shelf: ContainerModel, TextNotification {
    private(set) var texts: [String] = []
    override var isReusable: Bool { true }

    func textDidChange(_ text: String) { texts.append(text) }

    func tell(_ listener: DisplayPresenter) {
      notify((any TextNotification).self, .global) { $0.textDidChange("all of the page") }
      notify((any TextNotification).self, .reusable) { $0.textDidChange("this shelf and what is in it") }
      notify((any TextNotification).self, .children) { $0.textDidChange("what is in it") }
      notify((any TextNotification).self, .childrenAndSelf) { $0.textDidChange("it, too") }
      notify((any TextNotification).self, .parents) { $0.textDidChange("what it is in") }
      addListener(listener)
      notify((any TextNotification).self, .manually) { $0.textDidChange("whom it knows") }
    }
  }
}
