/// The position and size of an element, in CSS pixels from the top left corner of the container whose `boxes` it is
/// from.
package struct Box: Sendable, Hashable {
  /// The distance from the left.
  package var x: Double
  /// The distance from the top.
  package var y: Double
  /// The width.
  package var width: Double
  /// The height.
  package var height: Double

  /// A box.
  package init(x: Double, y: Double, width: Double, height: Double) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }
}

extension ContainerModel {
  /// Returns the box of every node below, by address, for a container of this width. The boxes are those that a browser
  /// shows, computed from the declared sizes.
  ///
  /// Returns nil if the declarations are incomplete: a row has no height or only a minimum height, a row of a flow has
  /// no width, or a grid has no number of columns. The browser alone computes the boxes in a table.
  ///
  /// Cost: visits every node below once.
  package final func boxes(width: Double) -> [String: Box]? {
    var plan = BoxPlan()
    let height = plan.place(self, x: 0, y: 0, width: width, room: BoxPlan.Room(around: self))
    return height == nil ? nil : plan.boxes
  }

  /// Returns the height of this container at a width; nil where `boxes(width:)` is nil.
  package final func height(width: Double) -> Double? { boxes(width: width)?[address]?.height }
}
