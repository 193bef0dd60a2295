/// The report descriptor of a HID device: the fields of its reports (Device Class Definition for HID 1.11, 6.2.2).
package struct HIDReportDescriptor: Sendable {
    /// The types of the device: the usages of its outermost collections.
    package private(set) var applications: [Usage] = []
    /// The fields of all input reports, in their order.
    package private(set) var fields: [Field] = []
    /// Whether each report begins with its number.
    package private(set) var hasReportIDs = false

    /// The purpose of a field or a collection.
    package struct Usage: Hashable, Sendable {
        package var page: UInt16
        package var id: UInt16

        package init(page: UInt16, id: UInt16) { (self.page, self.id) = (page, id) }
    }

    /// Consecutive values of the same size and usage.
    package struct Field: Hashable, Sendable {
        /// 0 where reports have no numbers.
        package var report: UInt8
        package var usage: Usage
        /// Where the first value begins, in bits from the first byte after the number of the report.
        package var bit: Int
        /// In bits.
        package var size: Int
        package var count: Int
    }

    /// In bits: no report is longer in the kernel (HID_MAX_BUFFER_SIZE).
    fileprivate static let longestReport = 16384 * 8
    /// Of fields and of nested collections: no device has as many.
    fileprivate static let mostItems = 4096

    /// Nil for bytes that are not a descriptor.
    package init?(_ bytes: [UInt8]) {
        var reader = Reader()
        var rest = bytes[...]
        while let first = rest.popFirst() {
            // Long items, which no one uses, have a length of their own.
            if first == 0xFE {
                guard let length = rest.popFirst(), rest.count > Int(length) else { return nil }
                rest.removeFirst(Int(length) + 1)
                continue
            }
            let length = first & 3 == 3 ? 4 : Int(first & 3)
            guard rest.count >= length else { return nil }
            let value = rest.prefix(length).reversed().reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
            rest.removeFirst(length)
            guard reader.read(tag: first & 0xFC, value: value, length: length) else { return nil }
        }
        guard reader.depth == 0 else { return nil }
        (applications, fields, hasReportIDs) = (reader.applications, reader.fields, reader.hasReportIDs)
    }

    /// Whether the device is a bar code scanner, or the base or cradle of one.
    package var isScanner: Bool { applications.contains { $0.page == 0x8C } }

    /// The field of a report with that usage; the first one where there are several.
    func field(_ usage: Usage, in report: UInt8) -> Field? {
        fields.first { $0.report == report && $0.usage == usage }
    }

    /// Reads items one by one.
    private struct Reader {
        var applications: [Usage] = []
        var fields: [Field] = []
        var hasReportIDs = false
        var depth = 0

        private var globals = Globals()
        private var saved: [Globals] = []
        private var locals = Locals()
        /// How many bits each report has so far.
        private var lengths: [UInt8: Int] = [:]

        private struct Globals {
            var page: UInt16 = 0
            var size = 0
            var count = 0
            var report: UInt8 = 0
        }

        /// The state for the next main item only.
        private struct Locals {
            var usages: [Usage] = []
            var least: Usage?
        }

        /// - Returns: whether the item is valid.
        mutating func read(tag: UInt8, value: UInt32, length: Int) -> Bool {
            switch tag {
            // Main items.
            case 0x80:
                let isRead = addInput(flags: value)
                locals = Locals()
                return isRead
            case 0x90, 0xB0: locals = Locals()
            case 0xA0:
                depth += 1
                guard depth <= mostItems else { return false }
                if value == 1, let usage = locals.usages.first { applications.append(usage) }
                locals = Locals()
            case 0xC0:
                depth -= 1
                locals = Locals()
                return depth >= 0
            // Global items.
            case 0x04: globals.page = UInt16(truncatingIfNeeded: value)
            case 0x74: globals.size = Int(min(value, UInt32(longestReport)))
            case 0x94: globals.count = Int(min(value, UInt32(longestReport)))
            case 0x84:
                guard (1...255).contains(value) else { return false }
                globals.report = UInt8(value)
                hasReportIDs = true
            case 0xA4:
                guard saved.count < mostItems else { return false }
                saved.append(globals)
            case 0xB4:
                guard let last = saved.popLast() else { return false }
                globals = last
            // Local items.
            case 0x08:
                guard locals.usages.count < mostItems else { return false }
                locals.usages.append(usage(value, length))
            case 0x18: locals.least = usage(value, length)
            case 0x28:
                guard let least = locals.least else { return false }
                let most = usage(value, length)
                guard least.page == most.page, least.id <= most.id,
                    locals.usages.count + Int(most.id - least.id) < mostItems
                else { return false }
                locals.usages += (least.id...most.id).map { Usage(page: least.page, id: $0) }
                locals.least = nil
            default: break
            }
            return true
        }

        /// A value of four bytes has the page in it.
        private func usage(_ value: UInt32, _ length: Int) -> Usage {
            let id = UInt16(truncatingIfNeeded: value)
            return Usage(page: length == 4 ? UInt16(value >> 16) : globals.page, id: id)
        }

        /// Adds the fields of an input item. Each usage is for one value, and the last one for all that follow.
        private mutating func addInput(flags: UInt32) -> Bool {
            let start = lengths[globals.report] ?? 0
            let (bits, overflow) = globals.size.multipliedReportingOverflow(by: globals.count)
            guard !overflow, start + bits <= longestReport else { return false }
            lengths[globals.report] = start + bits
            let isPadding = flags & 1 != 0
            guard !isPadding, globals.size > 0, globals.count > 0, !locals.usages.isEmpty else { return true }
            var used = 0
            for (index, usage) in locals.usages.enumerated() where used < globals.count {
                let count = index == locals.usages.count - 1 ? globals.count - used : 1
                guard fields.count < mostItems else { return false }
                fields.append(
                    Field(
                        report: globals.report, usage: usage, bit: start + used * globals.size, size: globals.size,
                        count: count))
                used += count
            }
            return true
        }
    }
}

extension HIDReportDescriptor.Usage {
    /// A usage of the page Bar Code Scanner (HID Point of Sale Usage Tables 1.02, 4).
    private static func scanner(_ id: UInt16) -> Self { Self(page: 0x8C, id: id) }

    /// How many bytes of data a report has (Generic Desktop: Byte Count).
    static let byteCount = Self(page: 0x01, id: 0x3B)
    /// The three characters of the AIM identifier.
    static let identifiers = [scanner(0xFB), scanner(0xFC), scanner(0xFD)]
    /// The data of the code.
    static let decodedData = scanner(0xFE)
    /// Whether the next report has more of it.
    static let continued = scanner(0xFF)
}
