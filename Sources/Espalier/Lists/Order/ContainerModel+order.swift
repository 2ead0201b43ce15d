extension ContainerModel.Children {
  /// Whether the children stay in ascending order of their weights, whatever adds or changes them. Children of equal
  /// weight stay in the order in which they came.
  ///
  /// ```swift
  /// struct Lesson: Content, Identifiable {
  ///   let id: String
  ///   var hour: Int
  ///   var weight: Int { hour }
  ///   var html: HTML { "\(hour):00 \(id)" }
  /// }
  /// list.children.isOrderedByWeight = true
  /// list.add(lessons)                          // by hour, whatever the order of the array
  /// ```
  ///
  /// A cell has the weight of its content, and a container that of its header. A row whose weight changes moves. A row
  /// that is inserted before or after an anchor stays beside it: where its own weight does not belong, it has the
  /// anchor's weight until it leaves or its own weight changes. `set` orders all rows by their own weights. `move` and
  /// `swap` are refused if they are against the order, and a row that a person moves against it goes back.
  ///
  /// Refused for a container with a source, which has the source's order: use `ArrangedSource`. Cost: a binary search
  /// for each row that is added; sorting for `set`.
  public var isOrderedByWeight: Bool {
    get { container.isOrderedByWeight }
    nonmutating set { container.isOrderedByWeight = newValue }
  }

  /// The weight of this container. It decides the container's place among its siblings if the container above is ordered
  /// by weight. Unless you set it, it is the weight of the header's content.
  public var weight: Int {
    get { container.weight }
    nonmutating set { container.weight = newValue }
  }
}

extension ContainerModel {
  final var isOrderedByWeight: Bool {
    get { order is WeightOrder }
    set {
      guard newValue != isOrderedByWeight else { return }
      if newValue, hasSourceOrder { return refuse(.hasSource, self) }
      order = newValue ? WeightOrder() : nil
      guard let order else { return }
      order.sort(self)
      for feature in features { feature.didReorder(self) }
      markStructure()
    }
  }

  private final var hasSourceOrder: Bool { source != nil || parent?.source?.hasSections == true }
}
