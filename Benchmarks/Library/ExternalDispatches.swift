import Beeline
import BeelineSupport
import Glibc

/// How many actions a second a plugin outside of the program does, asked by a thousand callers at once.
struct ExternalDispatches {
    private let folder = "/tmp/beeline-bench-\(getpid())"

    /// The best of some rounds, in thousands: by the plugin's own `perform`, and by way of the dispatcher.
    func thousandsPerSecond() async throws -> (plugin: Double, dispatcher: Double) {
        let program = try absolutePath(CommandLine.arguments[0])
        let manifest = EchoPlugin.manifest.replacing("PROGRAM", with: program)
        try replaceFile("\(folder)/\(PluginManifest.fileName)", with: Array(manifest.utf8))
        defer {
            unlink("\(folder)/\(PluginManifest.fileName)")
            rmdir(folder)
        }
        let external = try ExternalPlugins.load(folders: [folder])
        let plugin = external.actions[0]
        let dispatcher = Dispatcher(plugins: try .standard(and: external.actions), policy: .allow)
        let action = Action(
            name: "echo", rule: "bench", arguments: [Action.Argument(name: "text", value: .text("9784873119045"))])
        // It is started with the first request.
        _ = try await plugin.perform(action)
        let crowd = Crowd(callers: 1000, each: 200)
        let byPlugin = await crowd.thousandsPerSecond { (try? await plugin.perform(action)) != nil }
        let byDispatcher = await crowd.thousandsPerSecond { await dispatcher.perform(action).status == .done }
        await external.end()
        return (byPlugin, byDispatcher)
    }
}
