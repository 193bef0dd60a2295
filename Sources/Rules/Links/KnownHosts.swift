internal import BeelineContent
internal import BeelineSymbols

/// Hosts that are known for what they do, each with all hosts below it.
enum KnownHosts {
    enum Role: Hashable, Sendable {
        /// A service that leads on to wherever someone else has chosen. Those that lead only to pages of their own
        /// owner have no role.
        case shortener
        /// A service that leads on to what its links name.
        case redirector
        /// A service that gives names to machines that can be anywhere and change at any time.
        case dynamic
        /// A name that leads to the address written in it, or to this machine.
        case mirror
        /// A name that routers answer with their own address, or that is used inside of a cluster.
        case local
        /// A name by which machines of a cloud reach where they get their keys.
        case metadataService
    }

    /// What a host is known for, by the longest name that it is or is below; nil for most.
    ///
    /// - Parameter host: in A-labels and lower case, without the dot of the root.
    static func find(_ host: String) -> (name: String, role: Role)? {
        guard let (name, role) = roles.find(host), let role else { return nil }
        return (name, role)
    }

    /// Those that lead only to pages of their owner, though what they are below leads anywhere.
    private static let owned = ["maps.app.goo.gl", "photos.app.goo.gl"]

    /// The roles of hosts; nil for those that are owned.
    private static let roles: HostTable<Role?> = {
        var roles: [(String, Role?)] = owned.map { ($0, nil) }
        for (role, names) in table {
            // By bytes: which characters are blanks takes most of the time to find out.
            for name in names.utf8.split(whereSeparator: { $0 == 0x20 || $0 == 0x0A }) {
                roles.append((String(Substring(name)), role))
            }
        }
        return HostTable(roles)
    }()

