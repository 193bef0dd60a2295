internal import BeelineSymbols

/// What is known of a language: its letters beyond ASCII, and the character sets in which they are written without
/// Unicode.
struct Language: Sendable {
    /// In the order of their frequency, small ones only where there are capitals.
    let letters: String
    let charsets: [Conversion.Charset]
    let script: Script
    /// How likely texts in it are that do not say their character set: a logarithm.
    let prior: Double

    enum Script: Sendable {
        /// Letters of ASCII are between the others.
        case latin
        /// A word has letters of ASCII or others.
        case other
        /// A character is two bytes, and there are no words.
        case wide
    }

    private init(_ letters: String, _ charsets: [Conversion.Charset], _ script: Script = .latin, prior: Double) {
        (self.letters, self.charsets, self.script, self.prior) = (letters, charsets, script, prior)
    }

    /// Those of ISO 8859-1, which is the default of ISO/IEC 18004, and so likelier than others.
    static let western: [Language] = [
        ("üäößé", 0), ("éèêàôîçâïùûœëü", 0), ("óáíúñéºüª", 0), ("àèòùéìî", 0), ("ãçáéíóõúêâàôü", 0), ("äöåé", 0),
        ("æøåéäö", 0), ("ðíáóúýæöþé", -4), ("ëéïèöüó", 0), ("óàéíèçòúïü·", -1), ("äöõü", -2),
        // Names and words of several languages.
        ("éäöüáíóñçèàåæøßêâôãõëïîùúûìòÿœšž", -2.5),
    ].map { Language($0.0, [.windowsWestern], prior: $0.1) }

    static let others: [Language] = [
        Language("łżęąśćóńź", [.centralEuropean, .windowsCentralEuropean], prior: -3),
        Language("íářčéýžěšůúóňťď", [.centralEuropean, .windowsCentralEuropean], prior: -3),
        Language("áčíýéťúžšľóňäôĺďŕ", [.centralEuropean, .windowsCentralEuropean], prior: -4),
        Language("áéíóöőüúű", [.centralEuropean, .windowsCentralEuropean], prior: -4),
        Language("čšćžđ", [.centralEuropean, .windowsCentralEuropean], prior: -4),
        Language("ăţîşâ", [.centralEuropean, .windowsCentralEuropean], prior: -5),
        Language("ışçüğöİâî", [.windowsTurkish], prior: -3),
        Language("šėųžįąčūę", [.balticRim, .windowsBaltic], prior: -4),
        Language("āēīšļūņķžģč", [.balticRim, .windowsBaltic], prior: -4),
        Language(
            "еоаинтрслвкпдмуязьыйбчгжфцхшющэёъ", [.windowsCyrillic, .russian, .dosCyrillic, .cyrillic], .other,
            prior: -3),
        Language("аноиевтрікслпдумязбьйчгжцєхфшюїщґ", [.windowsCyrillic, .ukrainian], .other, prior: -4),
        Language("аеионртскупдвмзјлбгњчшцљжћхфђџ", [.windowsCyrillic, .cyrillic], .other, prior: -5),
        Language("αοετνιρσμηπκυςλίδγήέάόχωθφύβώξζψϊϋΐ", [.greek, .windowsGreek], .other, prior: -3),
        Language("יותהמלראנבשקפדסגעטםחכןצזךץף", [.windowsHebrew], .other, prior: -4),
        Language("اليمرتوةنفدسبعحكقصجأطخهشإغذزضىثئءظؤآ", [.windowsArabic, .arabic], .other, prior: -5),
        Language(
            "าร่นก้ัอเงมีิลวดต็ทยสหคบ์ปพืุแไขชะจูใโศณผซถธภฟษญฐำึํฮฉฬฎ", [.thai], .other, prior: -3),
        Language(common(of: .chinese), [.chinese], .wide, prior: -3),
        Language(common(of: .traditionalChinese), [.traditionalChinese], .wide, prior: -4),
        Language(common(of: .japanese), [.japanese], .wide, prior: -2),
        Language(common(of: .japanese), [.japaneseUnix], .wide, prior: -4),
        Language(common(of: .korean), [.korean], .wide, prior: -3),
    ]

