/// Where an element stands, in CSS pixels from the top left corner of the container that was asked.
public struct Box: Sendable, Hashable {
  /// From the left.
  public var x: Double
  /// From the top.
  public var y: Double
  /// The width.
  public var width: Double
  /// The height.
  public var height: Double

  /// A box.
  public init(x: Double, y: Double, width: Double, height: Double) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }
}

extension ContainerModel {
  /// Where everything below stands if this container is so wide, by address: what a browser shows, computed from what the
  /// rows declare. Nil where that is not enough: a row that leaves its height to its content, or says only how high it is at
  /// least; a row of a flow that leaves its width to it; a grid its number of columns.
  ///
  /// Cost: one look at every node below.
  public final func boxes(width: Double) -> [String: Box]? {
    var plan = BoxPlan()
    let height = plan.place(self, x: 0, y: 0, width: width, room: BoxPlan.Room(around: self))
    return height == nil ? nil : plan.boxes
  }

  /// How high this container is if it is so wide; nil where the rows do not say enough.
  public final func height(width: Double) -> Double? { boxes(width: width)?[address]?.height }
}
