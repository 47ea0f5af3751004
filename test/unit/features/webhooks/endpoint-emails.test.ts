import { describe, expect, it } from 'vitest';
import { endpointDisabled, endpointWarning, storageWarning } from '../../../../src/features/webhooks/endpoint-emails.js';

const failing = {
  url: 'https://example.com/<b>hooks</b>?a=1&b="2"',
  failingSince: new Date('2030-01-01T10:20:30Z'),
  lastFailedAt: new Date('2030-01-02T10:00:00Z'),
};

describe('emails about failing endpoints', () => {
  it('say how long it has failed and when it is switched off, in both forms', () => {
    const { subject, text, html } = endpointWarning(failing, 1);
    expect(subject).toBe('A webhook endpoint has been failing for 1 day');
    for (const form of [text, html]) {
      expect(form).toContain('will be disabled in 2 days');
      expect(form).toContain('2030-01-01 10:20 UTC');
    }
    expect(text).toContain(failing.url);
  });

  it('show addresses as text, whatever they hold', () => {
    const { html } = endpointDisabled(failing);
    expect(html).toContain('https://example.com/&lt;b&gt;hooks&lt;/b&gt;?a=1&amp;b=&quot;2&quot;');
    expect(html).not.toContain('<b>');
  });

  it('of stored events name both that hold them, endpoints and the feed, and what becomes of new ones in each', () => {
    const { text } = storageWarning(64 * 1_048_576);
    for (const said of ['an endpoint', 'GET /v2/events', 'first sent', 'each time that the feed is read', '64 MB'])
      expect(text).toContain(said);
  });

  it('keep every value on one line, so that none can end a header', () => {
    const { subject, text } = endpointWarning({ ...failing, url: 'https://example.com/\r\nBcc: x@example.com' }, 2);
    expect(subject).not.toMatch(/[\r\n]/);
    expect(text).toContain('https://example.com/ Bcc: x@example.com');
  });
});
