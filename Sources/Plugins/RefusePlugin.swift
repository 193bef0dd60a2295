package import BeelineActions
package import BeelineRules

/// `refuse`: refuses a code, with a reason. The dispatcher ends the list of its rule after it.
package struct RefusePlugin: ActionPlugin {
    package let signature: ActionSignature
    private let sounds: any ActionPlugin
    private let patience: Duration

    package init() { self.init(sounds: SoundPlugin()) }

    /// `sounds` plays the sound, which may take as long as `patience`.
    init(sounds: any ActionPlugin, patience: Duration = .seconds(3)) {
        (self.sounds, self.patience) = (sounds, patience)
        let sound = sounds.signature.parameters.first { $0.name == Self.sound }.map { parameter in
            ActionSignature.Parameter(
                Self.sound, parameter.type, isRequired: false, freedom: parameter.freedom,
                summary: "The sound to play, as by `sound`, if the policy allows it.")
        }
        signature = ActionSignature(
            name: ActionSignature.refuse, summary: "Refuses the code and ends the actions of its rule.",
            parameters: [.init(Self.message, .text, summary: "Why, for people.")] + (sound.map { [$0] } ?? []),
            effects: [],
            check: ArgumentCheck { written in
                written.texts[Self.message] == ""
                    ? .init("'message' is empty; give the reason for the refusal", parameter: Self.message)
                    : nil
            })
    }

    private static let message = "message"
    private static let sound = "sound"

    package func perform(_ action: Action) async throws -> ActionResult { try await perform(action, in: .none) }

    package func perform(_ action: Action, in context: ActionContext) async throws -> ActionResult {
        if let sound = action[Self.sound], context.allows(sounds.signature.name) {
            await play(Action.Argument(name: Self.sound, value: sound), for: action.rule)
        }
        guard case .text(let message)? = action[Self.message] else { return ActionResult() }
        return ActionResult(message: message)
    }

    /// Plays a sound. If it cannot be played, or does not end, the code is refused anyway.
    private func play(_ sound: Action.Argument, for rule: String) async {
        let action = Action(name: sounds.signature.name, rule: rule, arguments: [sound])
        await withTaskGroup { group in
            group.addTask { [sounds] in _ = try? await sounds.perform(action) }
            group.addTask { [patience] in try? await Task.sleep(for: patience) }
            await group.next()
            group.cancelAll()
        }
    }
}
