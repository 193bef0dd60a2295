public import Beeline
package import BeelineActions
public import BeelineContent
public import BeelineDrawing
public import BeelinePlugins
public import BeelineRules
public import BeelineSupport
public import BeelineSymbols
public import Foundation

// Foundation uses `errorDescription` of errors for their `localizedDescription`. It is the same for all errors here.

extension DecodeError: LocalizedError {
    /// As `description`.
    public var errorDescription: String? { description }
}

extension DrawingError: LocalizedError {
    /// As `description`.
    public var errorDescription: String? { description }
}

extension FileError: LocalizedError {
    /// As `description`.
    public var errorDescription: String? { description }
}

extension RuleSetError: LocalizedError {
    /// As `description`.
    public var errorDescription: String? { description }
}

/// An error of a package type that public functions throw.
package protocol DescribedError: LocalizedError, CustomStringConvertible {}

extension DescribedError {
    package var errorDescription: String? { description }
}

extension PluginError: DescribedError {}
extension PolicyError: DescribedError {}
extension PolicyFileError: DescribedError {}
extension ActionProblem: DescribedError {}
extension CodeTextError: DescribedError {}
extension PluginFolderError: DescribedError {}

extension SourceError: LocalizedError {
    /// What is wrong, and what to do about it.
    public var errorDescription: String? { description }
}

extension CatalogError: LocalizedError {
    /// What is wrong, and where.
    public var errorDescription: String? { description }
}