    /// The commonest characters in them.
    private static func common(of charset: Conversion.Charset) -> String {
        switch charset {
        case .chinese:
            """
            的一是不了人我在有他这中大来上国个到说们为子和你地出道也时年得就那要下以生会自着去之过家学对可她里后小么
            心多天而能好都然没日于起还发成事只作当想看文无开手十用主行方又如前所本见经头面公同三已老从动两长知民样现
            分将外但身些与高意进把法此实回二理美点月明其种声全工己话儿者向情部正名定女问力机给等几很业最间新什打便位
            因重被走电四第门相次东政海口使教西再平真听世气信北少关并内加化由却代军产入先山五太水万市眼体别处总才场师
            书比住员九笑性通目华报立马命张活难神数件安表原车白应路期叫死常提感金何更反合放做系计或司利受光王果亲界及
            今京务制解各任至清物台象记边共风战干接它许八特觉望直服毛林题建南度统色字请交爱让认算论百吃义科怎元社术结
            六功指思非流每青管夫连远资队跟带花快条院变联言权往展该领传近留红治决周保达办运武半候七必城父强步完革深区
            即求品士转量空甚众技轻程告江语英基派满式李息写呢识极令黄德收脸钱党倒未持取设始版双历越史商千片容研像找友
            孩站广改议形委早房音火际则首单据导影失拿网香似斯专石若兵弟谁校读志飞观争究包组造落视济喜离虽坏兴尔密码扫
            维付款支店号微验证票址邮箱欢迎临谢您买卖酒餐厅州圳符标置效选错项列存器输录类误示值型模引参败除配格户库显
            序需索图签键查换称创须操钥复删函含否编档移启软允节略获超拉限串态段检默归匹警缺执载属亚束缓径冲调窗
            """
        case .traditionalChinese:
            """
            這來國個說們為時後對裡麼會過學還發當見經頭動兩長樣現將與進實點種聲話兒問機給間門東電業車應路覺讓認論義術
            結語請愛隊帶條聯權該領傳紅運強轉興廣議際則單導網專爭組視濟離雖碼證號驗區臺灣歡迎謝買賣飯廳北高雄統一票書
            籍的無用檔不法案定在有式使字中數名目件設取入選是示出標要位項錯元指行效到列已誤輸資存未新稱能作本引沒提以
            可除顯錄程開分失正於訊符模或格敗值文重料者合支型鍵版建更表和大置啟立鑰需包器令生讀前預物度交理變寫否子執
            內多記得加體所空參了找類解金小移上工庫圖被從連下告至第套編此端期徑換援成同態關代簽警亞最略串含系索相方像
            命服容處如自只修載裝之明非刪性狀別封密安始次窗您部並印複線籤序色改準配少制知確主按影拉面忽回外果原息任規
            必共址群完其製信伺接縮源併查人我他你地道也年就那去家她里后么心天而好都然日于起事想看手十又公三老民但身些
            与意把二美月种全己儿向情女力机等几很什打便因走四政海口教西再平真听世气并化由先山五太水万市眼体才比住九笑
            通活神白叫死常感何反放做司利受光王界及今京各清台象干它八特望直毛林南
            """
        case .japanese:
            """
            日本人大一年会国長事出社者分時行上自中見生手前場業合部学地新東京方高月定間動体気物名今家子化後発小内所全
            立回金当通問同用言度表現女電山理性心世作対下目田水力三開実政経書話要意主市的関明教法不数以成取多原来私先
            正品考食駅番号店県区町駐車株式円税込無料商送注文確認様御愛飲川村木林森橋井藤佐鈴渡辺伊加吉松清太郎美使効
            列指字失語設示値変敗必更型除入存有読在置可終再鍵最証引能削配外期了告検続義警報得接換形情複付照制限信位画
            約空含共切選算識索択囲参署保受致範準演持始解集視状処別記追標張予態像返構覧適個属起求利想縮拡非単圧初計応
            際項色機止命権完代暗移元端許結待異重向割整容順和素違未幅令他古常決序録操装
            """
        default:
            """
            이다는에의가을고하지도로사한기은나리자어아를서그대인정시부일안수전보여주장국상들공해것제경원구성있조선동
            무과마니라게생각면세우오만신학소관교실방연문물업용금법회분입표명간산습중위되행적거음체개내현모요와년월호
            반했할합비미유진양당민종북남울계통단발결치영재운작건강증번품택배송점화감녕없스파트않션터드함패값름데프된
            버옵으형크키바못식력잘블디설열메야테레류료브변목록필너환복출읽태렉령타러었코포베추더커임려색절본항알최퍼
            줄래럼속칼능른랜르때페저확덱았십접검새끝찾매초또텍카
            """
        }
    }
}
