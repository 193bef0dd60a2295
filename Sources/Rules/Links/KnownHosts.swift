internal import BeelineContent
internal import BeelineSymbols

/// Known hosts with their roles; each includes all hosts below it.
enum KnownHosts {
    enum Role: Hashable, Sendable {
        /// A service that redirects to a target of someone else's choice. Not for their owner's pages only.
        case shortener
        /// A service that redirects to a target in the link.
        case redirector
        /// A service that gives names to machines that can be anywhere and change at any time.
        case dynamic
        /// A name that resolves to the address written in it, or to this machine.
        case mirror
        /// A name that routers resolve to themselves, or that is used within a cluster.
        case local
        /// The name of a metadata service, which gives keys to the machines of a cloud.
        case metadataService
        /// A genuine name of an owner that would otherwise look like an imitation.
        case owned
    }

    /// The longest known name, in A-labels and lower case, that a host is or is below, and its role; nil for most.
    static func find(_ host: String) -> (name: String, role: Role)? {
        for name in HostName.withParents(host) {
            if let role = roles[name] { return (String(name), role) }
        }
        return nil
    }

    /// The roles of hosts; of a name that is there more than once, the last counts.
    private static let roles: [Substring: Role] = {
        var roles: [Substring: Role] = [:]
        for (role, names) in table {
            // By bytes: which characters are blanks takes most of the time to find out.
            for name in names.utf8.split(whereSeparator: { $0 == 0x20 || $0 == 0x0A }) { roles[Substring(name)] = role }
        }
        return roles
    }()

