public import Espalier

/// A dialog that the server showed to the sender of an event.
public struct TestDialog: Sendable {
  let json: JSON

  /// Where it is shown.
  public var style: Dialog.Style? { json["style"]?.text.flatMap(Dialog.Style.init) }
  /// The title.
  public var title: String { json["title"]?.text ?? "" }
  /// The text below the title.
  public var message: String { json["message"]?.text ?? "" }
  /// The actions in the order in which the viewer sees them.
  public var actions: [Dialog.Action] {
    guard case .array(let actions) = json["actions"] else { return [] }
    return actions.compactMap { try? $0.decode(Dialog.Action.self) }
  }
}

extension TestReceipt {
  /// The dialogs that the sender of the event sees now.
  public var dialogs: [TestDialog] {
    guard case .array(let effects) = document["effects"] else { return [] }
    return effects.filter { $0["effect"] == "dialog" }.map(TestDialog.init)
  }
}

extension TestPage {
  /// Presses an action of a dialog, by the action's id.
  ///
  /// ```swift
  /// let question = try #require(try await page.send("remove", from: "3").dialogs.first)
  /// try await page.press("remove", in: question)
  /// ```
  ///
  /// Throws if the dialog has no such action. A dialog in which an action was pressed before is over, so the press
  /// changes nothing.
  @discardableResult
  public func press(_ action: String, in dialog: TestDialog) async throws -> TestReceipt {
    try await post(
      WireName.dialogPress, from: dialog.json["node"]?.text ?? "",
      data: ["dialog": dialog.json["dialog"] ?? .null, "action": .string(action)])
  }
}
