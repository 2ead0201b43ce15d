import Synchronization
import Espalier
import EspalierServer

/// The prices of the whole site: one service for all pages of all viewers. Prices move while somebody listens.
/// Trading ends after a number of moves, so a page that is left open does not keep the server busy.
final class Stock: Sendable {
  /// Sends the prices after each move and when trading ends.
  let moved = Signal<Prices>()

  private struct State {
    var market: Market
    var isMoving = false
  }

  private let state: Mutex<State>
  private let moves: Int
  private let wait: @Sendable () async -> Void

  init(
    seed: UInt64 = 54, moves: Int = 30, every interval: Duration = .seconds(1),
    clock: some Clock<Duration> = ContinuousClock()
  ) {
    state = Mutex(State(market: Market(seed: seed)))
    self.moves = moves
    wait = { try? await clock.sleep(for: interval) }
  }

  /// The current prices.
  var prices: Prices { state.withLock { $0.market.prices } }

  /// Opens trading; the caller must listen already. If trading is open, it continues.
  func open() {
    let begins = state.withLock { state in
      if state.market.prices.movesLeft == 0 { state.market.open(moves: moves) }
      defer { state.isMoving = true }
      return !state.isMoving
    }
    guard begins else { return }
    Task { [weak self, wait] in
      repeat { await wait() } while self?.move() ?? false
    }
  }

  /// Makes one move. Returns whether trading continues.
  private func move() -> Bool {
    let prices: Prices? = state.withLock { state in
      // Read inside the lock: whoever starts to listen after this finds trading closed, and opens it again.
      state.isMoving = moved.listenerCount > 0
      if state.isMoving { state.market.move() } else { state.market.close() }
      return state.isMoving ? state.market.prices : nil
    }
    guard let prices else { return false }
    // Send outside the lock: a listener may read the prices.
    moved.send(prices)
    return state.withLock { state in
      state.isMoving = state.market.prices.movesLeft > 0
      return state.isMoving
    }
  }
}
