extension Tree {
  /// Returns what happened to dialogs in the last event, as effects in the window of its sender. Nobody else may get
  /// them.
  func takeDialogEffects() -> [Effect] {
    takeDialogChanges().flatMap { change -> [Effect] in
      switch change {
      case .presented(let dialog): [.dialog(dialog)]
      case .ended(let id, let origin): [.dismiss(id, goingTo: origin)]
      case .over(let id): [.dismiss(id, goingTo: nil), .notice(language.words[.dialogOver])]
      }
    }
  }
}
