internal import BeelineSymbols
internal import Glibc

/// Searches for codes on a page beside those that are known. A question to ZXing finds one symbol. So what is found is
/// covered, and the same is asked again, until it is silent. Parts of a page that look like codes come first: a look at
/// a part costs a small share of one at the page, and in it nothing hides a code.
struct FurtherSearch {
    private let reader: PageReader
    private let whole: DerivedImage
    private let tones: PageTones
    /// Passes that saw nothing: with less in the picture there is not more to see.
    private var silent: Set<Question>
    /// Passes that have seen something, which are asked again whatever they are.
    private var fruitful: Set<String>
    /// Passes that have run on the page, with nothing covered or with some of it.
    private var hasRun: Set<String>
    /// What was done to the pictures in which they have seen matrix codes: codes beside them are of the same make.
    private var fruitfulSteps: [[Step]] = []
    /// Where something is read that is believed.
    private var covered: [Outline] = []
    /// Parts that were silent, by pass: another round does not ask about them again.
    private var silentParts: Set<SilentPart> = []

    /// A pass, which may be asked about several forms of the page.
    private struct Question: Hashable {
        let pass: String
        let steps: [Step]

        init(_ pass: Pass) { (self.pass, steps) = (pass.name, pass.steps) }
    }

    private struct SilentPart: Hashable {
        let question: Question
        let mapping: Mapping
        let width: Int
    }

    /// The whole is the page, or the part of it that is looked at; the names are those of passes that saw nothing on
    /// it, and of those that saw something.
    init(reader: PageReader, whole: DerivedImage, tones: PageTones, silent: Set<String>, fruitful: Set<String>) {
        (self.reader, self.whole, self.tones) = (reader, whole, tones)
        self.fruitful = fruitful
        hasRun = silent.union(fruitful)
        self.silent = Set(reader.plan.filter { silent.contains($0.name) }.map { Question($0) })
        for pass in reader.plan where fruitful.contains(pass.name) { note(pass) }
    }

    /// Steps that leave all in its place and do the same to what is looked at: in half the size fine things run together, as they
    /// do when blurred; and codes of dots are not all of one size.
    private static func forms(like steps: [Step]) -> [[Step]] {
        let alike = steps.map { step in
            if case .scale(let x, let y) = step, x == y, x < 1 { Step.blur(radius: 1) } else { step }
        }
        guard alike.allSatisfy(\.keepsPlaces) else { return [] }
        guard let blur = alike.firstIndex(of: .blur(radius: 1)), !alike.contains(.grow(radius: 1)) else {
            return [alike]
        }
        return [alike, Array(alike[..<blur]) + [.grow(radius: 1)] + Array(alike[blur...])]
    }

    private mutating func note(_ pass: Pass) {
        fruitful.insert(pass.name)
        guard pass.question.symbologies.contains(where: { !$0.isLinear }) else { return }
        for steps in Self.forms(like: pass.steps) where !steps.isEmpty && !fruitfulSteps.contains(steps) {
            fruitfulSteps.append(steps)
        }
    }

    /// Each finds something, or is the last.
    private static let mostRounds = 16

    mutating func findMore(_ evidence: inout Evidence, noting: (String) -> Void) throws(DecodeError) -> String? {
        for _ in 0..<Self.mostRounds {
            // What a round has found is covered already.
            _ = cover(evidence)
            guard !covered.isEmpty, leavesRoom, covered.count > 1 || !isBlank else { return nil }
            let known = evidence.count
            let before = covered.count
            if let next = try round(&evidence, noting: noting) { return next }
            // More copies of what is known do not justify another search of everything.
            guard evidence.count != known || covered.count > before + Self.mostCopies else { return nil }
        }
        return nil
    }

    /// Runs each pass that has seen something, or did not run yet, until it finds nothing more.
    private mutating func round(_ evidence: inout Evidence, noting: (String) -> Void) throws(DecodeError) -> String? {
        var pictures = DerivedImageCache(CoveredPicture(whole, covering: covered).picture)
        for pass in reader.plan.flatMap({ forms(of: $0) }) where isAsked(pass, evidence) {
            guard let question = question(of: pass, evidence) else { continue }
            if reader.isLate { return pass.name }
            noting(pass.name)
            hasRun.insert(pass.name)
            guard let parts = pictures.parts(for: pass) else { continue }
            var hasFound = false
            if pass.parts != .whole {
                hasFound = try search(parts, pass, question, &evidence)
            } else if let picture = parts.first {
                if let crowd = CodeGrid(evidence.matrixCodes), let question = crowd.question(of: pass, question) {
                    let cells = crowd.cells(of: picture.image).lazy.compactMap { $0.cropped(from: picture) }
                    for cell in cells where !reader.isLate {
                        hasFound = try exhaust(cell, pass, question, &evidence) || hasFound
                    }
                }
                if !reader.isLate { hasFound = try exhaust(picture, pass, question, &evidence) || hasFound }
            }
            if reader.isLate { return pass.name }
            if hasFound { note(pass) } else { silent.insert(Question(pass)) }
        }
        return nil
    }

