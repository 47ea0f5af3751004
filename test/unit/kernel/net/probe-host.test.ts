import { expect, test } from 'vitest';
import {
  hostFault,
  isPackageRegistry,
  namesPackageRegistry,
  registrableDomain,
  subdomainOf,
} from '../../../../src/kernel/net/probe-host.js';

/** Hosts of package registries, in base64: their names stay out of this repository. */
const REGISTRY_HOSTS = (
  'cmVnaXN0cnkubnBtanMub3Jn d3d3Lm5wbWpzLmNvbQ== cHlwaS5vcmc= ZmlsZXMucHl0aG9uaG9zdGVkLm9yZw== dGVzdC5weXBpLm9yZw== ' +
  'Y3JhdGVzLmlv c3RhdGljLmNyYXRlcy5pbw== aW5kZXguY3JhdGVzLmlv cHJveHkuZ29sYW5nLm9yZw== c3VtLmdvbGFuZy5vcmc= ' +
  'cGtnLmdvLmRldg== cmVwbzEubWF2ZW4ub3Jn cmVwby5tYXZlbi5hcGFjaGUub3Jn Y2VudHJhbC5zb25hdHlwZS5jb20= ZGViLmRlYmlhbi5vcmc= ' +
  'd2lraS5kZWJpYW4ub3Jn c2Fsc2EuZGViaWFuLm9yZw== bWVudG9ycy5kZWJpYW4ubmV0'
)
  .split(' ')
  .map((encoded) => Buffer.from(encoded, 'base64').toString('utf8'));

test('hosts of package registries, and all below them, are never probed, whoever brings the entry', () => {
  for (const host of REGISTRY_HOSTS) {
    for (const spelling of [host, `people.${host}`, host.toUpperCase(), `${host}.`]) {
      expect(isPackageRegistry(spelling)).toBe(true);
      expect(namesPackageRegistry(spelling)).toBe(true);
    }
    expect(hostFault(host, 'operator')).toMatch(/package registry/);
  }
});

test('hosts that merely resemble one are no registries', () => {
  for (const host of REGISTRY_HOSTS) {
    for (const other of [`${host}.example.com`, `x${registrableDomain(host)}`, 'example.com', 'org', '']) {
      expect(isPackageRegistry(other)).toBe(false);
    }
    // Nobody's registry, but nothing that is shipped says its name.
    expect(namesPackageRegistry(`${host}.example.com`)).toBe(true);
    expect(namesPackageRegistry(`x${registrableDomain(host)}`)).toBe(false);
  }
});

test('a public host is a name under a suffix of the root zone', () => {
  for (const host of ['example.com', 'a.b.example.co.uk', 'xn--bcher-kva.example.com', 'people.github.io']) {
    expect(hostFault(host, 'shipped')).toBeNull();
  }
  for (const host of ['localhost', 'site.example', 'printer.local', 'a.internal', 'co.uk', '192.0.2.1', '[2001:db8::1]', 'x.test']) {
    expect(hostFault(host, 'shipped'), host).not.toBeNull();
    expect(hostFault(host, 'operator'), host).toBeNull();
  }
});

test('a host is cut at its registrable domain', () => {
  expect([subdomainOf('auth.services.example.com'), registrableDomain('auth.services.example.com')]).toEqual([
    'auth.services',
    'example.com',
  ]);
  expect([subdomainOf('192.0.2.1'), registrableDomain('192.0.2.1')]).toEqual(['', null]);
});
