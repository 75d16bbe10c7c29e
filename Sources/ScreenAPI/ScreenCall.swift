public import Support
public import Varlink

extension Call {
  /// A call of a method of io.loaderd.Screen; `method` is its name without the interface.
  public init(screen method: Bytes, _ members: JSON.Member...) { self.init(screen: method, members: members) }

  /// A call of a method of io.loaderd.Screen with its parameters as an array.
  public init(screen method: Bytes, members: [JSON.Member]) {
    self.init(ScreenInterface.method(method), members)
  }
}