    /// A pass that is asked about places is asked so about each form of the page in which some pass has seen something, too:
    /// dots that are light on dark are inverted first, and then blurred.
    private func forms(of pass: Pass) -> [Pass] {
        guard !pass.begins, pass.parts != .whole else { return [pass] }
        return fruitfulSteps.filter { !$0.contains(where: pass.steps.contains) }.map { pass.after($0) } + [pass]
    }

    /// What a pass asks, or for places that only another form shows, what is known: codes of a tray are of one sort.
    private func question(of pass: Pass, _ evidence: Evidence) -> DecoderQuery? {
        guard let question = reader.question(of: pass, about: whole) else { return nil }
        guard !pass.begins, pass.trust == .derived else { return question }
        let known = Set(evidence.accepted.map(\.symbology))
        return known.isEmpty ? nil : question.narrowed(to: known)
    }

    private func isAsked(_ pass: Pass, _ evidence: Evidence) -> Bool {
        guard !silent.contains(Question(pass)) else { return false }
        if case .qr(let search) = pass.question { return isAsked(search, pass, evidence) }
        if fruitful.contains(pass.name) { return true }
        guard pass.begins else { return evidence.count >= pass.beside }
        return pass.repeats || pass.drawsAnew && known(pass.question, evidence) > 0
    }

    /// Whether our own search looks for QR codes beside those that are known. It sees all codes of the page at once. All of it
    /// is worth its time where there are several, or where others do not see them.
    private func isAsked(_ search: QRReader, _ pass: Pass, _ evidence: Evidence) -> Bool {
        guard !hasRun.contains(pass.name) else { return false }
        let known = evidence.matrixCodes.count { $0.symbology == .qr }
        guard search.effort != .little, known == 1, reader.options.effort != .max else { return known > 0 }
        return reader.plan.contains { other in
            if case .qr = other.question { fruitful.contains(other.name) } else { false }
        }
    }

    // MARK: Parts

    /// Asks about each part that does not show what is known already.
    private mutating func search(
        _ parts: [DerivedImage], _ pass: Pass, _ question: DecoderQuery, _ evidence: inout Evidence
    ) throws(DecodeError) -> Bool {
        var hasFound = false
        var misses = 0
        var alike = known(question, evidence)
        for part in likeliestFirst(parts, evidence) where !reader.isLate {
            let key = SilentPart(question: Question(pass), mapping: part.mapping, width: part.image.width)
            guard !isCovered(part), !silentParts.contains(key) else { continue }
            if try exhaust(part, pass, question, &evidence) {
                hasFound = true
                misses = 0
                alike = known(question, evidence)
            } else {
                silentParts.insert(key)
                // A page of text has hundreds of words. Bars were looked at before they were cut out.
                guard ![.regions(.bars), .regions(.lightBars)].contains(pass.parts) else { continue }
                misses += 1
                if misses >= Self.leastMisses + Self.missesForEach * alike
                    + min(covered.count, Self.mostMissesForOthers)
                {
                    break
                }
            }
        }
        return hasFound
    }

    /// How many codes are known of the sorts that a question asks for.
    private func known(_ question: DecoderQuery, _ evidence: Evidence) -> Int {
        evidence.accepted.count { question.symbologies.contains($0.symbology) }
    }

    private static let leastMisses = 6
    private static let missesForEach = 4
    /// Where there are many codes of other sorts, there may be more of this one.
    private static let mostMissesForOthers = 30

    /// The parts, those first that are about as large as a code that is known: codes of a tray or a sheet are alike.
    private func likeliestFirst(_ parts: [DerivedImage], _ evidence: Evidence) -> [DerivedImage] {
        let sides = evidence.matrixCodes.map { Double(max($0.place.columns.count, $0.place.rows.count)) }
        guard !sides.isEmpty else { return parts }
        func isAlike(_ part: DerivedImage) -> Bool {
            let corners = Self.corners(of: part)
            let side = max((corners[2].x - corners[0].x).magnitude, (corners[2].y - corners[0].y).magnitude)
            return sides.contains { side > 0.8 * $0 && side < 2 * $0 }
        }
        let alike = parts.map(isAlike)
        return parts.indices.filter { alike[$0] }.map { parts[$0] }
            + parts.indices.filter { !alike[$0] }.map { parts[$0] }
    }

