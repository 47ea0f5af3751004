import { describe, expect, it } from 'vitest';
import {
  consumerProvider,
  isAliasService,
  isConsumerDomain,
  selfAndParents,
  isImpossibleName,
  MAILBOX_PROVIDERS,
} from '../../../../src/kernel/identity/mail-providers.js';
import { operatorOf, bouncesLater, type MailRoute, operatorOfRoute } from '../../../../src/facts/email/route.js';

const route = (...hosts: readonly (string | readonly [string, number])[]): MailRoute => ({
  kind: 'exchangers',
  implicit: false,
  exchangers: hosts.map((each) =>
    typeof each === 'string' ? { host: each, preference: 10, hasAddress: true } : { host: each[0], preference: each[1], hasAddress: true },
  ),
});

describe('mailbox providers', () => {
  it('have unique slugs, and no domain has two', () => {
    const slugs = MAILBOX_PROVIDERS.map(({ slug }) => slug);
    const domains = MAILBOX_PROVIDERS.flatMap((provider) => provider.domains);
    expect(new Set(slugs).size).toBe(slugs.length);
    expect(new Set(domains).size).toBe(domains.length);
    expect(domains.every((domain) => /^[a-z0-9-]+(\.[a-z0-9-]+)+$/.test(domain))).toBe(true);
    expect(slugs.every((slug) => /^[a-z0-9-]+$/.test(slug))).toBe(true);
    expect(MAILBOX_PROVIDERS.every(({ homepage }) => new URL(homepage).protocol === 'https:')).toBe(true);
  });

  it.each([
    ['gmail.com', 'gmail'],
    ['googlemail.com', 'gmail'],
    ['hotmail.co.uk', 'outlook'],
    ['live.nl', 'outlook'],
    ['msn.com', 'outlook'],
    ['ymail.com', 'yahoo-mail'],
    ['yahoo.co.jp', 'yahoo-japan-mail'],
    ['aim.com', 'aol-mail'],
    ['me.com', 'icloud-mail'],
    ['pm.me', 'proton'],
    ['keemail.me', 'tuta'],
    ['ya.ru', 'yandex-mail'],
    ['web.de', 'web-de'],
    ['foxmail.com', 'qq-mail'],
    ['126.com', 'netease-mail'],
    ['hanmail.net', 'daum-mail'],
    ['o2.pl', 'wp-poczta'],
    ['posteo.de', 'posteo'],
    ['example.com', null],
    ['mail.gmail.com', null],
    ['gmail.com.example', null],
    ['com', null],
  ])('%s -> %s', (domain, slug) => {
    expect(consumerProvider(domain)).toBe(slug);
  });

  it('alias services are known with the names below them, and are no providers', () => {
    for (const domain of ['duck.com', 'mozmail.com', 'ada.mozmail.com', 'ada.anonaddy.me', 'privaterelay.appleid.com', 'slmail.me']) {
      expect([domain, isAliasService(domain), isConsumerDomain(domain), consumerProvider(domain)]).toEqual([domain, true, true, null]);
    }
    expect(isAliasService('appleid.com')).toBe(false);
    expect(isAliasService('notduck.com')).toBe(false);
  });

  it('a domain stands with those above it', () => {
    expect(selfAndParents('a.b.example.com')).toEqual(['a.b.example.com', 'b.example.com', 'example.com']);
  });
});