    static let table: [(Role, String)] = [
        // Short links only to pages of their owner, and companies below suffixes where others usually register names.
        (
            .owned,
            """
            amazon.com.be apple.co google.am google.as google.cat google.cd google.cf google.cm google.com.co google.dj
            google.dm google.fm google.ga google.gg google.gl google.gy google.hn google.ht google.im google.je
            google.ki google.la google.md google.me google.mg google.ml google.mn google.mu google.mw google.net
            google.nr google.nu google.org google.pn google.rw google.sc google.sh google.sm google.sn google.so
            google.sr google.st google.tg google.tk google.tl google.tm google.to google.tt google.vg google.vu
            google.ws laposte.net maps.app.goo.gl paypal.me photos.app.goo.gl
            """
        ),
        (
            .shortener,
            """
            00m.in 02ip.ru 0rz.tw 1da.ir 1l.ink 1nk.dev 1nq.com 1pt.co 1url.com 1url.cz 2.gp 2.ht 2ad.ir 2doc.net 2no.co
            2nu.gs 2u.pw 3.ly 4.gp 5.gp 6.gp 985.so a.gd abit.ly abr.ge abre.ai abre.bio acesse.dev acesse.one
            acortar.link acortaurl.com adf.ly adfoc.us adj.st adrinolinks.in adshrink.it alturl.com app.link
            appopener.com appurl.io awe.sm ay.link aylink.co b.link b23.ru b2n.ir bc.vc bcool.bz bfan.link bfy.tw bit.do
            bit.link bit.ly bitly.com bitly.cx bitly.is bitly.lc bitly.ws bityl.co bl.ink bnc.lt bom.so boost.ink
            brief.ly budurl.com buff.ly buly.kr by.com.vn bytl.fr byvn.net c11.kr c7.gg ceesty.com chilp.it chl.li
            clc.am clc.to clck.ru cli.gs cli.re clickmeter.com clicky.me clk.ink clk.sh clk.wiki cllk.me conta.cc
            cort.as cplink.co cur.lv cut.lu cut.pe cutt.eu cutt.ir cutt.ly cutt.us cuttly.com cutw.in cutwin.com da.gd
            dd.ma deeplink.me delivr.com dft.ba digbig.com dik.si direct-link.net dld.bz dlvr.it doiop.com droplink.co
            dub.co dub.link dub.sh durl.me dwz.cn dwz.date dwz.lc dwz.mk dwz.tax dwz.win e.vg earn4link.in easysky.in
            encr.pw encurtador.com.br encurtador.dev exe.app exe.io ezstat.ru fanlink.to fanlink.tv fave.co fb.me
            fc-lc.com fc.lc ff.im ffm.bio ffm.to file-link.net firsturl.de firsturl.net flow.page found.ee frama.link
            fumacrom.com fur.ly fwd4.me g.asia gdurl.com geni.us gestyy.com gg.gg git.io gl.am go.link go.ly go.magik.ly
            go2l.ink goo-gl.me goo.by goo.gl goo.su goolnk.com gotourl.com gourl.kr gplinks.co gplinks.in gr.pn
            grabify.icu grabify.link grabify.org haa.su han.gl hex.io hideout.cc hop.clickbank.net howl.me hoy.kr htn.to
            httpslink.com hubs.la hubs.li hubs.ly huit.re hurl.it hypeddit.com hyperurl.co hypr.ink ibit.ly icit.fr
            idek.net ift.tt iii.im ilang.in indianshortner.in ingrv.es inlnk.ru intip.in inx.lv ipgrabber.ru ipgraber.ru
            iplis.ru iplogger.cn iplogger.co iplogger.com iplogger.info iplogger.org iplogger.ru is.am is.gd ity.im
            ix.sk j.gs j.mp ja.cat jdem.cz joo.gl kas.pr kisa.link kks.me kl.am klck.me korta.nu kortlink.dk kratsi.me
            kuku.lu kurl.ru kurzelinks.de kurzlink.de kutt.it l.ead.me l.linklyhq.com l.qr-code.io l1nk.dev l1nq.com
            l8r.it lc.cx li.sten.to lihi.biz lihi.cc lihi.io lihi.one lihi.pro lihi.tv lihi.vip lihi1.cc lihi1.com
            lihi1.me lihi2.cc lihi2.com lihi2.me lihi3.cc lihi3.com lihi3.me liip.to liketk.it lin.ee lin0.de
            link-center.net link-hub.net link-target.net link-to.net link.ac link.infini.fr link.tl link1s.com
            linkbun.com linkd.in linkjust.com linkly.link linkmix.co linko.page linkopener.co linkpop.com linkr.id
            links2.me linkshortify.com linkshrink.net linksly.co linkspy.cc linktw.in linkvertise.com linkvertise.net
            liurl.cn llk.dk lmy.de ln-s.net ln.is ln.run lnk.bz lnk.gd lnk.sk lnk.to lnkd.in lnkiy.com lnkiy.in lnky.jp
            lnnk.in lnnkin.com low.es lrl.kr lru.jp lstu.fr lt27.de lurl.cc m.tb.cn m1p.fr m6z.cn maac.io many.at
            maper.info mcaf.ee me-qr.com me2.do me2.kr merky.de metamark.net migre.me minify.link minilink.io miniurl.be
            miniurl.com mklnd.com moourl.com mrw.so mtw.so muz.so myppt.cc mz.cm n9.cl nav.cx nn.nf nnn.is notlong.com
            nov.io o-x.fr o.vg oe.cd ogy.de oke.io onelink.me onelink.to onl.bz onl.la onl.sc onl.tw openinapp.co
            openinapp.link opizo.me orcd.co ouo.io ouo.press ourl.in ourl.tw ow.li ow.ly owl.li p.asia p.tl page.link
            pe.ga picsee.io piee.pw ping.fm pixly.me plink.ir po.st poprl.com ppt.cc ppurl.io prf.hn pse.is psee.io
            push.fm pxl.to pxlme.me q-r.to q.gs qcg.me qlnk.net qps.ru qptr.ru qr-code.click qr-codes.io qr.ae qr.codes
            qr.io qr.kaywa.com qr.link qr.net qr.page qr1.be qrcd.org qrco.de qrcodechimp.com qrcodes.pro qrd.by
            qrfy.com qrfy.io qrickit.com qrplanet.com qrs.ly qrtiger.com qrto.org qurl.com r10.to rb.gy rcl.ink rd.gt
            rebrand.ly rebrandly.com redir.ec redir.is rekonise.com relink.asia replug.link reurl.cc rfr.bz rlu.ru
            rotf.lol rrd.me rstyle.me rubyurl.com s.click.aliexpress.com s.coop s.ee s.id s.net.vn s.yam.com s04.de
            s2r.co safelinking.net safelinku.com scan.page scnv.io sco.lt sealed.in sgq.io sh.st shink.in shink.me
            shope.ee shopstyle.it shor.by shorl.com short-link.me short.am short.cm short.gy short.ink short.io short.pe
            shortcm.xyz shorte.st shorten.asia shorten.ee shorten.is shorten.ly shorten.rest shorten.so shorten.tv
            shorten.world shorter.me shortlink.de shortlink.uk shortly.at shorturl.ae shorturl.asia shorturl.at
            shorturl.com shorturl.de shorturl.fm shorturl.gg shorturl.re show.co shp.ee shrinke.me shrinkearn.com
            shrinkforearn.in shrsl.com shrt.st shrtco.de shrtfly.com shrtm.nu simurl.com sina.lt sl1nk.com smart.link
            smarturl.it smll.co sn.im sndn.link sng.link snip.link snip.ly snipli.com sniply.io snipr.com snipurl.com
            snurl.com soo.gd sourl.cn sovrn.co spoo.me spr.ly sptfy.com srt.am srtn.me ssur.cc stfly.me sturls.com su.pr
            sub2get.com sub2unlock.com sub2unlock.net sub4unlock.com sumal.ly suo.fyi suo.im suo.nz suo.yt supr.link
            surl.li surl.lt switchy.io swiy.co t.cn t.co t.im t.ly t.tl t1p.de t2m.io t2m.kr t2mio.com tek.link tg.pe
            thinfi.com ti.ny tidd.ly tighturl.com tini.fyi tiny.cc tiny.ee tiny.gg tiny.ie tiny.lc tiny.one tiny.pl
            tinyarro.ws tinyium.com tinylink.in tinylink.net tinylink.onl tinyurl.com tinyurl.hu tinyurl.mobi tlnk.io
            tnij.org tny.cz tny.im tny.sh tny.so to.ly togoto.us toneden.io tr.ee tr.im tr.link tra.kz trackurl.link
            trib.al tt.vg tweez.me twurl.nl txul.cn u-url.ru u.jd.com u.nu u.to u6.gg ui8.ru ulvis.net up-to-down.net
            uqr.to ur0.jp ur1.ca ur3.us url-r.fr url.cn url.ie url.kr url.rw url2.fr url4.eu urla.ru urlbae.com
            urlborg.com urlcash.net urlday.cc urlgeni.us urli.ai urlify.cn urlr.me urls.fr urls.kr urlshortx.com
            urluno.com urly.co urly.fi urly.it urlz.fr urlzs.com urt.io urx.blue urx.nu urx.red utfg.sk utm.guru utm.io
            utm.to ux.nu v.gd v.ht vi.ly virl.com vk.cc vk.sv vl.am vo.la vplink.in vu.fr vurl.com vvd.bz vzturl.com
            w5n.co waa.ai wee.so wp.me x.co x.gd xor.tw xr.com xrl.in xrl.us xurl.es y2u.be yal.su yatuc.com yep.it
            yip.su yun.ir za.gl zaya.io zee.gl zi.ma zi.pe zip.net zipansion.com zipurl.fr zpr.io zrr.kr zud.me zurl.co
            zurl.ir zurl.ws zws.im zxc.li zzb.bz
            """
        ),
        (
            .redirector,
            """
            7eer.net acemlna.com acemlnb.com acemlnc.com acemlnd.com ad.admitad.com ad.zanox.com
            adclick.g.doubleclick.net af.moshimo.com alitems.com anon.to anonym.es anonym.to anrdoezrs.net atdmt.com
            atpscan.global.hornetsecurity.com avanan.click away.vk.com awstrack.me blankrefer.com bs.serving-sys.com
            c.pc.qq.com cdn.ampproject.org checklink.mail.ru ck.jp.ap.valuecommerce.com click.convertkit-mail.com
            click.convertkit-mail2.com click.linksynergy.com click.mlsend.com click.mlsnd.com click.pstmrk.it
            clicks.mlsend.com clickserve.dartsearch.net clicktime.cloud.postoffice.net clicktime.symantec.com
            cmail19.com cmail20.com cr.naver.com createsend1.com createsend2.com createsend3.com createsend4.com
            createsend5.com createsend6.com ct.sendgrid.net ctp.trendmicro.com customeriomail.com deref-gmx.net
            deref-mail.com deref-web.de dereferer.me dpbolvw.net edgepilot.com emailprotection.link evyy.net exct.net
            exit.sc flexlinks.com gate.sc go.pardot.com go.redirectingat.com go.skimresources.com googleweblight.com
            gopjn.com h.accesstrade.net hb.afl.rakuten.co.jp hideref.org href.li hubspotlinks.com
            hubspotlinksstarter.com intercom-clicks.com intercom-links.com jdoqocy.com jump.bdimg.com jump2.bdimg.com
            klclick.com klclick1.com klclick2.com klclick3.com kqzyfj.com l.facebook.com l.instagram.com l.messenger.com
            l.threads.com l.threads.net l.wl.co l.workplace.com link.csdn.net link.jianshu.com link.juejin.cn
            link.mail.beehiiv.com link.wtturl.cn link.zhihu.com link.zixcentral.com linkis.com linklock.titanhq.com
            linkprotect.cudasvc.com links.iterable.com lm.facebook.com lrd.yahoo.com mailanyone.net mimecastprotect.com
            mjt.lu mp.weixinbridge.com nourl.baidu.com nullrefer.com ojrq.net out.reddit.com paid.outbrain.com
            partners.webmasterplan.com pixel.everesttech.net pjatr.com pjtra.com pntra.com pntrac.com pntrs.com
            protect.checkpoint.com protect2.fireeye.com protection.sophos.com px.a8.net pxf.io qksrv.net r.mail.ru
            r.msn.com r.search.yahoo.com rd.yahoo.com redirect.viglink.com rs6.net safelinks.protection.outlook.com
            sba.yandex.net scanmail.trustwave.com secure-web.cisco.com sendibm1.com sendibm2.com sendibm3.com
            sendibt1.com sendibt2.com sendibt3.com servedby.flashtalking.com shared.outlook.inky.com sjv.io
            slack-redir.net t.umblr.com tkqlhce.com track.adform.net track.effiliation.com track.webgains.com
            translate.goog translatetheweb.com trc.taboola.com turbopages.org urldefense.com urldefense.proofpoint.com
            urldefense.us urlprotection.global.sonicwall.com urlsand.esvalabs.com webcache.googleusercontent.com
            xg4ken.com
            """
        ),
        (
            .dynamic,
            """
            001www.com 16-b.it 2288.org 2mydns.net 32-b.it 3322.net 3322.org 3utilities.com 51mypc.cn 51vip.biz 64-b.it
            6600.org 7766.org 8800.org 8866.org 9966.org abrdns.com access.ly accesscam.org afraid.org
            alpha-myqnapcloud.com any64.de app.github.dev asuscomm.cn asuscomm.com at.remote.it ath.cx beeceptor.com
            blogdns.com blogdns.net blogdns.org blogsite.xyz blogsyte.com bore.pub bounceme.net brasilia.me
            bumbleshrimp.com burpcollaborator.net cable-modem.org camdvr.org casacam.net ceye.io cfargotunnel.com
            changeip.com chickenkiller.com ciscofreak.com cjb.net cloudns.asia cloudns.be cloudns.biz cloudns.cc
            cloudns.ch cloudns.cl cloudns.club cloudns.cx cloudns.eu cloudns.in cloudns.info cloudns.nz cloudns.org
            cloudns.ph cloudns.pro cloudns.pw cloudns.us cloudshell.dev cloudworkstations.dev collegefan.org
            couchpotatofries.org couk.me cpolar.cn cpolar.com cpolar.io cpolar.top crabdance.com crafting.xyz csb.app
            damnserver.com ddns-ip.net ddns.info ddns.me ddns.mobi ddns.ms ddns.name ddns.net ddns.us ddns5.com
            ddnsfree.com ddnsgeek.com ddnsking.com ddnslive.com ddnss.de ddnss.org dedyn.io dev-myqnapcloud.com
            devtunnels.ms diskstation.eu diskstation.me diskstation.org ditchyourip.com dns-cloud.net dns-dynamic.net
            dns.army dns.navy dns04.com dns05.com dns1.us dnsalias.com dnsalias.net dnsalias.org dnsapi.info dnsdojo.com
            dnsdojo.org dnsdyn.net dnsfor.me dnshome.de dnsiskinky.com dnsking.ch dnslog.cn dnsrd.com dnsup.net
            dnsupdate.info dnsuser.de doesntexist.com doesntexist.org dontexist.com dontexist.net dontexist.org
            dray-dns.de drayddns.com draydns.de dsmynas.com dsmynas.net dsmynas.org dtdns.net dtdns.org duckdns.org
            dumb1.com dvrcam.info dvrdns.org dy.fi dyn-berlin.de dyn-ip24.de dyn-o-saur.com dyn-vpn.de dyn53.io
            dynalias.com dynalias.net dynalias.org dynamic-dns.info dynamic-dns.net dynamicdns.biz dynamisches-dns.de
            dynathome.net dyndns-at-home.com dyndns-at-work.com dyndns-blog.com dyndns-free.com dyndns-home.com
            dyndns-ip.com dyndns-mail.com dyndns-office.com dyndns-pics.com dyndns-remote.com dyndns-server.com
            dyndns-web.com dyndns-wiki.com dyndns-work.com dyndns.biz dyndns.dappnode.io dyndns.dk dyndns.info
            dyndns.org dyndns.tv dyndns.ws dyndns1.de dynip.org dynns.com dynserv.org dynssl.com dynu.com dynu.net
            dynuddns.com dynuddns.net dynv6.net dynvpn.de eating-organic.net edns.biz eicp.net eicp.vip
            endofinternet.net endofinternet.org epac.to esmtp.biz eth64.de expose.sh ezua.com f3322.net f3322.org
            familyds.com familyds.net familyds.org fantasyleague.cc faqserv.com fartit.com fbx-os.fr fbxos.fr
            feste-ip.net firewall-gateway.com firewall-gateway.de firewall-gateway.net forumz.info freebox-os.com
            freebox-os.fr freeboxos.com freeboxos.fr freeddns.com freeddns.org freeddns.uk freeddns.us
            freedynamicdns.net freedynamicdns.org freemyip.com freetcp.com freewww.biz ftp1.biz ftpaccess.cc
            ftpserver.biz game-host.org game-server.cc geekgalaxy.com getmyip.com gettrials.com gicp.net giize.com
            githubpreview.dev gitpod.io gleeze.com glitch.me goip.de golffan.us got-game.org gotdns.ch gotdns.com
            gotdns.org gr8domain.biz gr8name.biz ham-radio-op.net health-carereform.com hicam.net hkdk.events hldns.ru
            home-webserver.de home64.de homedns.org homeftp.net homeftp.org homeip.net homelinux.com homelinux.net
            homelinux.org homesecuritymac.com homesecuritypc.com homeunix.com homeunix.net homeunix.org hopto.me
            hopto.org hosthampster.com https443.net https443.org i234.me iask.in idcfengye.com ignorelist.com ikwb.com
            ilovecollege.info imwork.net instanthq.com interact.sh internet-dns.de iot64.de iownyour.biz ip-ddns.com
            iptime.org ipv64.de ipv64.net is-a-chef.com is-a-chef.net is-a-chef.org is-a-geek.com is-a-geek.net
            is-a-geek.org is-a-linux-user.org is-an-accountant.com is-an-engineer.com is-by.us is-found.org
            is-into-games.com is-leet.com is-lost.org is-saved.org isa-geek.com isa-geek.net isa-geek.org isasecret.com
            issmarterthanyou.com isteingeek.de istmein.de itemdb.com itsaol.com jetos.com jkub.com joinmc.link
            jumpingcrab.com jungleheart.com justdied.com keenetic.link keenetic.name keenetic.pro kicks-ass.net
            kicks-ass.org kozow.com lan64.de lcube-server.de lflink.com lflinkup.com lhr.life lhr.pro lhr.rocks
            lhrtunnel.link loca.lt localhost.run localtonet.com localtunnel.me loclx.io loginto.me logoip.com logoip.de
            longmusic.com loophole.cloud loophole.site loseyourip.com m.pipedream.net mefound.com mein-vigor.de mine.nu
            misecure.com mlbfan.org mmafan.biz moneyhome.biz mooo.com mrbasic.com mrbonus.com mrface.com mrslove.com
            my-gateway.de my-router.de my-vigor.de my-wan.de my03.com myactivedirectory.com myasustor.com mycloudnas.com
            mydad.info myddns.biz myddns.com myddns.me myddns.rocks mydissent.net mydns.jp myds.me myeffect.net
            myfritz.net myftp.biz myftp.info myftp.org myhome-server.de myiphost.com mylftv.com mymediapc.net mymom.info
            mynascloud.com mynatapp.cc mynetav.net mynetav.org mynetname.net mynumber.org mypi.co mypicture.info
            mypop3.net mypsx.net myqnapcloud.cn myqnapcloud.com mysecuritycamera.com mysecuritycamera.net
            mysecuritycamera.org myvnc.com mywire.org myz.info n4t.co nabu.casa nas64.de nat123.net natapp.cc natapp1.cc
            natapp4.cc natappfree.cc natfrp.cloud nerdpol.ovh net-freaks.com nflfan.org ngrok-free.app ngrok-free.dev
            ngrok.app ngrok.dev ngrok.io ngrok.pizza ngrok2.xiaomiqiu.cn nhlfan.net no-ip.biz no-ip.ca no-ip.co.uk
            no-ip.info no-ip.net no-ip.org noip.me noip.us now-dns.net now-dns.org now-dns.top nowddns.com ns01.us
            ns02.us ns1.name ns2.name nsupdate.info ntdll.top oast.fun oast.live oast.me oast.online oast.pro oast.site
            oastify.com ocry.com oicp.io oicp.net oicp.vip onedumb.com onion onmypc.biz onthewifi.com ooguy.com
            organiccrap.com otzo.com ourhobby.com ownip.net packetriot.net pagekite.me pcanywhere.net pgafan.net picp.io
            picp.net picp.vip pinggy-free.link pinggy.io pinggy.link pinggy.net pinggy.online pktriot.net playit.gg
            playit.plus ply.gg podzone.net podzone.org point2this.com pointto.us port25.biz portmap.host portmap.io
            privatizehealthinsurance.net proxydns.com publicvm.com qhigh.com qicp.vip qlink.to qpoe.com quickconnect.cn
            quickconnect.to quicksytes.com read-books.org rebatesrule.net redirectme.net remotewd.com repl.co replit.app
            replit.dev requestbin.net requestcatcher.com root64.de route64.de routingthecloud.net rt3.io
            securitytactics.com selfhost.de selfhost.eu selfip.biz selfip.com selfip.info selfip.net selfip.org
            sellclassics.com sendsmtp.com servebbs.com servebbs.net servebbs.org servebeer.com serveblog.net
            servecounterstrike.com serveexchange.com serveftp.com serveftp.net serveftp.org servegame.com servegame.org
            servehalflife.com servehttp.com servehumour.com serveirc.com serveminecraft.net servemp3.com serveo.net
            serveousercontent.com servep2p.com servepics.com servequake.com servesarcasm.com serveuser.com
            serveusers.com sexidude.com shacknet.nu sixth.biz soundcast.me spdns.de spdns.eu spdns.org squirly.info
            srv64.de ssl443.org stackblitz.io strangled.net stufftoread.com suka.se svn-repos.de syno-ds.de
            synology-diskstation.de synology-ds.de synology.me sytes.net tcp4.me tcp64.de telebit.cloud telebit.io
            telebit.xyz theworkpc.com thruhere.net toh.info toythieves.com tplinkdns.com trickip.net trickip.org
            trycloudflare.com ts.net tunnel.pyjam.as tunnel4.me tunnelin.com tunnelmole.net tunnelto.dev tunnl.gg
            twilightparadox.com tzo.com udp64.de ufcfan.org uicp.fun uicp.io uk.to unusualperson.com us.to utools.club
            v6.army v6.navy v6.rocks vaiwan.com vicp.cc vicp.fun vicp.io vicp.net viewdns.net vizvaz.com vpn64.de
            vpndns.net wan64.de webcontainer.io webhook.site webhop.biz webhop.info webhop.me webhop.net webhop.org
            webredirect.org wha.la wicp.net wicp.vip wifizone.org wikaba.com workisboring.com www1.biz wwwhost.biz
            x24hr.com x443.pw xicp.cn xicp.net xxuz.com xxxy.biz xxxy.info ygto.com yicp.fun yicp.io youdontcare.com
            yourtrap.com zapto.org zapto.xyz zicp.fun zicp.net zicp.vip zrok.io zyns.com zzux.com
            """
        ),
        (
            .mirror,
            """
            127-0-0-1.org.uk 1u.ms backname.io fuf.me ip6.name lacolhost.com lcl.host local-ip.co
            local-ip.medicmobile.org local-ip.sh local.gd localho.st localhost.direct localtest.me localtls.com lvh.me
            nip.io rbndr.us rebind.network smackaho.st sslip.io traefik.me vcap.me xip.io xip.name yoogle.com
            """
        ),
        // What makers of routers print on them, some of them below real registries, and RFC 6762's neighbours in
        // clusters.
        (
            .local,
            """
            alice.box ap.meraki.com arcor.easybox asus.router asusnetwork.net asusrouter.com aterm.me attlocal.net
            cluster.local congstar.box consul containers.internal dlinkap dlinkrouter dlinkrouter.local dlinkswitch
            docker.internal easy.box extender.linksys.com falogin.cn find.synology.com fritz.box fritz.nas
            fritz.powerline fritz.repeater gateway.2wire.net hi.link homehub.olleh.com homenet.telecomitalia.it
            homerouter.cpe huaweimobilewifi.com ihome.360.cn instant.arubanetworks.com internet.box itotolink.net
            kubernetes.default.svc leike.cc linksyssmartwifi.com livebox livebox.home luyou.360.cn m.home
            mabbox.bytel.fr mafreebox.free.fr mafreebox.freebox.fr melogin.cn miwifi.com mobile.hotspot mobilewifi.com
            mwlogin.net my.firewall my.jetpack my.keenetic.net my.meraki.com my.meraki.net my.router my.zyxel
            myfiosgateway.com myfritz.box mynetworksettings.com myrepeater.net myrouter.info mywifiext.com
            mywifiext.local mywifiext.net netis.cc network.setup o2.box on.here onhub.here orbilogin.com orbilogin.net
            p.to phicomm.me pi.hole re.tplinkwifi.net repeater repeater.asus.com router.asus.com router.lan
            router.miwifi.com router.synology.com routerlogin.com routerlogin.net samsung.router
            securelogin.arubanetworks.com setmeup.arubanetworks.com setup.meraki.com setup.ubnt.com speedport.ip
            sunrise.box svc swisscom.mobile switch.meraki.com tenda.router tendawifi.com tendawifi.net tplinkap.net
            tplinkdeco.net tplinkeap.net tplinkextender.net tplinklogin.net tplinkmifi.net tplinkmodem.net
            tplinkplclogin.net tplinkrepeater.net tplinkwifi.net tplogin.cn ubnt ufi.ztedevice.com ui.direct unifi
            unifi.ui unleashed.ruckuswireless.com vodafone.box vodafone.station wavlogin.link web.setup wifi.wavlink.com
            wired.meraki.com zte.home ztemobile
            """
        ),
        (
            .metadataService,
            """
            api.metadata.cloud.ibm.com api.service.softlayer.com instance-data instance-data.ec2.internal metadata
            metadata.azure.internal metadata.cloud.ibm.com metadata.goog metadata.google.internal metadata.internal
            metadata.local metadata.nova.internal metadata.oraclecloud.com metadata.packet.net
            metadata.platformequinix.com metadata.tencentyun.com metadata.udf opc-metadata rancher-metadata
            """
        ),
    ]

