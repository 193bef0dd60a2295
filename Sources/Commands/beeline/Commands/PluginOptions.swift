import Beeline

/// What the options say of plugins: those in the user's folder, and those of `--plugins`.
struct PluginOptions: Sendable {
    let outside: ExternalPlugins
    /// These and the built-in ones.
    let registry: PluginRegistry

    /// - Throws: `ConfigurationError`, with everything that is wrong with any of them.
    init(_ arguments: Arguments) throws(ConfigurationError) {
        do throws(PluginFolderError) {
            outside = try ExternalPlugins.load(
                folders: arguments.all(.plugins), user: arguments.has(.noDefaults) ? nil : ExternalPlugins.userFolder)
        } catch {
            throw .plugins(error)
        }
        do throws(PluginError) {
            registry = try .standard(and: outside.actions)
        } catch {
            throw .plugin(error)
        }
    }

    /// Ends those that were started, closes what is open, and waits for that.
    func end() {
        Interruption.holdThread()
        runBlocking { [self] in
            await outside.end()
            await registry.end()
        }
    }

    /// Has all that the dispatcher does, and the plugins, end before this program when a signal ends it. To be called while
    /// there is one thread only.
    func endWithSignals(_ dispatcher: Dispatcher) {
        Interruption.first { [self] in
            await dispatcher.stop()
            await outside.end()
            await registry.end()
        }
    }
}
