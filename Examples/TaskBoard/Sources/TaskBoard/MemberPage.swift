import Espalier

/// A page for members: the menu, and what is below it.
class MemberPage: ContainerModel {
  let board: Board

  init(_ board: Board) {
    self.board = board
    super.init()
  }

  /// Adds the menu and the parts of the page.
  func add(parts: [Node]) {
    add(CellModel(Menu(member: identity(Member.self))))
    add(parts)
    on(Menu.signOut) { page, _ in
      page.session(Login.self)?.end()
      page.navigate(to: SignInURL())
    }
  }
}

/// Who is signed in.
struct Menu: Content {
  static let signOut = Event<NoData>("signOut")
  var member: Member?
  var html: HTML {
    "\(member?.face) \(member?.rawValue ?? "") <button class=\"quiet\" \(Self.signOut)>Sign out</button>"
  }
}

extension Member {
  /// The first letter of the name, in a colour of its own.
  var face: HTML { "<span class=\"face \(rawValue)\" aria-hidden=\"true\">\(rawValue.prefix(1))</span>" }
}

extension Card {
  /// Who does it, and until when.
  var facts: HTML {
    let day = fields.due?.rawValue ?? ""
    let due: HTML = "<time class=\"due\(isLate ? " late" : "")\">\(isLate ? "Late: " : "")\(day)</time>"
    return "\(fields.assignee?.face) \(fields.assignee?.rawValue ?? "") \(due)"
  }
}

extension Card.Fields {
  /// What is wrong; empty if nothing is.
  var problem: String { title.allSatisfy(\.isWhitespace) ? "Write what there is to do." : "" }

  /// The fields of a form.
  var html: HTML {
    """
    <label><span>Task</span><input name="title" value="\(title)" maxlength="80" autocomplete="off"></label>\
    <label><span>Who</span><select name="assignee" autocomplete="off"><option value="">Nobody yet</option>\
    \(Member.allCases.map(option))</select></label>\
    <label><span>Due</span><input name="due" type="date" value="\(due?.rawValue ?? "")"></label>
    """
  }

  private func option(_ member: Member) -> HTML {
    "<option \("selected", when: member == assignee)>\(member.rawValue)</option>"
  }
}