    private static func corners(of part: DerivedImage) -> [Vector] {
        let (width, height) = (Double(part.image.width), Double(part.image.height))
        return [Vector(0, 0), Vector(width, 0), Vector(width, height), Vector(0, height)].map { part.mapping($0) }
    }

    /// Whether the most of a part is covered.
    private func isCovered(_ part: DerivedImage) -> Bool {
        let corners = Self.corners(of: part)
        let middle = corners.reduce(Vector(), +) / 4
        // In the middle, and half way to each corner.
        let places = [middle] + corners.map { (middle + $0) / 2 }
        return places.count { place in covered.contains { $0.contains(place) } } > places.count / 2
    }

    // MARK: One picture

    /// So many copies of what is known, one after the other, end a pass; more where a look costs little.
    private static let mostCopies = 8
    private static let pixelsForCopies = 40_000_000

    /// Asks about a picture, the page with what was known covered or a part of it, until it is silent.
    private mutating func exhaust(
        _ picture: DerivedImage, _ pass: Pass, _ question: DecoderQuery, _ evidence: inout Evidence
    ) throws(DecodeError) -> Bool {
        var rest = CoveredPicture(picture, covering: covered)
        var hasFound = false
        // Here, believed or not.
        var places: [Outline] = []
        var copies = 0
        let mostCopies = max(Self.mostCopies, Self.pixelsForCopies / max(picture.image.pixels.count, 1))
        // What a row of codes is followed by is likeliest another one; it costs less to ask for that alone.
        var narrow: DecoderQuery?
        while !reader.isLate {
            let found = try reader.search(rest.picture, narrow ?? question, page: tones.page(for: pass))
            guard !found.isEmpty else {
                guard narrow != nil else { return hasFound }
                narrow = nil
                continue
            }
            narrow = places.isEmpty ? nil : question.narrowed(toLike: found.map(\.symbology))
            let known = evidence.count
            evidence.add(found, by: pass)
            let more = found.compactMap { $0.sighting?.outline }.filter { place in
                !places.contains { $0.holdsCenter(of: place) }
            }
            hasFound = true
            // What is read again at its place shows in spite of what covers it.
            guard cover(evidence) || !more.isEmpty else { return hasFound }
            for place in more { rest.cover(place) }
            places += more
            copies = evidence.count == known ? copies + 1 : 0
            guard copies <= mostCopies else { return hasFound }
            // Who gives all that is in a picture has given it.
            switch question {
            case .zbar, .qr: return hasFound
            case .zxing, .worn, .runes: break
            }
        }
        return hasFound
    }

    /// Takes the accepted codes into account; false where they are not new.
    private mutating func cover(_ evidence: Evidence) -> Bool {
        guard let places = evidence.places else { return false }
        let before = covered.count
        for place in places where !covered.contains(where: { $0.holdsCenter(of: place) }) { covered.append(place) }
        return covered.count > before
    }

    /// Whether nothing is left beside the covered areas that could be a code: no part of three squares of eight pixels
    /// each way in which gray values change. Print close to a code belongs to it: digits, and the frame round it.
    private var isBlank: Bool {
        let cells = GradientCells(whole.image)
        guard cells.columns > 0, cells.rows > 0 else { return true }
        let origin = whole.mapping(Vector(0, 0))
        var isBusy = cells.tensors.map { $0.energy >= Self.leastEnergy }
        for place in covered {
            let space = max(place.columns.count, place.rows.count) / 5 + cells.side
            let figure = Quadrilateral(place)
            let margin = figure.map { ($0.sides.max() ?? 0) / 8 + Double(cells.side) } ?? 0
            func range(_ pixels: ClosedRange<Int>, _ start: Double, below count: Int) -> Range<Int> {
                let first = (pixels.lowerBound - space - Int(start)) / cells.side
                let last = (pixels.upperBound + space - Int(start)) / cells.side
                let low = min(max(first, 0), count)
                return low..<max(low, min(last + 1, count))
            }
            let columns = range(place.columns, origin.x, below: cells.columns)
            for row in range(place.rows, origin.y, below: cells.rows) {
                for column in columns {
                    // Beside the corners of a turned code there is room for another one.
                    let middle = Vector(Double(column) + 0.5, Double(row) + 0.5) * Double(cells.side)
                    let isNear = figure?.contains(middle + origin, within: margin) ?? true
                    if isNear { isBusy[row * cells.columns + column] = false }
                }
            }
        }
        let side = 3
        guard cells.columns >= side, cells.rows >= side else { return true }
        // How many busy squares end at each one, to the left and upwards.
        var above = Array(repeating: 0, count: cells.columns)
        for row in 0..<cells.rows {
            var run = 0
            for column in 0..<cells.columns {
                let cell = row * cells.columns + column
                above[column] = isBusy[cell] ? above[column] + 1 : 0
                run = above[column] >= side ? run + 1 : 0
                if run >= side { return false }
            }
        }
        return true
    }

