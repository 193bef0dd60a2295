internal import BeelineActions
internal import Synchronization

/// Requests that are under way, so that several who ask for the same at one time are answered by one request.
final class SharedRequests: Sendable {
    private struct Flight {
        let number: Int
        let task: Task<HTTPResponse, any Error>
        var waiting = 1
    }

    private struct Flights {
        var byRequest: [HTTPRequest: Flight] = [:]
        var count = 0
    }

    private let flights = Mutex(Flights())

    /// What comes of a request, which is made by the first who asks. Whoever is cancelled waits no longer; when nobody
    /// waits any more, the request is cancelled too.
    func response(
        to request: HTTPRequest, asking ask: @escaping @Sendable () async throws -> HTTPResponse
    ) async throws -> HTTPResponse {
        try Task.checkCancellation()
        let (number, task) = join(request, ask)
        defer { leave(request, number) }
        let race = Race<HTTPResponse>()
        Task { race.finish(await task.result) }
        return try await withTaskCancellationHandler {
            try await race.value()
        } onCancel: {
            race.finish(.failure(CancellationError()))
        }
    }

    /// How many wait for the answer to a request.
    func waiting(for request: HTTPRequest) -> Int { flights.withLock { $0.byRequest[request]?.waiting ?? 0 } }

    private func join(
        _ request: HTTPRequest, _ ask: @escaping @Sendable () async throws -> HTTPResponse
    ) -> (number: Int, task: Task<HTTPResponse, any Error>) {
        flights.withLock { flights in
            if let flight = flights.byRequest[request] {
                flights.byRequest[request]?.waiting += 1
                return (flight.number, flight.task)
            }
            flights.count += 1
            let number = flights.count
            let task = Task {
                defer { end(request, number) }
                return try await ask()
            }
            flights.byRequest[request] = Flight(number: number, task: task)
            return (number, task)
        }
    }

    /// One who comes now starts a request of his own: this one's answer may be as old as its start.
    private func end(_ request: HTTPRequest, _ number: Int) {
        flights.withLock { flights in
            if flights.byRequest[request]?.number == number { flights.byRequest[request] = nil }
        }
    }

    private func leave(_ request: HTTPRequest, _ number: Int) {
        flights.withLock { flights in
            guard var flight = flights.byRequest[request], flight.number == number else { return }
            flight.waiting -= 1
            flights.byRequest[request] = flight.waiting > 0 ? flight : nil
            if flight.waiting == 0 { flight.task.cancel() }
        }
    }
}
