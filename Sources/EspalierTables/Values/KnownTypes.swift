/// The types of Foundation that are stored in another way than they encode themselves. They are found by name, because
/// linking Foundation for them would more than double a server's size.
enum KnownTypes {
  /// The seconds from 1970 to 2001, from which a Date counts.
  static let dateOffset = 978_307_200.0

  private static let names: Set<String> = ["Foundation.Date", "FoundationEssentials.Date"]

  static func isDate(_ type: any Any.Type) -> Bool { names.contains(String(reflecting: type)) }
}
