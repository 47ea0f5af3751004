/**
 * What block pages look like. Observed facts about public products, as short as they can be while still specific to them. Vendors' own
 * markers are in `block-page-vendors.ts`, other languages than English in `block-page-phrases.json`.
 */
import type { InconclusiveReason } from './verdict.js';
import type { PhraseKind } from './block-page-phrases.js';

/** A kind of block page: what its URL and its title show. */
export interface BlockPageKind {
  /** The verdict's reason when a probe met such a page. */
  readonly reason: InconclusiveReason;
  /** As explanations name it, with its article. */
  readonly page: string;
  /**
   * What its title shows. `certain`: no evidence of the rule outweighs it. `likely`: it yields to evidence of content, because many genuine
   * pages offer a log-in or a cookie banner, and a page about an account may have any title.
   */
  readonly weight: 'certain' | 'likely';
  /** Titles, normalised: in the text of an ordinary page they may be a person's words. */
  readonly titles: readonly RegExp[];
  /** The same in other languages: lists of `block-page-phrases.json`. */
  readonly phrases: readonly PhraseKind[];
  /** Whether the headings of a small page are searched as its title is. */
  readonly headings: boolean;
  /** Path and host of its URL, for the target of a redirect, followed or not. Such a redirect is certain. */
  readonly path?: RegExp;
  readonly host?: RegExp;
}

/** Path of a log-in page. */
export const LOGIN_PATH =
  /(?:^|\/)(?:log[-_]?in|sign[-_]?in|log[-_]?on|signon|auth(?:enticate|entication|orize|wall)?|sso|oauth2?|session\/new|sessions?\/new|checkpoint|accounts?\/(?:log|sign)[-_]?in)(?:[/.]|$)/i;

