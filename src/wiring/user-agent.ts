import manifest from '../../package.json' with { type: 'json' };

/**
 * The User-Agent of probes: what asks, and where a site's operator can reach whoever runs it (RFC 9110, 10.1.5). It never names a browser.
 *
 * @param contact URL or mail address of this installation's operator, as PROBE_CONTACT was checked
 */
export function probeUserAgent(contact: string | undefined): string {
  return `Footprint/${manifest.version}${contact === undefined ? '' : ` (+${contact})`}`;
}
