internal import BeelineSupport

extension Route {
    /// The one table: adding a route is a row in the file of its subject, and its handler.
    static let all =
        ReadingRoutes.all + DeskRoutes.all + AccessRoutes.all + ReferenceRoutes.all + DrawingRoutes.all
        + OperationsRoutes.all + PageFiles.routes
}

/// What those ask who keep a server running.
enum OperationsRoutes {
    static let all: [Route] = [
        Route(
            method: .get, path: "/healthz", name: "health", subject: .operations,
            summary: "Whether the server accepts requests.", access: .open,
            answers: [
                .json(200, .named("Health"), "It does."),
                .problem(503, "It is stopping."),
            ],
            handler: { call throws(Problem) in
                guard !call.application.isStopping else {
                    throw Problem(503, "stopping", "the server is stopping")
                }
                return ServerResponse(200, MediaType.json, JSONWriter.line { $0.member("status", "ok") })
            }),
        Route(
            method: .get, path: "/metrics", name: "metrics", subject: .operations,
            summary: "What was counted, for Prometheus.", access: .desk,
            answers: [
                Route.Answer(status: 200, summary: "Its text format 0.0.4.", forms: [(MediaType.text, nil)])
            ],
            handler: { call in
                let application = call.application
                let text = application.metrics.text(
                    application.router.routes, application.queue, version: call.services.settings.version,
                    connections: call.services.connections?())
                return ServerResponse(200, "text/plain; version=0.0.4; charset=utf-8", Array(text.utf8))
            }),
    ]
}
