import { describe, expect, it } from 'vitest';
import { readConfig } from '../../../../src/kernel/config/env.js';

describe('settings that cannot be obeyed are refused at the start, by name', () => {
  it.each([
    ['WEBHOOK_ALLOWED_NETWORKS', '10.0.0.0', 'CIDR notation'],
    ['WEBHOOK_ALLOWED_NETWORKS', '10.1.2.3/8', 'bits beyond the prefix'],
    ['OUTBOUND_ALLOWED_NETWORKS', '0.0.0.0/0', 'name a network of at least'],
    ['DNS_SERVERS', 'ns.example.com', 'addresses of name servers'],
    ['SECRETS_KEY', 'secret', 'keys of 32 bytes'],
    ['OPERATORS', 'ada@example.com, ada', 'e-mail addresses'],
    ['TEMPORAL_UI_URL', 'ftp://temporal.example.com', 'must be a URL'],
    ['INSTANT_CEILING_MS', '-5', 'must be at least 100'],
    ['PORT', '70000', '65535'],
    ['PROBE_CONTACT', 'ada', 'a mail address'],
    ['PROBE_CONTACT', 'ftp://example.com/contact', 'a mail address'],
    ['PROBE_CONTACT', 'ada@', 'a mail address'],
    ['PROBE_CONTACT', 'ada@example.com) Mozilla/5.0 (x', 'without spaces'],
    ['PROBE_CONTACT', 'https://example.com/\r\nx-injected: 1', 'without spaces'],
    ['PROBE_CONTACT', 'https://exämple.com/', 'in ASCII'],
    ['PROBE_CONTACT', `https://example.com/${'a'.repeat(200)}`, 'at most 200 characters'],
  ])('%s=%s: %s', (name, value, why) => {
    expect(() => readConfig({ [name]: value })).toThrow(new RegExp(`${name}.*${why}`, 's'));
  });

  it('the ceiling of the instant path is 900 ms unless it is set', () => {
    expect(readConfig({}).INSTANT_CEILING_MS).toBe(900);
  });

  it.each(['https://example.com/bots?a=1', 'http://192.0.2.1:8080/', 'ops+probes@example.com'])('%s is a contact', (value) => {
    expect(readConfig({ PROBE_CONTACT: value }).PROBE_CONTACT).toBe(value);
  });

  it.each(['', ' ', '\t'])('one that is blank (%j) counts as not set', (blank) => {
    const named = Object.fromEntries(Object.keys(readConfig({})).map((name) => [name, blank]));
    expect(readConfig(named)).toEqual(readConfig({}));
  });

  it('networks are taken as they are written', () => {
    expect(readConfig({ WEBHOOK_ALLOWED_NETWORKS: '10.0.0.0/8, fd00::/16' }).WEBHOOK_ALLOWED_NETWORKS).toEqual(['10.0.0.0/8', 'fd00::/16']);
  });

  it('what a machine says to every program about traces is read only where this one sends some', () => {
    const others = { OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc', OTEL_TRACES_SAMPLER: 'xray' };
    const collector = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318' };
    expect(readConfig(others).OTEL_EXPORTER_OTLP_PROTOCOL).toBe('http/protobuf');
    expect(readConfig({ ...others, ...collector, OTEL_SDK_DISABLED: 'true' }).OTEL_EXPORTER_OTLP_ENDPOINT).toBeUndefined();
    expect(() => readConfig({ ...others, ...collector })).toThrow(/OTEL_EXPORTER_OTLP_PROTOCOL.*OTEL_TRACES_SAMPLER/s);
  });
});
