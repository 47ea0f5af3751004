/**
 * Pages that are about nobody: they wait, turn away, sell or excuse. Rules with evidence of content outweigh them. First what such pages
 * say in their titles and headings, or in the little text that they have; then how pages are made that only lead a browser on.
 */
import type { BlockPageKind } from './block-page-markers.js';

const likely = { weight: 'likely', headings: true } as const;

export const NOBODYS_PAGES: readonly BlockPageKind[] = [
  {
    ...likely,
    // A heading of a larger page may be a moment that somebody tells of.
    headings: false,
    reason: 'challenge',
    page: 'a waiting page',
    titles: [
      /\b(?:one|just a|a) (?:moment|sec(?:ond)?|minute)\b/,
      /\b(?:please wait|(?:hold|hang|sit) tight|stand by|loading your)\b/,
      /\bwe(?:'re| are) (?:checking|verifying|making sure|confirming)\b/,
      /\b(?:being|to be) (?:verified|checked|processed)\b/,
      /\bverify(?:ing)? (?:you|your|that you)\b/,
      /\bbot (?:detection|detected|management)\b|\bvisitor system\b/,
    ],
    phrases: ['wait', 'moment'],
  },
  {
    ...likely,
    reason: 'challenge',
    page: 'a waiting room',
    titles: [
      /\bqueue-?it\b|\b(?:waiting|virtual|online) (?:room|queue)\b/,
      /\b(?:you(?:'re| are)|now) (?:now )?(?:in|next in) (?:the |a )?(?:line|queue)\b/,
      /\b(?:place|position|number|turn) in (?:the )?(?:line|queue)\b|\bestimated wait\b|\bhigh (?:traffic|demand)\b/,
    ],
    phrases: ['queue'],
  },
  {
    ...likely,
    reason: 'challenge',
    page: 'a page that needs scripts',
    titles: [
      /\b(?:java ?script|cookies)\b.{0,60}\b(?:required|needed|disabled|enabled?|not (?:available|supported)|turn(?:ed)? o[nf]f?|to (?:work|continue|run|view))\b/,
      /\b(?:enable|turn on|requires?|needs?|allow|activate|without)\b.{0,40}\b(?:java ?script|cookies)\b/,
    ],
    phrases: ['script'],
  },
  {
    ...likely,
    reason: 'challenge',
    page: 'a page for other browsers',
    titles: [
      /\b(?:update|upgrade|outdated|unsupported|old|obsolete)\b.{0,12}\bbrowsers?\b/,
      /\bbrowser\b.{0,20}\b(?:not supported|unsupported|no longer supported|out of date|outdated|too old)\b/,
    ],
    phrases: ['browser'],
  },
  {
    ...likely,
    reason: 'blocked',
    page: 'a page about the law',
    titles: [
      /\b(?:unavailable|blocked|restricted|withheld|removed) (?:for legal reasons|due to (?:a )?(?:legal|court)|by (?:court )?order|under (?:the )?law)\b/,
      /\bcourt order\b|\b(?:isp|internet (?:service )?provider) (?:has )?block(?:s|ed)\b/,
    ],
    phrases: ['legal'],
  },
  {
    ...likely,
    reason: 'server_error',
    page: 'a page of the host',
    titles: [
      /\b(?:domain|website|site|hosting)(?: name)? (?:is |may be |has been |was )?(?:for sale|parked|expired|suspended|available for purchase|not configured|disabled)\b/,
      /\bis for sale\b|\b(?:buy|purchase|get) this domain\b|\bdomain parking\b|\bparked (?:domain|free|page)\b|\bmake an offer\b/,
      /^account (?:has been )?suspended\b|\bthis account has been suspended\b|\bcontact your hosting provider\b|\bbandwidth limit exceeded\b/,
      /\bwelcome to (?:nginx|openresty|caddy|centos|apache|iis)\b|\bdefault (?:web ?site|server|web|home) ?page\b|\bapache2? .{0,20}default page\b/,
      /^(?:it works|index of \/|test page for|iis windows server|web server'?s default page|future home of|site under construction|coming soon)/,
    ],
    phrases: ['parked', 'suspended'],
  },
  {
    ...likely,
    reason: 'consent_wall',
    page: 'an age gate or a paywall',
    titles: [
      /\b(?:over|at least|above|older than|under) (?:the age of )?(?:1[68]|21)\b|\bare you (?:1[68]|21)\b|\b(?:1[68]|21)\+ only\b|\bof legal (?:drinking )?age\b/,
      /\b(?:confirm|verify|enter) your (?:age|date of birth|birthday)\b|\bage[- ](?:restricted|verification|gate|check)\b|\badults? only\b/,
      /\b(?:accept|continue|read|browse)\b.{0,24}\bwith (?:ads|adverts|advertising)\b|\bpay or (?:ok|okay|accept|consent)\b|\bad-?free (?:subscription|pass)\b/,
      /\bsubscribe (?:now )?to (?:continue|keep|read)\b|\b(?:accept|agree) (?:and|&) continue\b/,
    ],
    phrases: ['age', 'pay'],
  },
];

/** Where a page names its subject for other programs: what has it is about something. */
const OWN_METADATA = /<meta\b[^>]{0,200}\b(?:og:|twitter:|profile:|name\s*=\s*["']?(?:description|author)\b)|application\/ld\+json/;
const REFRESH = /<meta\b[^>]{0,200}\bhttp-equiv\s*=\s*["']?refresh\b[^>]{0,400}\burl\s*=/;
const LEADS_ON =
  /\blocation\s*(?:=|\.\s*(?:href|pathname|search)\s*=|\.\s*(?:replace|assign|reload)\s*\(|\[)|\bdocument\s*\.\s*cookie\s*=|\.\s*submit\s*\(/;
/** Visible characters of a page that shows nothing, and of one that has little to say. */
const NOTHING = 40;
const LITTLE = 500;

/** Elements whose content a browser does not show in the page. */
const HIDDEN: ReadonlySet<string | undefined> = new Set(['script', 'style', 'noscript', 'template', 'svg', 'title']);

/** What a page shows beside its title, and what it shows browsers without scripts. */
interface VisibleParts {
  readonly text: string;
  readonly withoutScripts: string;
}

/** Looks at each character once. @param page small, normalised */
export function visibleParts(page: string): VisibleParts {
  const [shown, withoutScripts]: [string[], string[]] = [[], []];
  for (let at = 0; at < page.length; ) {
    const open = indexOr(page, '<', at);
    shown.push(page.slice(at, open));
    if (page.startsWith('<!--', open)) {
      at = indexOr(page, '-->', open) + 3;
      continue;
    }
    at = indexOr(page, '>', open) + 1;
    const [, name] = /^<([a-z]{1,10})\b/.exec(page.slice(open, open + 12)) ?? [];
    if (!HIDDEN.has(name)) continue;
    const end = indexOr(page, `</${name}`, at);
    if (name === 'noscript') withoutScripts.push(page.slice(at, end).replace(/<[^<>]*>/g, ' '));
    at = end;
  }
  return { text: spaced(shown), withoutScripts: spaced(withoutScripts) };
}

const indexOr = (page: string, text: string, from: number): number => {
  const at = page.indexOf(text, from);
  return at === -1 ? page.length : at;
};
const spaced = (parts: readonly string[]): string => parts.join(' ').replace(/\s+/g, ' ').trim();

/**
 * How a page is made that shows nothing itself: it sends the browser elsewhere, or is made by scripts alone and names no subject.
 *
 * @returns what it does; null: it is another page
 */
export function pageOfNothing(page: string, { text, withoutScripts }: VisibleParts): string | null {
  if (text.length > NOTHING) return null;
  if (REFRESH.test(page)) return 'leads on by itself';
  if (OWN_METADATA.test(page)) return null;
  if (LEADS_ON.test(page)) return 'leads on by a script';
  if (withoutScripts !== '' || (page.includes('<script') && !/<title[^>]{0,200}>\s*[^<\s]/.test(page))) return 'is made by scripts alone';
  return null;
}

/** The text of a page that has little; null: it has more. */
export function littleText(page: string, { text, withoutScripts }: VisibleParts): string | null {
  if (text.length > LITTLE) return null;
  return text.length > NOTHING || OWN_METADATA.test(page) ? text : `${text}\n${withoutScripts}`;
}
