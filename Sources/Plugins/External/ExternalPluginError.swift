internal import BeelineActions
public import BeelineSupport

/// Why a plugin outside of this program did not do what it was asked for.
public enum ExternalPluginError: Error, Hashable, Sendable, CustomStringConvertible {
    /// It says so itself.
    case failed(String)
    /// It could not be started.
    case notStarted(plugin: String, ProgramError)
    /// Others could have changed it; with how, and what to do.
    case distrusted(plugin: String, String)
    /// It ended before it answered.
    case died(plugin: String, ProgramEnd)
    /// It closed its input or output before it answered, and was ended.
    case hungUp(plugin: String)
    /// It did not answer in time.
    case noAnswer(plugin: String, limit: Duration)
    /// It did not answer another request in time, and was ended before it came to this one.
    case stuck(plugin: String)
    /// It said what is no answer.
    case nonsense(plugin: String, said: String)
    /// It has ended too often, and is not asked again for so long.
    case resting(plugin: String, Duration)
    /// More is asked than a line may hold, in bytes.
    case requestTooLong(plugin: String, limit: Int)
    /// It was ended, with all others.
    case ended(plugin: String)

    public var description: String {
        switch self {
        case .failed(let message): message.isEmpty ? "the plugin says that it failed, and not why" : message
        case .notStarted(let plugin, let error): "the plugin \(plugin) was not started: \(error)"
        case .distrusted(let plugin, let reason): "the plugin \(plugin) was not started: \(reason)"
        case .died(let plugin, let end): "the plugin \(plugin) ended with \(end) before it answered"
        case .hungUp(let plugin): "the plugin \(plugin) closed its input or output before it answered"
        case .noAnswer(let plugin, let limit): "the plugin \(plugin) did not answer within \(limit)"
        case .stuck(let plugin): "the plugin \(plugin) was stuck with another request, and was ended"
        case .nonsense(let plugin, let said): "the plugin \(plugin) did not answer, but said: \(said)"
        case .resting(let plugin, let time):
            "the plugin \(plugin) has ended too often; it is asked again in \(max(1, time.components.seconds)) seconds"
        case .requestTooLong(let plugin, let limit):
            "the plugin \(plugin) is asked for too much: more than \(limit) bytes"
        case .ended(let plugin): "the plugin \(plugin) was ended"
        }
    }
}