    /// Pages that redirect to a target in the link, on sites with other pages: the registered domain, or its label for
    /// a company with a domain in each country; the beginning of the path in small letters; and a parameter for pages
    /// that only redirect with it.
    private static let redirectingPages = """
        activehosted.com/lt.php adcell.de/promotion/click adnxs.com/click adnxs.com/clktrb avantlink.com/click.php
        awin1.com/awclick.php awin1.com/cread.php baidu.com/link bilibili.com/linkfilter bing.com/aclick bing.com/ck
        bing.com/newtabredir criteo.com/delivery/ck.php criteo.com/delivery/ckn.php curseforge.com/linkout
        deviantart.com/users/outgoing disq.us/url douban.com/link2 doubleclick.net/aclk doubleclick.net/clk
        doubleclick.net/ddm doubleclick.net/pcs/click duckduckgo.com/l facebook.com/flx/warn facebook.com/l.php
        flowcode.com/p gitee.com/link google/aclk google/amp/s google/interstitial google/local_url google/search?btni
        google/translate google/travel/clk google/url google/website googleadservices.com/pagead/aclk
        hellogithub.com/periodical/statistics/click infoq.cn/link jianshu.com/go-wild leetcode.cn/link
        linkedin.com/redir linkedin.com/redirect linkedin.com/safety/go linkedin.com/slink list-manage.com/track/click
        mandrillapp.com/track/click medium.com/r microsofttranslator.com/bv.aspx mimecast.com/s
        office.net/evergreen-assets/safelinks ok.ru/dk oschina.net/action/gotolink pinterest/offsite pixiv.net/jump.php
        qq.com/cgi-bin/mmspamsupport-bin/newredirectconfirmcgi qq.com/scenario/link.html quora.com/_/redirect
        readspeaker.com/cgi-bin shareasale.com/r.cfm shareasale.com/u.cfm so.com/link sogou.com/link sspai.com/link
        steamcommunity.com/linkfilter substack.com/redirect t.me/iv tradedoubler.com/click tumblr.com/redirect
        vk.com/away.php webgains.com/click.html weibo.cn/sinaurl yandex/clck youtube.com/attribution_link
        youtube.com/redirect zanox.com/ppc
        """

    struct RedirectingPage: Sendable {
        /// The beginning of the path, by segments in small letters.
        let segments: [String]
        /// The parameter, in small letters, without which it does not; nil for none.
        let parameter: Substring?

        /// Whether a link of its site leads to it.
        func includes(_ address: WebAddress) -> Bool {
            guard LinkPath.segments(of: address.path).starts(with: segments) else { return false }
            guard let parameter else { return true }
            return LinkParameter.all(of: address).contains { $0.name == parameter }
        }
    }

    private static let pagesByDomain: [Substring: [RedirectingPage]] = {
        var pages: [Substring: [RedirectingPage]] = [:]
        for page in redirectingPages.split(whereSeparator: \.isWhitespace) {
            let parts = page.split(separator: "?")
            let names = parts[0].split(separator: "/")
            let redirecting = RedirectingPage(
                segments: names.dropFirst().map(String.init), parameter: parts.count > 1 ? parts[1] : nil)
            pages[names[0], default: []].append(redirecting)
        }
        return pages
    }()

    /// The pages of a site, by its registered domain, that redirect to a target in the link; none for nearly all.
    static func redirectingPages(of domain: String) -> [RedirectingPage] {
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
