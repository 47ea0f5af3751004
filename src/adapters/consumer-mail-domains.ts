/**
 * Consumer webmail domains, by provider. Only domains whose every mailbox belongs to a private customer; the aliasing
 * services are listed because their users share no company either.
 */
export const CONSUMER_MAIL_DOMAINS: ReadonlySet<string> = new Set(
  `gmail.com googlemail.com outlook.com outlook.fr outlook.de outlook.es outlook.it outlook.jp outlook.com.br hotmail.com hotmail.fr
   hotmail.de hotmail.es hotmail.it hotmail.co.uk hotmail.com.br live.com live.fr live.nl live.co.uk live.de live.it msn.com passport.com
   windowslive.com yahoo.com yahoo.fr yahoo.de yahoo.es yahoo.it yahoo.co.uk yahoo.co.in yahoo.com.br yahoo.com.au yahoo.ca yahoo.co.jp
   ymail.com rocketmail.com myyahoo.com aol.com aim.com verizon.net icloud.com me.com mac.com proton.me protonmail.com protonmail.ch
   pm.me tuta.com tuta.io tutanota.com tutanota.de tutamail.com keemail.me fastmail.com fastmail.fm zohomail.com yandex.com yandex.ru
   ya.ru mail.ru inbox.ru list.ru bk.ru internet.ru gmx.com gmx.de gmx.net gmx.at gmx.ch web.de mail.com qq.com foxmail.com 163.com
   126.com yeah.net naver.com daum.net hanmail.net seznam.cz email.cz wp.pl o2.pl onet.pl interia.pl libero.it virgilio.it orange.fr
   wanadoo.fr free.fr laposte.net sfr.fr t-online.de freenet.de comcast.net att.net cox.net charter.net btinternet.com sky.com
   virginmedia.com uol.com.br bol.com.br terra.com.br rediffmail.com hey.com posteo.de mailbox.org hushmail.com
   privaterelay.appleid.com duck.com mozmail.com simplelogin.com passmail.net anonaddy.me addy.io`
    .split(/\s+/)
    .filter(Boolean),
);
