import Espalier
import EspalierSQLite

/// The people in the demos' database file. All pages show the same table.
struct AddressBook: Sendable {
  let tables: DemoTables
  var database: Database { tables.database }

  static let schema = """
    CREATE TABLE IF NOT EXISTS person (
      id INTEGER PRIMARY KEY, last TEXT NOT NULL COLLATE NOCASE, first TEXT NOT NULL COLLATE NOCASE,
      phone TEXT NOT NULL DEFAULT '', town TEXT NOT NULL DEFAULT '',
      photo TEXT -- the name of the photo; NULL without one
    );
    CREATE TABLE IF NOT EXISTS portrait (person INTEGER PRIMARY KEY, name TEXT NOT NULL, bytes BLOB NOT NULL);
    CREATE TRIGGER IF NOT EXISTS person_goes AFTER DELETE ON person BEGIN
      DELETE FROM portrait WHERE person = old.id;
    END;
    CREATE INDEX IF NOT EXISTS person_by_name ON person (last, first, id);
    WITH lasts(last) AS (VALUES \(list(lasts))), firsts(first) AS (VALUES \(list(firsts)))
    INSERT INTO person (last, first, phone, town)
    SELECT last, first,
      printf('555 %04d', abs(unicode(last) * 7919 + unicode(first) * 104729 + length(last || first)) % 10000),
      CASE (unicode(first) + length(last)) % 4 WHEN 0 THEN 'Graz' WHEN 1 THEN 'Leeds' WHEN 2 THEN 'Porto' ELSE 'Turku' END
    FROM lasts, firsts WHERE NOT EXISTS (SELECT 1 FROM person);
    """

  private static let lasts = [
    "Abbott", "Baker", "Castro", "Dietrich", "Eklund", "Ferreira", "Grant", "Haddad", "Ito", "Jansen", "Kowalski",
    "Lindt",
    "Moreau", "Novak", "Okoro", "Petrov", "Quinn", "Rossi", "Silva", "Tanaka", "Urban", "Vogel", "Weber", "Xu", "Young",
    "Zeller",
  ]
  private static let firsts = [
    "Ada", "Ben", "Cleo", "Dov", "Emmy", "Finn", "Grace", "Hugo", "Ines", "Jonas", "Kira", "Luis", "Mina", "Nils",
    "Olga",
    "Paul", "Rosa", "Samir", "Tess", "Uma",
  ]

  private static func list(_ names: [String]) -> String { names.map { "('\($0)')" }.joined(separator: ", ") }

  /// The people whose name contains a text, by name, in sections by first letter.
  func people(matching text: String) -> Query<ContactRow> {
    let pattern = "%\(text)%"
    return Query(
      """
      SELECT id, last, first, town, photo, upper(substr(last, 1, 1)) AS letter FROM person
      WHERE last LIKE \(pattern) OR first LIKE \(pattern)
      """, sortedBy: .ascending("letter"), .ascending("last"), .ascending("first"), section: "letter")
  }

  /// One person.
  func person(_ id: Int) -> Query<Person> {
    Query("SELECT id, last, first, phone, town, photo FROM person WHERE id = \(id)")
  }
}

extension AddressBook {
  /// What the page of a person shows.
  struct Person: Codable, Hashable, Sendable {
    var first: String
    var last: String
    var phone: String
    var town: String
    var photo: String?

    var name: String { "\(first) \(last)" }
    var entry: Entry { Entry(first: first, last: last, phone: phone, town: town) }
  }

  /// What somebody may change about a person.
  struct Entry: Codable, Hashable, Sendable {
    var first: String
    var last: String
    var phone: String
    var town: String

    /// Why the entry cannot be saved: a text for each wrong field, by its name.
    var problems: [String: String] {
      var problems: [String: String] = [:]
      for (name, text) in ["first": first, "last": last, "phone": phone, "town": town] where text.utf8.count > 60 {
        problems[name] = "Use at most 60 bytes."
      }
      if last.allSatisfy(\.isWhitespace) { problems["last"] = "Write a last name." }
      return problems
    }
  }
}
