import Testing

@testable import Display

@Suite struct OutputConfigurationTests {
  @Test func laterMatchingRulesOverrideEarlierOnes() {
    var outputConfiguration = OutputConfiguration()
    var all = OutputConfiguration.Rule("*"), hdmi = OutputConfiguration.Rule("HDMI-A-*"),
      second = OutputConfiguration.Rule("HDMI-A-2")
    (all.role, all.scale) = (.mirror, 2)
    hdmi.rotation = .half
    (second.role, second.mode) = (.blank, ModeRequest("1280x720@50"))
    outputConfiguration.rules = [all, hdmi, second]
    let rule = outputConfiguration.rule(for: "HDMI-A-2"), other = outputConfiguration.rule(for: "DSI-1")
    #expect(rule.role == .blank && rule.scale == 2 && rule.rotation == .half && rule.mode?.rate == 50)
    #expect(other.role == .mirror && other.rotation == nil && other.mode == nil)
    #expect(outputConfiguration.rule(for: "HDMI-A-1").role == .mirror)
  }

  @Test func modeRequestParsesPixelsAndHertz() {
    #expect(ModeRequest("1280x720") == ModeRequest("1280x720"))
    #expect(ModeRequest("1280x720")?.rate == nil && ModeRequest("640x480@59.94")?.rate == 59.94)
    for wrong: StaticString in [
      "", "1280", "x", "1280x", "0x5", "99999x5", "1280x720@", "1280x720@0", "1x1@2@3", "axb",
    ] {
      #expect(ModeRequest(.init(wrong)) == nil, "\(wrong)")
    }
  }
}
