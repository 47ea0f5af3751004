/** Hosts outside a homepage's domain that are the platform's own, where a source gives only the two URLs. Pure. */
import { registrableDomain } from '../probe-host.js';
import { templateUrl } from '../request-parts.js';

interface OwnHost {
  /** The host, or a domain that it is under. */
  readonly host: string;
  readonly reason: string;
}

/** By the homepage's registrable domain. Each was verified: the platform itself leads there. */
const OWN: Readonly<Record<string, OwnHost>> = {
  'bereal.com': { host: 'bere.al', reason: "bere.al is BeReal's own domain: the app gives out profile links there." },
  'blogger.com': { host: 'blogspot.com', reason: "blogspot.com is Google's domain under which Blogger serves its blogs." },
  'hackernoon.com': {
    host: 'us-central1-hackernoon-app.cloudfunctions.net',
    reason: "HackerNoon's own project at Google Cloud Functions, from which hackernoon.com reads profiles.",
  },
  'paypal.me': { host: 'paypal.com', reason: "paypal.com is PayPal's domain, where the pages of PayPal.Me links are." },
  'w3schools.com': { host: 'w3spaces.com', reason: "w3spaces.com is W3Schools' own domain, from which its profile pages are filled." },
};

/** Why a request may go to a host outside the homepage's domain; undefined when nothing shows that the platform owns the host. */
export function ownHostReason(homepage: string, url: string): string | undefined {
  const own = OWN[registrableDomain(templateUrl(homepage)?.hostname ?? '') ?? ''];
  const host = templateUrl(url)?.hostname ?? '';
  return own !== undefined && (host === own.host || host.endsWith(`.${own.host}`)) ? own.reason : undefined;
}
