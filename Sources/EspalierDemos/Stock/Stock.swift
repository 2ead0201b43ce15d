import EspalierLocks
import Espalier
import EspalierServer

/// The prices of the whole site: one service for all pages of all viewers. It moves while somebody listens, and for so many
/// moves at a time, so that a page which was left open keeps nothing busy.
final class Stock: Sendable {
  /// Says what the prices are, at each move and when trading ends.
  let moved = Signal<Prices>()

  private struct State {
    var market: Market
    var isMoving = false
  }

  private let state: Lock<State>
  private let moves: Int
  private let wait: @Sendable () async -> Void

  init(
    seed: UInt64 = 54, moves: Int = 30, every interval: Duration = .seconds(1),
    clock: some Clock<Duration> = ContinuousClock()
  ) {
    state = Lock(State(market: Market(seed: seed)))
    self.moves = moves
    wait = { try? await clock.sleep(for: interval) }
  }

  /// As they are now.
  var prices: Prices { state.withLock { $0.market.prices } }

  /// Begins to trade, for one who listens already. Where trading is under way, it goes on.
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

  /// Returns whether it goes on.
  private func move() -> Bool {
    let prices: Prices? = state.withLock { state in
      // Asked in here: who begins to listen now finds it closed, and opens it again.
      state.isMoving = moved.listenerCount > 0
      if state.isMoving { state.market.move() } else { state.market.close() }
      return state.isMoving ? state.market.prices : nil
    }
    guard let prices else { return false }
    // Outside the lock: who hears it may ask.
    moved.send(prices)
    return state.withLock { state in
      state.isMoving = state.market.prices.movesLeft > 0
      return state.isMoving
    }
  }
}
