extension HTML {
  /// The shapes of the data that the controls send, in the order of the controls. A button's example is the data that it
  /// sends. A form's example has the values that its fields offer.
  package var shapes: [DataShape] {
    let forms = hasOpenData ? FormFields.forms(in: self) : []
    return controls.enumerated().map { index, control in
      let fields = forms.first { $0.control == index }?.offers ?? [:]
      return control.event.shape(sending: control.example, fields: fields)
    }
  }

  /// Whether a person fills in the data of a control, so that its example depends on the markup around it.
  package var hasOpenData: Bool { controls.contains { $0.example == nil && !$0.event.isBare } }
}

extension EventDescriptor {
  /// The shape of the data. Without an `example`, finds one that the server accepts.
  fileprivate func shape(sending example: JSON?, fields: [String: FieldValues]) -> DataShape {
    if isBare { return .none }
    let limits = limits ?? DataLimits()
    return DataShape(of: payload, fields: fields, given: example, limits: limits) { json in
      example != nil || (try? self.payload(from: json, fromForm: false)) != nil
    }
  }
}
