public import Support

extension Call {
  /// A call of io.loaderd.Screen.
  public init(screen method: Bytes, _ members: JSON.Member...) { self.init(screen: method, members: members) }

  public init(screen method: Bytes, members: [JSON.Member]) { self.init("io.loaderd.Screen." + method, members) }
}