    private static let table: [(Role, String)] = [
        (
            .shortener,
            """
            0rz.tw 1url.com 2no.co 2u.pw abre.ai acortar.link adf.ly adfoc.us app.link b.link bc.vc bit.do bit.ly
            bitly.com bitly.cx bitly.ws bl.ink budurl.com buff.ly byvn.net chilp.it clc.am clck.ru cli.re clicky.me
            cutt.ly cutt.us cuttly.com dlvr.it dub.co dub.sh dwz.cn encurtador.com.br fb.me gg.gg git.io go.ly goo.by
            goo.gl goo.su gotourl.com grabify.link hubs.la hubs.ly hyperurl.co hypr.ink ift.tt iii.im inx.lv
            iplogger.com iplogger.org is.gd j.mp kisa.link kutt.it l.ead.me linkd.in linktw.in lnk.to lnkd.in lstu.fr
            maper.info mcaf.ee me-qr.com me2.do me2.kr merky.de n9.cl nov.io o-x.fr oe.cd onelink.me onl.bz onl.la
            onl.sc onl.tw ouo.io ow.ly page.link picsee.io pixly.me po.st ppt.cc q-r.to qr-code.click qr-codes.io
            qr.ae qr.codes qr.link qr.net qr.page qr1.be qrcd.org qrco.de qrd.by qrfy.com qrs.ly qrto.org r10.to rb.gy
            rebrand.ly rebrandly.com reurl.cc s.id s2r.co scan.page scnv.io sco.lt shor.by short.gy short.io
            shortcm.xyz shorte.st shorten.asia shortlink.uk shorturl.asia shorturl.at shorturl.com shrinke.me
            shrtco.de smarturl.it snip.ly sniply.io snipurl.com soo.gd spr.ly su.pr suo.im surl.li t.cn t.co t.ly
            t2m.io t2mio.com ti.ny tiny.cc tiny.ie tiny.one tiny.pl tinyurl.com tinyurl.mobi tny.im tr.ee tr.im
            trib.al u.nu u.to uqr.to ur0.jp url.cn url.ie urlz.fr urlzs.com ux.nu v.gd v.ht vk.cc vu.fr wp.me x.co
            x.gd xurl.es zi.ma zpr.io zws.im
            """
        ),
        (
            .redirector,
            """
            anon.to anonym.es anonym.to awstrack.me blankrefer.com click.linksynergy.com ct.sendgrid.net deref-gmx.net
            deref-mail.com deref-web.de dereferer.me exit.sc hideref.org href.li hubspotlinks.com l.facebook.com
            l.instagram.com l.messenger.com l.threads.com l.threads.net l.wl.co link.zhihu.com linkprotect.cudasvc.com
            lm.facebook.com nullrefer.com out.reddit.com r.search.yahoo.com rs6.net safelinks.protection.outlook.com
            slack-redir.net t.umblr.com translate.goog urldefense.com urldefense.proofpoint.com urlsand.esvalabs.com
            """
        ),
        (
            .dynamic,
            """
            3utilities.com accesscam.org asuscomm.com blogsyte.com bore.pub bounceme.net brasilia.me bumbleshrimp.com
            burpcollaborator.net camdvr.org casacam.net changeip.com chickenkiller.com cjb.net cloudns.cc cloudns.cl
            cloudns.nz cloudns.ph crabdance.com ddns.info ddns.me ddns.net ddnsfree.com ddnsgeek.com ddnsking.com
            ddnss.de ddnss.org devtunnels.ms diskstation.me dnsalias.com dnsalias.net dnsalias.org dnsdojo.com
            dnsdyn.net dnsfor.me dnshome.de dnsupdate.info dtdns.net duckdns.org dy.fi dyn-o-saur.com dynalias.com
            dynalias.net dynalias.org dyndns-ip.com dyndns-remote.com dyndns.dk dyndns.info dyndns.org dyndns.tv
            dyndns.ws dynip.org dynserv.org dynu.com dynu.net dynv6.net expose.sh freeddns.org freedynamicdns.net
            freedynamicdns.org freemyip.com getmyip.com giize.com gleeze.com goip.de golffan.us gotdns.ch gotdns.com
            gotdns.org homedns.org homeip.net homelinux.com homelinux.net homelinux.org hopto.me hopto.org
            ignorelist.com interact.sh iptime.org is-a-geek.com is-a-geek.net is-a-geek.org jumpingcrab.com
            keenetic.link keenetic.name keenetic.pro kozow.com lhr.life lhr.rocks lhrtunnel.link loca.lt localhost.run
            localtonet.com localtunnel.me loclx.io loseyourip.com mefound.com mooo.com my-gateway.de my-router.de
            myddns.me myddns.rocks mydissent.net mydns.jp myds.me myeffect.net myfritz.net myftp.biz myftp.org
            mynetav.org mypsx.net myqnapcloud.com mysecuritycamera.com mysecuritycamera.net mysecuritycamera.org
            mywire.org ngrok-free.app ngrok-free.dev ngrok.app ngrok.dev ngrok.io ngrok.pizza no-ip.biz no-ip.ca
            no-ip.co.uk no-ip.info no-ip.net no-ip.org noip.me noip.us now-dns.net now-dns.org nsupdate.info oast.fun
            oast.live oast.me oast.online oast.pro oast.site oastify.com onthewifi.com ooguy.com packetriot.net
            pagekite.me pinggy.io pinggy.link pinggy.online playit.gg pointto.us privatizehealthinsurance.net
            publicvm.com quickconnect.to read-books.org redirectme.net requestbin.net selfhost.de selfhost.eu
            selfip.com selfip.net selfip.org servebeer.com serveblog.net servecounterstrike.com serveexchange.com
            serveftp.com serveftp.net serveftp.org servegame.com servehalflife.com servehttp.com servehumour.com
            serveirc.com serveminecraft.net servemp3.com serveo.net servep2p.com servepics.com servequake.com
            servesarcasm.com spdns.de spdns.eu spdns.org strangled.net stufftoread.com synology.me sytes.net
            telebit.io theworkpc.com thruhere.net tplinkdns.com trycloudflare.com tunnelmole.net tunnelto.dev
            twilightparadox.com ufcfan.org unusualperson.com viewdns.net webhook.site webhop.biz webhop.info webhop.me
            webhop.net webhop.org webredirect.org workisboring.com zapto.org zapto.xyz zrok.io
            """
        ),
        (
            .mirror,
            """
            127-0-0-1.org.uk 1u.ms backname.io fuf.me ip6.name lacolhost.com lcl.host local-ip.co
            local-ip.medicmobile.org local-ip.sh local.gd localho.st localhost.direct localtest.me localtls.com
            lvh.me nip.io rbndr.us rebind.network smackaho.st sslip.io traefik.me vcap.me xip.io xip.name yoogle.com
            """
        ),
        // What makers of routers print on them, some of them below real registries, and RFC 6762's neighbours in
        // clusters.
        (
            .local,
            """
            alice.box arcor.easybox asus.router asusrouter.com cluster.local congstar.box consul containers.internal
            dlinkap dlinkrouter dlinkrouter.local dlinkswitch docker.internal easy.box fritz.box fritz.nas
            fritz.powerline fritz.repeater hi.link homerouter.cpe huaweimobilewifi.com internet.box
            kubernetes.default.svc livebox livebox.home m.home miwifi.com mobile.hotspot mobilewifi.com my.firewall
            my.jetpack my.keenetic.net my.meraki.com my.router my.zyxel myfritz.box myrepeater.net mywifiext.com
            mywifiext.local mywifiext.net network.setup o2.box orbilogin.com orbilogin.net pi.hole re.tplinkwifi.net
            repeater router.asus.com router.lan router.miwifi.com routerlogin.com routerlogin.net samsung.router
            setup.meraki.com speedport.ip sunrise.box svc swisscom.mobile tenda.router tendawifi.com tendawifi.net
            tplinkap.net tplinkdeco.net tplinklogin.net tplinkmodem.net tplinkplclogin.net tplinkrepeater.net
            tplinkwifi.net ubnt unifi unifi.ui vodafone.box vodafone.station web.setup zte.home ztemobile
            """
        ),
        (
            .metadataService,
            """
            api.metadata.cloud.ibm.com instance-data instance-data.ec2.internal metadata
            metadata.azure.internal metadata.cloud.ibm.com metadata.goog
            metadata.google.internal metadata.internal metadata.local metadata.nova.internal
            metadata.packet.net metadata.platformequinix.com metadata.tencentyun.com
            metadata.udf opc-metadata rancher-metadata
            """
        ),
    ]

