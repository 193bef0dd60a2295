/// Which letters are beside those beyond ASCII in words of Latin letters. `Dziękuję` is Polish, for no language of the
/// West has an `ê` between `i` and `k`.
enum Neighbours {
    /// How many of the two neighbours of a small letter it may have; nil is the end of a word. Those that are beyond ASCII,
    /// and all of a letter that is not in the table, it may have.
    static func fit(_ letter: Unicode.Scalar, after before: Unicode.Scalar?, before after: Unicode.Scalar?) -> Int {
        guard let (left, right) = known[letter] else { return 2 }
        func may(_ neighbour: Unicode.Scalar, _ allowed: Set<Unicode.Scalar>) -> Int {
            !neighbour.isASCII || allowed.contains(neighbour) ? 1 : 0
        }
        return may(before ?? "^", left) + may(after ?? "$", right)
    }

    private static let known: [Unicode.Scalar: (Set<Unicode.Scalar>, Set<Unicode.Scalar>)] = {
        var known: [Unicode.Scalar: (Set<Unicode.Scalar>, Set<Unicode.Scalar>)] = [:]
        for row in table.split(separator: "\n") {
            let parts = row.split(separator: " ")
            known[parts[0].unicodeScalars.first ?? " "] = (Set(parts[1].unicodeScalars), Set(parts[2].unicodeScalars))
        }
        return known
    }()

    /// A letter, those before it and those after it; `^` and `$` are the ends of a word. Each is beside the letter in one
    /// of a hundred of its words at least, in the word list of one of 21 languages, or in endings that these leave out.
    private static let table = """
        ß aeiou $abefghiklnstu
        à ^cdgijlmnprstvxyz $cnrstv
        á ^abcdefghijklmnoprstuvwyz $abcdefghijklmnprstuvxz
        â ^bcdefghilmnprstuvwyz cilmnrst
        ã drst $o
        ä ^abdfghjklmnprstvwz abcdefghiklmnprstuvz
        å ^bdefghjklmnprstv $abdefghklmnprstv
        æ ^bdfghjklmnprstv $bdefgijklmnprstv
        ç ^aeiklnoprstu $aeilmostu
        è ^bcdfghilmnoprstuvy $cdfgilmnprstuv
        é ^bcdfghijklmnprstuvxyz $abcdefghiklmnoprstuvz
        ê bcdfghijlmnoprtuvz $clmnprstv
        ë aeio $defilmnrstxz
        ì bcdglmnprstu $
        í ^abcdefghjklmnprstuvwxyz $abcdefghijklmnoprstuvz
        î ^abcdefghlmnoprstuv $cmnt
        ï aeiou $abcdefgklmnqrstuvx
        ð aefgioruy $abdefghijklmnrstuv
        ñ ^aeiou aeiou
        ò ^bcdefgilmnprstvz $bcdfglmnprst
        ó ^bcdefghijklmnprstuvwxyz $abcdfghijklmnoprstuvwz
        ô ^abcdfghijklmnprstv $bcdfjklmnoprstvz
        õ ^dhijklmnprstv bdeghiklmnprstuv
        ö ^bdfghijklmnoprstvwyz bcdefghijklmnprstvxyz
        ø ^bdfghjklmnprst bdefgjklmnprstvy
        ù bginst $
        ú ^abcdefghijklmnoprstvxyz $abcdfghijklmnoprstuvwz
        û befhklmorw bclmnrst
        ü ^abcdefghijklmnpqrstuvwyz $bcdefghiklmnprstvyz
        ý ^bdfghklmnprstv $abcdfgijklmnprstvz
        þ ^adfgiklmnprstu aeijoruvy
        ā bdgijklmnprstvz $bcdfjklmnprstvz
        ă bcdfghlmnprstvz $bcdgilmnprstuvz
        ą ^acgijklmnrstvwz $bcdgjklmnrstvz
        ć ^aeiopruy $acdeikmnpuw
        č ^abdegijklnoprstuvyz $aeiklnorstuy
        ď ^aeijnoruvz $akmotu
        đ ^aeinoru $aeiu
        ē bcdjlmnprstvz $cdgjklmnrstvz
        ė bdgklmnprstv $dgjklnst
        ę cdgijklmnprtwz $bcdgklpstz
        ě bdmnptv $cdhjklnrstv
        ğ aeiou $aeilru
        ģ ^aeioruz eio
        ī bcdlmnprstvz $bcdgjklmnprstvz
        į ^jrt $bdgjklmnprstv
        ı cdklmnrstyz $klmnpryz
        ķ ^aeioruz aeios
        ĺ bdhkmoptv $bchknptz
        ļ ^abegikoptu adegiklmnoprsuv
        ľ ^abdehijkopstuz $akmnosu
        ł ^abdegikopstuwyz $abekotuy
        ń aeiouy $cks
        ņ ^aeikoprtuz adeiknoprsuvz
        ň abcdefhijklmoprstuvyz $akmostu
        ő ^bdfghklnrstvyz $bcdefghjklmnrstvz
        ŕ bcdfhkmpstv $bcdhkmnpstz
        ř ^abdehikoptuy $aeikos
        ś ^aeiouy $clmnrw
        ş ^aeinoru $aceiklmnoptu
        š ^aegijklmnoprtuvyz $adeiklmnoprstuvy
        ţ ^aceilmnopru $aeiou
        ť ^aeiorsuy $adkostu
        ū ^bcdgijklmprstz $bcdgklmnprstvz
        ů bcdehiklmnprstvz $bcdhjlmnrstvz
        ű ^bdfghjklmnrstvyz $bfhjklnrstvz
        ź ^adeioruy $bcdglmnrw
        ż ^adeijoruyz $adeknouy
        ž ^adegijlmnopruvyz $abdegiklmnoprstuvyz
        """
}
