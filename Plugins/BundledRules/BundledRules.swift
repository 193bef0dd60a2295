import Foundation
import PackagePlugin

/// Adds the rule files in the folder `Rules` to the sources of a target, in the order of their names: each file that is
/// there, so that none has to be listed.
@main
struct BundledRules: BuildToolPlugin {
    func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
        let folder = context.package.directoryURL.appending(path: "Rules")
        let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
            .filter { $0.pathExtension == "json" }
            .sorted { $0.lastPathComponent < $1.lastPathComponent }
        let source = context.pluginWorkDirectoryURL.appending(path: "BundledRuleFile+All.swift")
        return [
            .buildCommand(
                displayName: "Bundling the rule files", executable: try context.tool(named: "bundle-rules").url,
                arguments: [source.path] + files.map(\.path), inputFiles: files, outputFiles: [source])
        ]
    }
}
