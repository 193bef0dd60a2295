import BeelineContent
import BeelineSymbols
import Testing

@testable import BeelineRules

@Suite("Lists of actions")
struct ActionListTests {
    private func actions(_ count: Int) -> [Action] {
        (0..<count).map { Action(name: "a\($0)", rule: "r", arguments: [.init(name: "n", value: .text("\($0)"))]) }
    }

    @Test("a list has its actions in their order, however it was made", arguments: 0...4)
    func keepsOrder(count: Int) {
        let actions = actions(count)
        var appended = ActionList()
        for action in actions { appended.append(action) }
        let list = ActionList(actions)
        #expect(appended == list && list.hashValue == appended.hashValue)
        #expect(list.count == count && list.isEmpty == (count == 0) && list.endIndex == count)
        #expect(Array(list) == actions && list.indices.map { list[$0] } == actions)
        #expect(list.first == actions.first && list.last == actions.last)
        var lent: [String] = []
        list.forEach { lent.append($0.name) }
        #expect(lent == actions.map(\.name))
        #expect(list.withLast(\.name) == actions.last?.name)
        for place in 0...count { #expect(list.contains { $0.name == "a\(place)" } == (place < count)) }
        #expect(list.description == actions.description)
    }

    @Test("lists of other actions, or of the same in another order, are others")
    func tellsApart() {
        let two = actions(2)
        let one: ActionList = [two[0]]
        #expect(one != ActionList() && one != [two[1]] && one != [two[0], two[0]])
        #expect(ActionList(two) != ActionList(two.reversed()) && ActionList(two) == [two[0], two[1]])
    }

    @Test("a copy of a list keeps what it has when the other goes on", arguments: 0...3)
    func isAValue(count: Int) {
        let actions = actions(count + 1)
        var list = ActionList(Array(actions.dropLast()))
        let copy = list
        list.append(actions[count])
        #expect(Array(list) == actions && copy.count == count)
    }
}
