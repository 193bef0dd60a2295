import BeelineDecoding
import BeelineSupport

/// Inputs to start from: the project's own images, and codes that zint has printed. The program runs in the project's folder.
enum Seeds {
    /// The images of the tests and examples whose names end so, without those that are too long to be changed well.
    static func files(suffixes: [String]) -> [[UInt8]] {
        ["Tests/BeelineDecodingTests/ImageFixtures", "Examples"].flatMap { folder in
            suffixes.flatMap { suffix in
                ((try? fileNames(in: folder, suffix: suffix)) ?? []).sorted().compactMap { name in
                    try? readFile("\(folder)/\(name)", limit: 1 << 14)
                }
            }
        }
    }

    /// The printed codes as pictures, each with every question.
    static func pictures(questions: [[UInt8]]) -> [[UInt8]] {
        codes.enumerated().flatMap { number, code in
            questions.compactMap { choices in
                // A MaxiCode has hexagons, of several pixels.
                let form = code.pixels.count > 1 << 13 ? large : forms[number % forms.count]
                return DrawnPicture.input(for: code, choices: choices, shape: form.shape, lean: form.lean)
            }
        }
    }

    /// Two or three pixels to a module, upright, leaned and inverted.
    private static let forms: [(shape: DrawnPicture.Shape, lean: Int8)] = [
        ([DrawnPicture.Shape(rawValue: 0b01001), .hasQuietZone], 0),
        ([DrawnPicture.Shape(rawValue: 0b01001), .hasQuietZone], 6),
        ([DrawnPicture.Shape(rawValue: 0b01001), .hasQuietZone, .isInverted], 0),
        ([DrawnPicture.Shape(rawValue: 0b01001), .hasQuietZone, .isGray], -9),
    ]

    private static let large: (shape: DrawnPicture.Shape, lean: Int8) = ([.hasQuietZone], 0)

    /// What `Scripts/fuzz.sh` has printed, a pixel for each module.
    private static let codes: [GrayImage] = {
        let folder = ".build/fuzz/codes"
        return ((try? fileNames(in: folder, suffix: ".png")) ?? []).sorted().compactMap { name in
            (try? readFile("\(folder)/\(name)", limit: 1 << 20)).flatMap { try? GrayImage(decoding: $0) }
        }
    }()
}