    /// The mean square of the gradient in a square, in grays a pixel: the noise of a camera has about 8.
    private static let leastEnergy: Float = 14

    /// Whether there may be another code beside those: one that fills the picture was all that it is about, but where there
    /// are several, there may be more.
    private var leavesRoom: Bool {
        if covered.count > 1 { return true }
        let taken = covered.reduce(0) { sum, place in
            sum + (Quadrilateral(place)?.area ?? Double(place.columns.count * place.rows.count))
        }
        return taken < Double(tones.page.pixels.count) * 0.4
    }
}

extension PageReader {
    /// Searches for codes beside those that are known; the parameters are those of ``FurtherSearch``. Returns the pass
    /// for which there was no time any more; nil when all were asked.
    func findMore(
        _ evidence: inout Evidence, in whole: DerivedImage, of tones: PageTones, silent: Set<String>,
        fruitful: Set<String>, noting: (String) -> Void
    ) throws(DecodeError) -> String? {
        var search = FurtherSearch(reader: self, whole: whole, tones: tones, silent: silent, fruitful: fruitful)
        return try search.findMore(&evidence, noting: noting)
    }
}

extension Outline {
    /// Whether a place of the page is within; of a line nothing is.
    fileprivate func contains(_ place: Vector) -> Bool {
        guard place.x >= Double(columns.lowerBound), place.x <= Double(columns.upperBound),
            place.y >= Double(rows.lowerBound), place.y <= Double(rows.upperBound)
        else { return false }
        return Quadrilateral(self)?.contains(place) ?? true
    }
}

/// The matrix codes of a page that has many of about one size, such as a sheet of labels. A search finds one symbol,
/// and takes the longer the larger the picture is. Searching cells with a few codes each finds a hundred codes in the
/// time of a few searches of the page.
struct CodeGrid {
    /// The sorts of the codes. In a cell nothing else is searched for: it may cut through codes on its border.
    private let symbologies: Set<Symbology>
    /// The longest side of the largest code, in pixels.
    private let side: Int

    /// So many make it worthwhile.
    private static let least = 3

    /// - Parameter codes: what is known, in all of its places; nil if there are few.
    init?(_ codes: [(symbology: Symbology, place: Outline)]) {
        guard codes.count >= Self.least,
            let side = codes.map({ max($0.place.columns.count, $0.place.rows.count) }).max()
        else { return nil }
        self.side = side
        symbologies = Set(codes.map(\.symbology))
    }

    /// The request for a cell; nil where a pass does not search for such codes in the picture as it is.
    func question(of pass: Pass, _ question: DecoderQuery) -> DecoderQuery? {
        // Our own search sees all codes of a page at once.
        if case .qr = question { return nil }
        guard pass.steps.isEmpty, pass.parts == .whole, question.symbologies.allSatisfy({ !$0.isLinear })
        else { return nil }
        return question.narrowed(to: symbologies)
    }

    /// Boxes of a picture, each of which has so much in common with its neighbours that every code of that size lies in one
    /// of them, with its quiet zone; none where the picture is hardly larger than one.
    func cells(of picture: GrayImage) -> [Cell] {
        let (width, height) = (picture.width, picture.height)
        // Outlines of a pixel, if a decoder should give such, do not make a million of them.
        let length = max(Self.codesAcross * side, Int((Double(width * height) / Self.most).squareRoot()))
        guard length > 0, width * height > 2 * length * length else { return [] }
        let step = length - side * 5 / 4
        return stride(from: 0, to: max(1, height - length + step), by: step).flatMap { y in
            stride(from: 0, to: max(1, width - length + step), by: step).map { x in Cell(x: x, y: y, side: length) }
        }
    }

    /// An upright box of a picture, in its pixels; it may reach beyond it.
    struct Cell {
        let x: Int
        let y: Int
        let side: Int

        func cropped(from picture: DerivedImage) -> DerivedImage? {
            picture.cropped(x: x, y: y, width: side, height: side)
        }
    }

    /// How many codes side by side a cell is wide and high.
    private static let codesAcross = 3
    /// So many cells would fill a page side by side.
    private static let most = 500.0
}
