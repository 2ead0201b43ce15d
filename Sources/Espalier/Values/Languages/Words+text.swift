extension Words {
  /// The name of a text. A later version of the library may have more names.
  public enum Text: Int, CaseIterable, Hashable, Sendable {
    // The status line of a page.

    /// The browser has no connection.
    case offline
    /// An event is on its way.
    case sending
    /// An event waits. `{reason}` is `noConnection` or `serverSays`.
    case notSaved
    /// A reason: there is no connection.
    case noConnection
    /// A reason: the server's own words, `{title}`.
    case serverSays
    /// The button that sends waiting events now, or loads more rows after a failure.
    case tryAgain
    /// The button that closes an error.
    case close
    /// A script of the page has failed.
    case pageFailed
    /// An event that must not wait was not sent.
    case notSent
    /// An event that must not wait may have been sent.
    case perhapsSent
    /// The server refused an event without giving a title. `{status}` is a number.
    case serverAnswered
    /// The client did not load.
    case notLive

    // The note beside a field that another window has changed.

    /// The new text of the field, `{text}`.
    case changedElsewhere
    /// The field is empty now.
    case emptiedElsewhere
    /// The button that takes the new text.
    case useIt

    // The handles of rows that people reorder. `{name}` is the row's name.

    /// The label of the handle.
    case move
    /// The label of the button that moves the row up.
    case moveUp
    /// The label of the button that moves the row down.
    case moveDown
    /// The tooltip of the handle.
    case moveHelp
    /// The row has been picked up: its place, `{position}` of `{count}`, and the keys that work now.
    case rowLifted
    /// The place of a row that is being carried.
    case rowPlace
    /// The place of a row after it was dropped.
    case rowDropped

    // Menus of rows, and rows that people edit. `{name}` is the row's name.

    /// The label of the button that opens a row's menu.
    case rowActions
    /// The label of the button that deletes a row.
    case deleteRow
    /// The button that begins editing.
    case edit
    /// The button that ends editing.
    case done

    // Lists that grow.

    /// The button that loads more rows.
    case loadMore
    /// More rows are on their way.
    case loading
    /// There are no more rows.
    case endOfList
    /// The button that loads the rows before the first one.
    case loadEarlier
    /// There are no earlier rows.
    case startOfList
    /// One row has been added. `{count}` is 1.
    case rowAdded
    /// Several rows, or none, have been added: `{count}`.
    case rowsAdded
    /// The button that loads a list again.
    case refresh
    /// A list is being loaded again.
    case refreshing
    /// Loading has failed, and the page gives no reason.
    case loadingFailed
    /// The way to the rows before those of a window over a long list.
    case earlierRows
    /// The way to the rows after them.
    case laterRows
    /// The name of the index beside a list.
    case sectionIndex
    /// Which rows a window shows: `{first}`, `{last}` and the number of all rows, `{count}`.
    case rowsOfList
    /// A long list has no rows.
    case noRows
    /// The row that the URL names is gone, and the window shows the row that took its place.
    case rowReplaced
    /// The rows cannot be read for a while.
    case listUnavailable
    /// The rows cannot be read until somebody corrects something.
    case listUnreadable

    // Tables. `{column}` is the title of a column.

    /// The new order of a table.
    case sortedAscending
    /// The new order of a table.
    case sortedDescending

    // Documents.

    /// The label of the links to the other pages.
    case pages
    /// Without JavaScript, only `{count}` buttons of a long list work.
    case longList
    /// The link to the list with all its buttons.
    case wholeList

    // Dialogs.

    /// The button of a dialog that has no other.
    case ok
    /// The button of a question that changes nothing.
    case cancel
    /// Somebody pressed a button of a dialog that is over.
    case dialogOver

    // Error pages. An empty text stands for the server's own English one, which names details.

    /// The label of a field's name.
    case field
    /// The `{status}` and the `{request}` at the end of an error page.
    case problemNumbers
    /// Advice to somebody who sent a form that is not valid.
    case correctIt
    /// 400 and 422: the title.
    case invalidTitle
    /// 400 and 422: the data of a request are not valid.
    case invalidDetail
    /// 401: the title.
    case signInTitle
    /// 401: the sender must sign in.
    case signInDetail
    /// 403: the title.
    case forbiddenTitle
    /// 403: the sender may not do this.
    case forbiddenDetail
    /// 404: the title.
    case notFoundTitle
    /// 404: there is nothing at the URL.
    case notFoundDetail
    /// 409 and 412: the title.
    case changedTitle
    /// 409 and 412: the page has changed meanwhile.
    case changedDetail
    /// 410: the title.
    case goneTitle
    /// 410: what the event was about is gone.
    case goneDetail
    /// 413: the title.
    case tooLargeTitle
    /// 413: the request is too large.
    case tooLargeDetail
    /// 429: the title.
    case tooManyTitle
    /// 429: too many requests.
    case tooManyDetail
    /// 500: the title.
    case failedTitle
    /// 500: the server has failed.
    case failedDetail
    /// 503: the title.
    case unavailableTitle
    /// 503: the server cannot answer now.
    case unavailableDetail
    /// Any other status: the title.
    case refusedTitle
    /// Any other status: the server cannot answer such a request.
    case refusedDetail
  }
}
