import Display
import Support
import System

/// Lending the display to the text console, where a question is asked.
///
/// The display comes back when nobody needs the text console any more: a client whose connection has ended, the
/// password requests of systemd, or a client that has called `Resume`.
extension Daemon {
  /// Who needs the text console.
  enum Borrower: Equatable {
    /// The connection with this number, until it ends (`Yield` with `lease`).
    case connection(Int)
    /// A client, until a client calls `Resume`.
    case untilResume
    /// The password requests of systemd.
    case passwordRequests
    /// A client of plymouth that has called `hide-splash`, until the screen is shown again: by `show-splash`, or by a
    /// call that shows a loader or sets a mode.
    case hiddenSplash
  }

  /// Lends the display. Throws while another program owns it.
  func lend(to borrower: Borrower) throws(OutputError) {
    try displays.lend()
    if !borrowers.contains(borrower) { borrowers.append(borrower) }
  }

  /// Takes the display back if nobody else needs the text console.
  func endLending(to borrower: Borrower) {
    guard borrowers.contains(borrower) else { return }
    borrowers.removeAll { $0 == borrower }
    guard borrowers.isEmpty, displays.session.isLent else { return }
    do throws(OutputError) {
      try displays.resume()
      updateOutputs()
    } catch {
      Daemon.log(error.text)
    }
  }

  /// Whether the text console is shown for a question, which is not covered until it is answered. After `hide-splash`
  /// nobody says when that is.
  var isAsking: Bool { displays.session.isLent && borrowers != [.hiddenSplash] }

  /// Password requests of systemd have come, or the last one is gone. Returns false while another program owns the
  /// display: its agent asks, unless that program ends.
  func handlePasswordRequests(_ isAsking: Bool) -> Bool {
    if isAsking { return (try? lend(to: .passwordRequests)) != nil }
    endLending(to: .passwordRequests)
    return true
  }
}
