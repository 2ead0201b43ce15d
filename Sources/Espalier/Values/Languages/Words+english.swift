extension Words {
  /// The English texts.
  public static let english = Words { name in
    switch name {
    case .offline: "Offline. Changes appear when the connection returns."
    case .sending: "Sending…"
    case .notSaved: "Not saved: {reason}."
    case .noConnection: "no connection"
    case .serverSays: "the server says “{title}”"
    case .tryAgain: "Try again"
    case .close: "Close"
    case .pageFailed: "Something went wrong on this page. Reload it."
    case .notSent: "Not sent: no connection. Press again when the page is connected."
    case .perhapsSent: "No connection. Your press may have arrived. It is not sent again."
    case .serverAnswered: "The server answered {status}."
    case .notLive: "Live updates did not load. Reload the page."
    case .changedElsewhere: "Changed elsewhere: “{text}”"
    case .emptiedElsewhere: "Emptied elsewhere."
    case .useIt: "Use it"
    case .move: "Move {name}"
    case .moveUp: "Move {name} up"
    case .moveDown: "Move {name} down"
    case .moveHelp: "Press Space, then move it with the arrow keys"
    case .rowLifted: "{name}, {position} of {count}. Arrow keys move it, Space drops it, Escape puts it back."
    case .rowPlace: "{name}, {position} of {count}."
    case .rowDropped: "Dropped: {name}, {position} of {count}."
    case .loadMore: "Load more"
    case .loading: "Loading…"
    case .endOfList: "End of the list."
    case .rowAdded: "{count} row added."
    case .rowsAdded: "{count} rows added."
    case .refresh: "Refresh"
    case .refreshing: "Refreshing…"
    case .loadingFailed: "That did not work."
    case .sortedAscending: "Sorted by {column}, ascending."
    case .sortedDescending: "Sorted by {column}, descending."
    case .pages: "Pages"
    case .longList: "Without JavaScript, only the first {count} buttons of this long list work."
    case .wholeList: "Open the list with all its buttons"
    case .field: "Field"
    case .problemNumbers: "Status {status}, request {request}"
    case .correctIt: "Go back in your browser to correct it: the text that you typed is still there."
    case .invalidTitle, .signInTitle, .forbiddenTitle, .notFoundTitle, .changedTitle, .goneTitle, .tooLargeTitle,
      .tooManyTitle, .failedTitle, .unavailableTitle, .refusedTitle:
      ""
    case .invalidDetail, .signInDetail, .forbiddenDetail, .notFoundDetail, .changedDetail, .goneDetail,
      .tooLargeDetail, .tooManyDetail, .failedDetail, .unavailableDetail, .refusedDetail:
      ""
    }
  }
}
