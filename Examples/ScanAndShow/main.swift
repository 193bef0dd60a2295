// A camera: what is in its middle is scanned, shown and heard, and what is wrong with the camera is said.
// Another source can be named: swift run ScanAndShow video:FILE

import Beeline
import BeelineLive
import BeelineWorkers

var settings = SourceSettings(only: [.qr, .ean13], region: .fraction(x: 0.1, y: 0.1, width: 0.8, height: 0.8))
settings.camera = CameraSettings(torch: .auto, zoom: 1)
settings.sightings = SightingRules(repeats: .after(.seconds(3.5)))
let rules = #"{"version": 1, "rules": [{"id": "heard", "when": {}, "do": [{"action": "sound", "sound": "taken"}]}]}"#
let source = CommandLine.arguments.dropFirst().first ?? "camera"
let desk = try Desk(rules: .text(rules))
for await event in try Station([source], desk: desk, decoder: DecodingPool(), settings: settings).events() {
    switch event {
    case .sighting(let sighting): print(sighting.resolution.content)
    case .gone: print("it is gone")
    case .source(let status): print([status.state.name, status.reason].compactMap(\.self).joined(separator: ": "))
    }
}
