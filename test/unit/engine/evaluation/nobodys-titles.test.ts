/** Titles of pages about nobody, in English, and such as only sound like them. Other languages are data (`block-page-phrases.json`). */
import { describe, expect, it } from 'vitest';
import { titleHasPhrase } from '../../../../src/engine/evaluation/block-page-phrases.js';
import { NOBODYS_PAGES } from '../../../../src/engine/evaluation/nobodys-pages.js';

/** The kinds of page whose titles this is. */
const kindsOf = (title: string): string[] =>
  NOBODYS_PAGES.filter(({ titles }) => titles.some((pattern) => pattern.test(title))).map(({ page, reason }) => `${page}: ${reason}`);
const lines = (text: string): string[] =>
  text
    .split('|')
    .map((line) => line.trim())
    .filter((line) => line !== '');
/** So many letters between spaces. */
const gap = (length: number): string => ` ${'x'.repeat(length - 2)} `;

describe.each<[kind: string, titles: string, others: string]>([
  [
    'a waiting page: challenge',
    `one moment | just a moment, ada | a moment | a sec | just a second | one minute | please wait | hold tight | hang tight | sit tight
     | stand by | loading your feed | we're checking | we are verifying | we're making sure | we are confirming | being verified
     | to be checked | to be processed | verify you | verifying your browser | verify that you | bot detection | bot detected
     | bot management | a visitor system`,
    `someone moment | extra second | a momentum | a seconds | a moments | just moment | a sect | displease wait | please waiter
     | withhold tight | hold tightly | understand by | stand bye | reloading your feed | loading yours | owe are checking
     | we are checkings | were checking | wellbeing verified | being verifiedly | into be checked | reverify you | verify youth
     | verifying that young | robot detection | bot detections | revisitor system | visitor systems`,
  ],
  [
    'a waiting room: challenge',
    `queue-it | queueit | waiting room | virtual queue | online room | you're in line | you are now in the queue | now in a queue
     | now next in line | you are next in the line | your place in line | position in the queue | number in line | turn in the queue
     | estimated wait | high traffic | high demand`,
    `requeue-it | queue it | queue-its | awaiting room | waiting rooms | now in pipeline | know in line | you are in lines
     | you are in my queue | you next to line | bayou are in line | fireplace in line | place in lines | place in my line
     | underestimated wait | estimated waiter | thigh traffic | high trafficking`,
  ],
  [
    'a page that needs scripts: challenge',
    `javascript required | java script is needed | cookies disabled | cookies: enable | javascript must be enabled
     | javascript is not available | cookies not supported | cookies: turn on | javascript is turned off | javascript, to work
     | cookies, to continue | javascript to run | cookies to view | enable javascript | turn on java script | it requires cookies
     | you require javascript | it needs cookies | we need cookies | allow cookies | activate javascript | without cookies
     | javascript${gap(60)}required | allow${gap(40)}cookies`,
    `java  script required | javascripts required | mycookies required | cookies requiredly | cookies unneeded | javascript turn ox
     | javascript to worker | javascript not supportive | javascript${gap(61)}required | enabled javascript | reallow cookies
     | allow javascripts | allow mycookies | allow${gap(41)}cookies`,
  ],
  [
    'a page for other browsers: challenge',
    `update your browser | upgrade browsers | outdated browser | unsupported browser | old browser | obsolete browsers
     | browser not supported | browser unsupported | your browser is no longer supported | browser out of date
     | browser is outdated | your browser is too old | update${gap(12)}browser | browser${gap(20)}outdated`,
    `backupdate browser | updated browser | update mybrowser | update browsersync | update${gap(13)}browser | webbrowser outdated
     | browsers outdated | browser nonoutdated | browser too older | browser${gap(21)}outdated`,
  ],
  [
    'a page about the law: blocked',
    `unavailable for legal reasons | blocked due to legal demands | restricted due to a court | withheld by order | removed by court order
     | blocked under law | blocked under the law | court order | isp blocks | internet provider blocked
     | your internet service provider has blocked`,
    `unblocked by order | blocked by orders | blocked under lawn | blocked for reasons | blocked by my order | blocked due to the court
     | escourt order | court orders | isp block | crisp blocks | isp blocksize | isp had blocked`,
  ],
  [
    'a page of the host: server_error',
    `domain for sale | website parked | site expired | hosting suspended | domain name is not configured | site may be disabled
     | domain has been available for purchase | website was suspended | it is for sale | buy this domain | purchase this domain
     | get this domain | domain parking | parked domain | parked free | parked page | make an offer | account suspended
     | account has been suspended | sorry, this account has been suspended | contact your hosting provider | bandwidth limit exceeded
     | welcome to nginx | welcome to openresty | welcome to caddy | welcome to centos | welcome to apache | welcome to iis
     | default web site page | default website page | default server page | default webpage | default home page | apache default page
     | apache2 ubuntu default page | apache ${'x'.repeat(20)}default page | it works! | index of /ada | test page for x
     | iis windows server | web servers default page | web server's default page | future home of x | site under construction
     | coming soon`,
    `subdomain for sale | domain for sales | domain was not for sale | site isexpired | this for sale | is for sales | forget this domain
     | buy this domains | subdomain parking | domain parkings | unparked page | parked pages | remake an offer | make an offering
     | my account suspended | account suspendedly | mythis account has been suspended | this account has been suspendeds
     | recontact your hosting provider | contact your hosting providers | mybandwidth limit exceeded | bandwidth limit exceededs
     | unwelcome to nginx | welcome to nginxy | nondefault webpage | default webpages | default  page | apaches default page
     | myapache default page | apache default pages | apache ${'x'.repeat(21)}default page | how it works | my index of /
     | my test page for x | a coming soon`,
  ],
  [
    'an age gate or a paywall: consent_wall',
    `over 18 | at least 16 | above the age of 21 | older than 18 | under 16 | are you 18 | are you 21 | 18+ only | 21+ only | of legal age
     | of legal drinking age | confirm your age | verify your date of birth | enter your birthday | age restricted | age-restricted
     | age verification | age gate | age check | adults only | adult only | accept with ads | continue with adverts
     | read on with advertising | browse with ads | pay or ok | pay or okay | pay or accept | pay or consent | ad-free subscription
     | adfree pass | subscribe to continue | subscribe now to keep | subscribe to read | accept and continue | agree & continue
     | read${gap(24)}with ads`,
    `rollover 18 | over 180 | over 17 | over 22 | over the 18 | over age 18 | bare you 18 | are you 180 | are you 17 | 118+ only
     | 18+ onlyfans | 18 only | of legal ages | off legal age | roof legal age | reconfirm your age | confirm your ages | mileage gate
     | age gates | agegate | nonadults only | adults onlyfans | bread with ads | read with adsense | read${gap(25)}with ads | repay or ok
     | pay or oks | bad-free pass | ad-free passes | resubscribe to read | subscribe to reader | subscribe later to read
     | reaccept and continue | accept and continues | accept or continue`,
  ],
])('%s', (kind, titles, others) => {
  it.each(lines(titles))('%s', (title) => expect(kindsOf(title)).toContain(kind));

  it.each(lines(others))('but not: %s', (title) => expect(kindsOf(title)).toEqual([]));
});

it.each([
  ['espere por favor', 'a waiting page'],
  ['un momento', 'a waiting page'],
  ['sala de espera', 'a waiting room'],
  ['habilita javascript', 'a page that needs scripts'],
  ['actualiza tu navegador', 'a page for other browsers'],
  ['por orden judicial', 'a page about the law'],
  ['dominio en venta', 'a page of the host'],
  ['cuenta suspendida', 'a page of the host'],
  ['mayor de edad', 'an age gate or a paywall'],
  ['aceptar y continuar', 'an age gate or a paywall'],
])('in Spanish as in English: %s is %s', (title, page) => {
  const kinds = NOBODYS_PAGES.filter(({ phrases }) => phrases.some((phrase) => titleHasPhrase(phrase, title, title)));
  expect(kinds.map((kind) => kind.page)).toEqual([page]);
});

it('a heading of a larger page counts as its title does, but for a moment that somebody may tell of', () => {
  expect(NOBODYS_PAGES.filter(({ headings }) => !headings).map(({ page }) => page)).toEqual(['a waiting page']);
  expect(NOBODYS_PAGES.every(({ weight }) => weight === 'likely')).toBe(true);
});
