/**
 * Sites whose members would be shown in what is theirs alone: sex life and orientation, health, belief, politics, crime
 * (GDPR Art. 9 and 10). Told by the source's tags, by words in names and hosts, and by a list of those that neither tells.
 */
import { registrableDomain } from '../probe-host.js';
import { templateUrl } from '../request-parts.js';
import { type Objection, objection, type SourceEntry } from './source-entry.js';

/** Tags and categories of maigret, sherlock and WhatsMyName. */
const TAGS: ReadonlySet<string> = new Set(
  [
    'nsfw porn erotic webcam adult xxx dating hookup escort',
    'medicine health psychology religion esoteric political politics cybercriminal darknet',
  ].flatMap((line) => line.split(' ')),
);

/** Words that say it wherever they stand in a name or host. */
const ANYWHERE =
  /porn|xvideos|xhamster|hentai|fetish|bdsm|femdom|milf|swingers|camgirl|chaturb|onlyfans|fansly|justforfans|nudist|erotic|erogen|sextoy|furaffin|incels?\b|islam|muslim|christian|catholic|orthodox|religio|church|bible|buddh|hindu|judais|atheis|diabet|cancerf|autis[mt]|aspergers?|adhd|bipolar|depress|suicid|fibromyal|epilep|sclerosis|infertil|psychother|cannabis|marijuana|drugs-?forum|lesbian|bisexual|transgender|crossdress|queer|lgbt|nazi|fascis|antifa|communis|socialis[mt]|anarch(?!iv)|marxis|republicans|democrats|libertarian|maga-?chat/i;
/** Words that say it when they stand alone, between dots, hyphens or spaces. */
const ALONE = /(?:^|[\s._-])(?:sex|sexy|gay|trans|dating|nsfw|hiv|aids|health|recovery|rehab|sober|vegan|trump|politics|politik|maga|left|incel|incels|carding|cracked)(?:[\s._-]|$)/i;

/** Registrable domains that no word gives away. */
const LISTED: ReadonlySet<string> = new Set(
  [
    'erome.com mym.fans justfor.fans fanscout.com partyflock.nl weedmaps.com chatujme.cz premium.chat love.mail.ru tinder.com',
    'okcupid.com pof.com badoo.com mamba.ru adultism.com fabswingers.com lushstories.com motherless.com imagefap.com heavy-r.com',
    'redtube.com tnaflix.com rockettube.com bongacams.com apclips.com admireme.vip allthingsworn.com pocketstars.com',
    'forumophilia.com patientslikeme.com empowher.com 7cups.com hairforum.ru lithotherapy.ru ilovegrowingmarijuana.com',
    'barbellmedicine.com facmedicine.com creationwiki.org whyislam.to wikiislam.net religions.wiki incels.wiki',
    'weightgaming.com trump.wiki catholictalk.net religiousforums.com reality-check.ca antichat.ru antichat.io breachsta.rs',
  ].flatMap((line) => line.split(' ')),
);

/** Why the entry is of that kind, or null. */
export function sensitiveIn({ name, url, homepage, tags, engine }: SourceEntry): Objection | null {
  const tag = tags.find((each) => each.toLowerCase().split(/[^a-z]+/).some((word) => TAGS.has(word)));
  if (tag !== undefined) return objection('sensitive', `its tag "${tag}" says that membership would show what is the person's own matter`);
  const hosts = [url, homepage, engine === undefined ? '' : `https://${engine.host}`].map((each) => templateUrl(each)?.hostname ?? '');
  const domains = hosts.flatMap((host) => [host, registrableDomain(host) ?? '']);
  const said = [name, ...hosts].some((text) => ANYWHERE.test(text) || ALONE.test(text));
  return said || domains.some((domain) => LISTED.has(domain))
    ? objection('sensitive', 'its name or host says that membership would show what is the person’s own matter')
    : null;
}
