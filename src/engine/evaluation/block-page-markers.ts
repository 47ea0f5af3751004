/**
 * What block pages look like. Observed facts about public products, as short as they can be while still specific to them: first of kinds
 * of pages, then vendors' own markers. Other languages than English are in `block-page-phrases.json`.
 */
import { escapeRegExp } from '../../kernel/values/escape.js';
import type { PhraseKind } from './block-page-phrases.js';
import type { InconclusiveReason } from './verdict.js';

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

/**
 * Markers of protection services: what their responses contain in place of a platform's. Observed facts about public products; what
 * protected sites also have on their ordinary pages is no marker.
 */

export interface Vendor {
  readonly name: string;
  /** Response headers whose presence shows a block page, whatever the body contains. */
  readonly headers?: readonly string[];
  /** Texts in the source of a page that only the service's own page has, normalised. */
  readonly markers?: readonly string[];
}

export const VENDORS: readonly Vendor[] = [
  {
    name: 'Cloudflare',
    headers: ['cf-mitigated', 'cf-chl-bypass', 'cf-chl-out', 'cf-chl-gen'],
    markers: [
      '_cf_chl_opt',
      'cf-browser-verification',
      'cf_chl_prog',
      'id="cf-challenge',
      'cf-error-details',
      'attention required! | cloudflare',
      '/cdn-cgi/styles/challenges.css',
    ],
  },
  // x-datadome is also on responses that were let through; distinguishing them is not worth one wrong "no".
  { name: 'DataDome', headers: ['x-datadome', 'x-dd-b'], markers: ['captcha-delivery.com'] },
  {
    name: 'HUMAN (PerimeterX)',
    headers: ['x-px-block', 'x-px-captcha'],
    markers: ['px-captcha', 'captcha.px-cdn.net', 'captcha.px-cloud.net', 'captcha.perimeterx.net'],
  },
  { name: 'Akamai', markers: ['errors.edgesuite.net', 'sec-if-cpt-container', 'bm-verify='] },
  { name: 'Imperva', markers: ['incapsula incident id', 'powered by imperva'] },
  { name: 'AWS WAF', headers: ['x-amzn-waf-action'], markers: ['window.gokuprops', 'awswafcaptcha.'] },
  { name: 'Kasada', headers: ['x-kpsdk-ct', 'x-kpsdk-r'], markers: ['window.kpsdk'] },
  { name: 'F5', markers: ['the requested url was rejected. please consult with your administrator', 'window["bobcmn"]'] },
  { name: 'Radware', markers: ['validate.perfdrive.com', 'captcha.perfdrive.com', 'radware captcha page'] },
  { name: 'Fastly', markers: ['/_fs-ch-'] },
  { name: 'Sucuri', headers: ['x-sucuri-block'], markers: ['sucuri_cloudproxy_js', 'sucuri website firewall - access denied'] },
  { name: 'DDoS-Guard', markers: ['/.well-known/ddos-guard/js-challenge', 'check.ddos-guard.net'] },
  { name: 'Qrator', markers: ['/__qrator/'] },
  { name: 'Alibaba Cloud', markers: ['aliyun_waf_aa', 'acw_sc__v2', '_____tmd_____/punish'] },
  { name: 'Reblaze', markers: ['window.rbzns'] },
  { name: 'Vercel', headers: ['x-vercel-mitigated', 'x-vercel-challenge-token'], markers: ['vercel security checkpoint'] },
  { name: 'SiteGround', markers: ['/sgcaptcha/'] },
  { name: 'Wordfence', markers: ['generated by wordfence', 'your access to this site has been limited by the site owner'] },
  { name: 'Yandex SmartCaptcha', markers: ['smartcaptcha.yandexcloud.net/checkcaptcha', '/showcaptcha?'] },
  { name: 'Anubis', markers: ['anubis_challenge', '/.within.website/x/cmd/anubis'] },
  { name: 'go-away', markers: ['/git/go-away/cmd/'] },
  {
    name: 'others',
    headers: ['x-captcha', 'x-captcha-required', 'x-challenge', 'x-bot-detected', 'x-robot-check'],
    markers: ['id="challenge-form"', 'id="challenge-running"'],
  },
];

/** Headers of all vendors, in lower case. */
export const CHALLENGE_HEADERS: readonly string[] = VENDORS.flatMap(({ headers }) => headers ?? []);

/** Any vendor's marker. One expression: every page of a sweep is searched for all of them, which is three times as fast this way. */
export const CHALLENGE_MARKER = new RegExp(
  VENDORS.flatMap(({ markers }) => markers ?? [])
    .map(escapeRegExp)
    .join('|'),
);
