import Espalier

/// The samples in the article on forms.
enum FormsArticle {
  struct Order: Hashable, Codable, Sendable {
    var name = "", seats = "1"
  }

  struct OrderForm: Content {
    static let send = Event<Order>("send")
    var typed = Order()
    var problem = ""
    var html: HTML {
      """
      <form \(Self.send)>
      <label>Name <input name="name" value="\(typed.name)"></label>
      <label>Seats <input name="seats" inputmode="numeric" value="\(typed.seats)"></label>
      <button>Order</button>
      </form>
      <p role="alert">\(problem)</p>
      """
    }
  }

  struct Booking: Content {
    var name: String, seats: Int
    var html: HTML { "<p>\(name): \(seats)</p>" }
  }

  final class OrderList: ContainerModel {
    private let form = CellModel(OrderForm())

    override func didLoad() {
      add(form)
      on(OrderForm.send) { $0.take($1) }
    }

    private func take(_ order: Order) {
      if order.name.isEmpty { return refuse(order, "Who is it for?") }
      guard let seats = Int(order.seats), (1...8).contains(seats) else { return refuse(order, "1 to 8 seats, please.") }
      form.content = OrderForm()
      add(Booking(name: order.name, seats: seats))
    }

    private func refuse(_ order: Order, _ problem: String) {
      form.content = OrderForm(typed: order, problem: problem)
    }
  }
}
