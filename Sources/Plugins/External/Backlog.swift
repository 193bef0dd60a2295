internal import BeelineActions

/// First in, first out, without moving all the others each time.
struct Backlog<Element> {
    private var elements: [Element] = []
    private var start = 0

    var isEmpty: Bool { start == elements.count }
    var first: Element? { isEmpty ? nil : elements[start] }

    mutating func append(_ element: Element) { elements.append(element) }

    mutating func removeFirst() {
        start += 1
        guard start > 64, start * 2 > elements.count else { return }
        elements.removeFirst(start)
        start = 0
    }
}
