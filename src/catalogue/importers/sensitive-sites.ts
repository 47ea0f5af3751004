/**
 * Sites whose membership is sensitive: it shows sex life and orientation, health, belief, politics, crime (GDPR Art. 9 and 10).
 * Recognised by the source's tags, by words in names and hosts, and by a list of hosts that neither reveals.
 */
import { templateUrl } from '../request-parts.js';
import { type RefusalReason, refusalReason, type SourceEntry } from './source-entry.js';

/** Tags and categories of maigret, sherlock and WhatsMyName. */
const TAGS: ReadonlySet<string> = new Set(
  [
    'nsfw porn erotic webcam adult xxx dating hookup escort',
    'medicine health psychology religion esoteric political politics cybercriminal darknet',
  ].flatMap((line) => line.split(' ')),
);

/** Words that are conclusive anywhere in a name or host. */
const ANYWHERE =
  /porn|nsfw|xvideos|xhamster|hentai|fetish|bdsm|femdom|milf|swingers|camgirl|chaturb|onlyfans|fansly|justforfans|nudist|erotic|erogen|sextoy|furaffin|incels?\b|islam|muslim|christian|catholic|orthodox|religio|church|bible|buddh|hindu|judais|atheis|diabet|cancerf|autis[mt]|aspergers?|adhd|bipolar|depress|suicid|fibromyal|epilep|sclerosis|infertil|psychother|cannabis|marijuana|drugs-?forum|lesbian|bisexual|transgender|crossdress|queer|lgbt|nazi|fascis|antifa|communis|socialis[mt]|anarch(?!iv)|marxis|republicans|democrats|libertarian|maga-?chat/i;
/** Words that are conclusive as a whole word, between dots, hyphens or spaces. */
const ALONE =
  /(?:^|[\s._-])(?:sex|sexy|gay|trans|dating|nsfw|hiv|aids|health|recovery|rehab|sober|vegan|trump|politics|politik|maga|left|incel|incels|carding|cracked)(?:[\s._-]|$)/i;

/** Labels of hosts that no such word reveals. */
const LABELS: ReadonlySet<string> = new Set(
  [
    // sex life and orientation
    'erome mym fanscout fancentro chatujme premium tinder okcupid pof badoo mamba meetme adultism fabswingers lushstories e621',
    'motherless imagefap heavy-r redtube tnaflix rockettube bongacams apclips admireme allthingsworn pocketstars forumophilia',
    'inkbunny bbw buttplug catboy transfem enby-box wikihaj blahaj antiwomen spinster',
    // health
    'patientslikeme empowher 7cups hairforum lithotherapy ilovegrowingmarijuana barbellmedicine facmedicine reality-check',
    'weightgaming propeciahelp sleepapnea znanylekarz doctissimo caringbridge tonometerbot resolutelegal rollitup growersnetwork',
    'weedmaps safernicotine',
    // belief
    'whyislam creationwiki interfaith hamichlol bnebrak truthbook door43 scripture peacefulscience',
    // politics
    'lemmygrad hexbear tankie dissenter americanthinker thegatewaypundit dailykos talkingpointsmemo saraacarter commondreams',
    'naturalnews brighteon poast nicecrew kiwifarms objectivismonline kolektiva chi liberland querdenken-711 swebbtv aktivix',
    'systemli technopolice librepunk freedomtv',
    // crime
    'antichat breachsta xss vlmi cracked raidforums nulled patched',
  ].flatMap((line) => line.split(' ')),
);

/** Why membership of the entry's site is sensitive, or null. */
export function sensitivityReason({ name, url, homepage, tags, siteSoftware }: SourceEntry): RefusalReason | null {
  const tag = tags.find((each) =>
    each
      .toLowerCase()
      .split(/[^a-z]+/)
      .some((word) => TAGS.has(word)),
  );
  if (tag !== undefined)
    return refusalReason('sensitive', `its tag "${tag}" says that membership would show what is the person's own matter`);
  const hosts = [url, homepage, siteSoftware === undefined ? '' : `https://${siteSoftware.host}`].map(
    (each) => templateUrl(each)?.hostname ?? '',
  );
  const said = [name, ...hosts].some((text) => ANYWHERE.test(text) || ALONE.test(text));
  const listed = hosts.some((host) =>
    host
      .split('.')
      .slice(0, -1)
      .some((label) => LABELS.has(label)),
  );
  return said || listed
    ? refusalReason('sensitive', 'its name or host says that membership would show what is the person’s own matter')
    : null;
}
