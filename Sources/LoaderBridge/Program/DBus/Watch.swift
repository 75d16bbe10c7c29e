/// Something on the bus that is followed.
protocol Watch: AnyObject {
  /// The bus is there, and nobody has asked it anything yet.
  func begin()
  func dispatch(_ now: Int64)
  var deadline: Int64? { get }
}