    /// Pages that lead on to what their links name, on sites that have others as well: the domain that someone
    /// registered, or of a company that has one in each country its label, and how the path begins, by whole segments
    /// in small letters.
    private static let redirectingPages: [(domain: String, path: String)] = [
        ("awin1.com", "/awclick.php"), ("awin1.com", "/cread.php"), ("baidu.com", "/link"), ("bing.com", "/aclick"),
        ("bing.com", "/ck"), ("disq.us", "/url"), ("doubleclick.net", "/aclk"), ("doubleclick.net", "/clk"),
        ("doubleclick.net", "/ddm"), ("doubleclick.net", "/pcs/click"), ("duckduckgo.com", "/l"),
        ("facebook.com", "/flx/warn"), ("facebook.com", "/l.php"), ("flowcode.com", "/p"), ("google", "/aclk"),
        ("google", "/amp/s"), ("google", "/translate"), ("google", "/url"), ("googleadservices.com", "/pagead/aclk"),
        ("linkedin.com", "/redir"), ("linkedin.com", "/redirect"), ("linkedin.com", "/safety/go"),
        ("list-manage.com", "/track/click"), ("mandrillapp.com", "/track/click"), ("medium.com", "/r"),
        ("pinterest.com", "/offsite"), ("steamcommunity.com", "/linkfilter"), ("vk.com", "/away.php"),
        ("weibo.cn", "/sinaurl"), ("yandex.ru", "/clck"), ("youtube.com", "/attribution_link"),
        ("youtube.com", "/redirect"),
    ]

    /// The segments of the paths of these pages, by the domain or the label.
    private static let pagesByDomain = Dictionary(grouping: redirectingPages) { $0.domain[...] }
        .mapValues { $0.map { $0.path.split(separator: "/").map(String.init) } }

    /// How the paths of the pages of a site begin that lead on to what their links name, by segments; none for nearly
    /// every site.
    ///
    /// - Parameter domain: what someone has registered of the host.
    static func redirectingPages(of domain: String) -> [[String]] {
        var pages = pagesByDomain[domain[...]] ?? []
        // The label right below the suffix of a registry is a company: `google` of `google.co.uk`.
        if let dot = domain.utf8.firstIndex(of: UInt8(ascii: ".")), let ofCompany = pagesByDomain[domain[..<dot]],
            PublicSuffixes.isOfRegistry(String(domain[domain.utf8.index(after: dot)...]))
        {
            pages += ofCompany
        }
        return pages
    }
}