describe('who runs a mail exchanger', () => {
  it.each([
    ['aspmx.l.google.com', 'mailboxes', 'google-workspace'],
    ['alt2.aspmx.l.google.com', 'mailboxes', 'google-workspace'],
    ['smtp.google.com', 'mailboxes', 'google-workspace'],
    ['aspmx3.googlemail.com', 'mailboxes', 'google-workspace'],
    ['gmail-smtp-in.l.google.com', 'mailboxes', null],
    ['example-com.mail.protection.outlook.com', 'mailboxes', 'microsoft-365'],
    ['example-com.a-v1.mx.microsoft', 'mailboxes', 'microsoft-365'],
    ['hotmail-com.olc.protection.outlook.com', 'mailboxes', 'outlook'],
    ['mail.protonmail.ch', 'mailboxes', 'proton'],
    ['in1-smtp.messagingengine.com', 'mailboxes', 'fastmail'],
    ['mx02.mail.icloud.com', 'mailboxes', 'icloud-mail'],
    ['mx.zoho.eu', 'mailboxes', 'zoho-mail'],
    ['mta7.am0.yahoodns.net', 'mailboxes', 'yahoo-mail'],
    ['mx-aol.mail.gm0.yahoodns.net', 'mailboxes', null],
    ['mxbiz1.qq.com', 'mailboxes', 'tencent-exmail'],
    ['mx-biz.mail.am0.yahoodns.net', 'mailboxes', null],
    ['smtp.secureserver.net', 'mailboxes', 'godaddy-email'],
    ['eu-smtp-inbound-1.mimecast.com', 'gateway', null],
    ['mxa-00000000.gslb.pphosted.com', 'gateway', null],
    ['d1.a.ess.barracudanetworks.com', 'gateway', null],
    ['route1.mx.cloudflare.net', 'forwarder', null],
    ['mx1.improvmx.com', 'forwarder', null],
    ['inbound-smtp.eu-west-1.amazonaws.com', 'forwarder', null],
  ])('%s: %s, %s', (host, kind, provider) => {
    expect(operatorOf(host)).toMatchObject({ kind, provider });
  });

  it.each([
    ['mx.example.com'],
    ['google.com'],
    ['evilgoogle.com'],
    ['aspmx.l.google.com.example.com'],
    ['mail.com'],
    ['l.google.com'],
    ['ip-192-0-2-1.ip.secureserver.net'],
  ])('%s: nobody that is known', (host) => {
    expect(operatorOf(host)).toBeNull();
  });

  it('of a domain: all of the best rank, and nobody else that is known below', () => {
    expect(operatorOfRoute(route('aspmx.l.google.com', 'alt1.aspmx.l.google.com'))?.provider).toBe('google-workspace');
    expect(operatorOfRoute(route('aspmx.l.google.com', ['backup.example.com', 50]))?.provider).toBe('google-workspace');
    expect(operatorOfRoute(route('aspmx.l.google.com', 'mx.example.com'))).toBeNull();
    expect(operatorOfRoute(route('aspmx.l.google.com', 'mail.protonmail.ch'))).toBeNull();
    expect(operatorOfRoute(route('aspmx.l.google.com', ['mail.protonmail.ch', 50]))).toBeNull();
    expect(operatorOfRoute(route('mx.example.com', ['aspmx.l.google.com', 50]))).toBeNull();
    expect(operatorOfRoute(route('eu-smtp-inbound-1.mimecast.com'))).toMatchObject({ kind: 'gateway', provider: null });
    expect(operatorOfRoute(null)).toBeNull();
    expect(operatorOfRoute({ kind: 'null_mx' })).toBeNull();
  });

  it('one that bounces later is enough to make acceptance worthless', () => {
    expect(bouncesLater(route('mx.example.com', ['eu-smtp-inbound-1.mimecast.com', 50]))).toBe(true);
    expect(bouncesLater(route('aspmx.l.google.com'))).toBe(false);
  });
});

describe('names that a provider excludes', () => {
  it.each([
    ['ada_lovelace', true],
    ['ada-lovelace', true],
    [`o'hara`, true],
    ['ada=x', true],
    ['a'.repeat(31), true],
    ['ada.lovelace', false],
    ['ada+new_s-letter', false],
    ['Ada99', false],
    ['ada', false],
    ['a'.repeat(30), false],
    [`${'a.'.repeat(29)}a`, false],
    ['"ada_lovelace"', false],
    ['ada!', false],
    ['adä', false],
  ])('gmail: %s impossible: %s', (local, impossible) => {
    expect(isImpossibleName('gmail', local)).toBe(impossible);
  });

  it('providers without a rule that is certain exclude nothing', () => {
    expect(isImpossibleName('outlook', 'ada!')).toBe(false);
    expect(isImpossibleName('google-workspace', 'ada_lovelace')).toBe(false);
    expect(isImpossibleName('constructor', 'ada')).toBe(false);
  });
});
