extension HTML {
  /// What is wrong with a cell's markup although it can be rendered: a browser would show or send something else. Nil
  /// if nothing is wrong.
  func fault(ofCellAt address: String) -> Diagnostic? {
    let tags = EndTags(of: self)
    if let fault = tags.fault { return .endTags(fault, address: address) }
    if let reason = tags.misplaced ?? reasonAgainstTemplateSlots { return .misplaced(reason, address: address) }
    return FormCheck(of: self).fault.map { .formFields($0, address: address) }
  }
}