/** Every kind of block page, in order of precedence: a page, or a URL, that shows two kinds is of the first. */
export const BLOCK_PAGE_KINDS: readonly BlockPageKind[] = [
  {
    reason: 'challenge',
    page: 'a challenge page',
    weight: 'certain',
    titles: [
      /\bjust a moment\b/,
      /\bchecking (?:your browser|the site connection|if the site connection)/,
      /\b(?:captcha|recaptcha|hcaptcha|turnstile)\b/,
      /\b(?:bot|robot|browser|human|security|ddos|js) (?:check|challenge|verification|protection)\b/,
      /\b(?:are|you're|you are) (?:you )?(?:not )?a (?:bot|robot|human)\b/,
      /\bverif(?:y|ying|ication)\b.{0,40}\b(?:human|robot|bot|person|browser|real)\b/,
      /\b(?:human|robot|bot)\b.{0,20}\bverif(?:y|ying|ication)\b/,
      /\bprove (?:that )?you(?:'re| are)\b/,
      /\bpardon our interruption\b/,
      /\bunusual (?:traffic|activity)\b/,
      /\baccess (?:to this (?:page|site) (?:has been|is|was) )?(?:denied|blocked|restricted)\b/,
      /\byou have been blocked\b/,
      /\b(?:request|page|connection) (?:unsuccessful|blocked|rejected)\b/,
      /\b(?:ddos-guard|one more step|attention required)\b/,
      /\bnot available in your (?:country|region|area|location)\b/,
    ],
    phrases: ['moment', 'human', 'denied', 'region'],
    headings: true,
    path: /(?:^|\/)(?:(?:show|check)?captcha|challenge|sorry|blocked|bot[-_]?check|robot[-_]?check|validate[-_]?human|cdn-cgi\/(?:challenge-platform|l\/chk_captcha)|errors?\/(?:403|429|blocked))(?:[/.]|$)/i,
  },
  {
    reason: 'rate_limited',
    page: 'a page that asks to come back later',
    weight: 'certain',
    titles: [/\btoo many requests\b/, /\brate.limit/, /\brequest limit (?:exceeded|reached)\b/],
    phrases: ['throttled'],
    headings: true,
  },
  {
    reason: 'login_wall',
    page: 'a log-in page',
    weight: 'likely',
    titles: [
      /^(?:please )?(?:log|sign)[ -]?(?:in|on)\b/,
      /\b(?:log|sign)[ -]?in (?:to|required|or sign up|\||-|·|–)/,
      /^login\b/,
      /\bauthentication required\b/,
      /\bmembers only\b/,
    ],
    phrases: ['login'],
    headings: false,
    path: LOGIN_PATH,
    host: /^(?:login|signin|sso|auth|accounts)\./i,
  },
  {
    reason: 'consent_wall',
    page: 'a consent page',
    weight: 'likely',
    titles: [
      /^before you continue\b/,
      /\b(?:cookie|privacy|your) consent\b/,
      /\bwe value your privacy\b/,
      /\bprivacy (?:choices|settings)\b/,
      /\bage (?:verification|check|gate)\b/,
      /\bare you (?:over|at least) \d\d\b/,
    ],
    phrases: ['consent'],
    headings: false,
    path: /(?:^|\/)(?:consent|cookie[-_]?(?:wall|consent)|gdpr|privacy[-_]?gate|age[-_]?(?:gate|check|verification))(?:[/.]|$)/i,
    host: /^(?:consent|cmp|gdpr)\./i,
  },
  {
    reason: 'server_error',
    page: 'an outage page',
    weight: 'likely',
    titles: [
      /\b(?:under|scheduled|site|down for) maintenance\b/,
      /^maintenance\b/,
      /\btemporarily (?:unavailable|offline|down)\b/,
      /\bservice unavailable\b/,
      /\bbe right back\b/,
      /\bbad gateway\b/,
      /\bgateway time-?out\b/,
      /\binternal server error\b/,
      /\bsomething went wrong\b/,
      /\bover capacity\b/,
      /^(?:error )?50[0-4]\b/,
    ],
    phrases: ['outage'],
    headings: true,
  },
];

/** Captcha widgets and the like: a block page if the page holds little else, protection of a comment form on a long one. */
export const SMALL_PAGE_MARKERS: readonly RegExp[] = [
  /\b(?:g-recaptcha|h-captcha|cf-turnstile|frc-captcha|smart-captcha|geetest|arkose|funcaptcha|tcaptcha|awswaf)/,
  /\b(?:recaptcha\/(?:api|enterprise)|hcaptcha\.com\/1|challenges\.cloudflare\.com|client-api\.arkoselabs|captcha\.qcloud)/,
  /\/_incapsula_resource\b/, // also a script of ordinary pages, which are longer
  /\b(?:name|id|class|action|src)\s*=\s*["'][^"']*captcha/,
  /\benable javascript and cookies to continue\b/,
  /\b(?:please )?(?:complete|solve) the (?:captcha|challenge|security check|puzzle)\b/,
  /\bverify (?:that )?you(?:'re| are) (?:a |not a )?(?:human|robot|bot)\b/,
  /\bconfirm (?:that )?you(?:'re| are) (?:a |not a )?(?:human|robot|bot)\b/,
  /\bunusual traffic from your\b/,
  /\bchecking your browser\b/,
  /\bautomated (?:access|requests|queries|traffic)\b/,
  /\byour ip (?:address )?(?:has been|is|was) (?:temporarily )?(?:blocked|banned|blacklisted|rate.limited)\b/,
];

/** Members of a JSON object that ask for a bot check or a log-in. Names, not values: values are people's words. */
export const CHALLENGE_MEMBERS =
  /^(?:(?:needs?|requires?|show|is)_?)?(?:re|h|fun)?captcha(?:_?(?:required|needed|url|key|sitekey|token|type|challenge))?$|^(?:block_?script|jsclientsrc|challenge(?:_?(?:url|required|type|name))?)$/i;
export const LOGIN_MEMBERS = /^(?:require_?login|login_?required|requires_?login|checkpoint_url)$/i;
