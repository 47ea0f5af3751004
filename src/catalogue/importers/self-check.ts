/** Evaluates a new rule on the simplest responses that its own evidence describes: one that contradicts itself gives no verdict. Pure. */
import { evaluateResponse } from '../../domain/evaluation/evaluate-response.js';
import type { Evidence, ProbeRule } from '../../domain/catalogue/probe-rule.js';
import { renderTemplate } from '../../domain/evaluation/template.js';
import { siteHost } from './deduplicate.js';

/** Why the rule does not recognise its own evidence, in one sentence; null when it does. Sides with JSON evidence are not tried. */
export function selfContradiction(rule: ProbeRule): string | null {
  const handle = rule.positiveControls?.[0] ?? 'northwind';
  for (const [side, expected] of [
    ['registered', 'registered'],
    ['absent', 'not_registered'],
  ] as const) {
    const evidence = rule[side];
    if (evidence === undefined || evidence.json !== undefined) continue;
    const said = evaluateResponse(rule, { username: handle }, answerOf(evidence, rule, handle));
    if (said.state !== expected)
      return `its own \`${side}\` evidence is read as ${said.state === 'inconclusive' ? `${said.doubt} (${said.matched})` : said.state}`;
  }
  return null;
}

function locationOf({ location, redirectToRoot }: Evidence, rule: ProbeRule, plain: (text: string) => string): Record<string, string> {
  if (redirectToRoot === true) return { location: `https://${siteHost(rule.request.url)}/` };
  return location === undefined ? {} : { location: plain(location) };
}

function answerOf(evidence: Evidence, rule: ProbeRule, handle: string) {
  const texts = [...(evidence.contains ?? []), ...(evidence.containsAny ?? []).slice(0, 1)];
  const plain = (text: string) => text.replaceAll('{username}', handle);
  return {
    status: evidence.status[0] ?? 200,
    headers: { 'content-type': 'text/html', ...locationOf(evidence, rule, plain) },
    body: `<!doctype html><html><body>\n${texts.map(plain).join('\n')}\n</body></html>`,
    url: renderTemplate(rule.request.url, { username: handle }, encodeURIComponent),
  };
}
