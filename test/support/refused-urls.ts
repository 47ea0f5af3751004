/**
 * Spellings that lead to this machine, to its neighbours or nowhere public, each with the code it is refused with. Each of
 * them has been used somewhere to get past a filter. For every path on which a stranger names a URL.
 */

/** Codes by host: what a URL with it is refused with, whatever its port. */
const HOSTS: Readonly<Record<string, readonly string[]>> = {
  blocked_address: [
    // This machine, its networks, its neighbours
    'localhost', '127.0.0.1', '127.0.0.2', '127.255.255.255', '0.0.0.0', '0.0.0.1', '0.255.255.255', '10.0.0.1', '10.255.255.255', '172.16.0.1',
    '172.31.255.255', '192.168.0.1', '192.168.255.255', '169.254.0.1', '169.254.169.254', '169.254.170.2', '100.64.0.1',
    '100.100.100.200', '100.127.255.255', '168.63.129.16', '192.0.0.1', '192.0.0.8', '192.0.0.170', '192.0.0.192',
    // Nobody's
    '192.0.2.1', '198.51.100.1', '203.0.113.1', '198.18.0.1', '198.19.255.255', '192.88.99.1', '192.31.196.1', '192.52.193.1',
    '192.175.48.1', '224.0.0.1', '239.255.255.255', '240.0.0.1', '255.255.255.255',
    // The same in IPv6
    '[::]', '[::1]', '[0:0:0:0:0:0:0:1]', '[::0001]', '[fe80::1]', '[febf::1]', '[fec0::1]', '[fc00::1]', '[fd00:ec2::254]', '[fdff::1]',
    '[ff02::1]', '[ff0e::1]', '[100::1]', '[100:0:0:1::1]', '[2001:db8::1]', '[3fff::1]', '[5f00::1]', '[4000::1]', '[e000::1]',
    '[2001::1]', '[2001:2::1]', '[2001:10::1]', '[2001:20::1]', '[2001:4:112::1]', '[2620:4f:8000::1]', '[3ffe::1]',
    // IPv4 inside IPv6: mapped, compatible, translated, NAT64, 6to4, Teredo, ISATAP
    '[::ffff:127.0.0.1]', '[::ffff:7f00:1]', '[::FFFF:10.0.0.1]', '[0:0:0:0:0:ffff:a9fe:a9fe]', '[::ffff:8.8.8.8]', '[::127.0.0.1]',
    '[::7f00:1]', '[::a9fe:a9fe]', '[::ffff:0:127.0.0.1]', '[64:ff9b::127.0.0.1]', '[64:ff9b::a00:1]', '[64:ff9b:1::a00:1]',
    '[2002:7f00:1::]', '[2002:a00:1::1]', '[2002:a9fe:a9fe::]', '[2001:0:4136:e378:8000:63bf:3fff:fdd2]', '[fe80::5efe:127.0.0.1]',
  ],
  odd_address: [
    '2130706433', '017700000001', '0x7f000001', '0x7F.0x0.0x0.0x1', '0177.0.0.1', '0177.0.0.01', '127.1', '127.0.1', '127.0.0.01',
    '0x7f.1', '127.0x1', '0', '0x0', '1.1.1.1.1', '256.0.0.1', '127.0.0.256', '4294967296', '10.1', '3232235521', '169.254.43518',
    '0xa9fea9fe', '0251.0376.0251.0376', 'example.com.1', 'example.0x7f', '①②⑦.⓪.⓪.①', '１２７.0.0.1', '127.0.0.１', '[::1%25eth0]',
    '[fe80::1%lo]', '%31%32%37.0.0.1', '[127.0.0.1]', '[::ffff:0x7f.0.0.1]', '[::1.2.3]', '[1]', '[]', '[::g]',
  ],
  trailing_dot: ['127.0.0.1.', 'localhost.', 'example.com.'],
  empty_label: ['127..0.0.1', 'example..com', '.localhost', '.example.com'],
  invisible_character: ['127.0.0.1\u200b', 'local\u200bhost', 'exam\u00adple.com', 'example.com\u2060', '\ufeffexample.com', 'exa\u180emple.com', '\u202eexample.com'],
  odd_host_name: ['127。0。0。1', '127．0．0．1', 'ｌocalhost', 'ℓocalhost', 'exam%70le.com', 'a!b.example.com', '-a.example.com', 'a_.-b.example.com', 'xn--a.example.com', 'a*.example.com', '$(x).example.com'],
};

/** Whole URLs, for what is not in the host. */
const URLS: Readonly<Record<string, readonly string[]>> = {
  userinfo: ['https://example.com@127.0.0.1/', 'https://user:word@example.com/', 'https://@example.com/', 'https://127.0.0.1:443@example.com/', 'https://example.com%2f@127.0.0.1/'],
  scheme_not_allowed: ['http://example.com/', 'HTTP://example.com/', 'ftp://example.com/', 'file:///etc/hosts', 'gopher://127.0.0.1/', 'data:text/plain,x', 'ws://127.0.0.1/', 'javascript:0'],
  malformed_url: [
    '', 'example.com', '//127.0.0.1/', 'https:127.0.0.1', 'https:/127.0.0.1/', 'https:///127.0.0.1/', 'https:\\\\127.0.0.1\\', 'https://example.com\\@127.0.0.1/',
    'https://exa mple.com/', ' https://127.0.0.1/', 'https://127.0.0.1/ ', 'https://exam\nple.com/', 'ht\ttps://127.0.0.1/', 'https://127.0.0.1\t/',
    'https://example.com:/', 'https://example.com:0443/', 'https://example.com:0/', 'https://example.com:65536/', 'https://example.com:44a/', 'https://', 'https://?x', 'https://#x',
  ],
  port_not_allowed: ['https://example.com:80/', 'https://example.com:25/', 'https://example.com:6379/', 'https://example.com:8443/', 'https://[2606:4700::1]:22/'],
};

export interface RefusedUrl {
  readonly url: string;
  readonly code: string;
}

/**
 * Every URL with its code.
 * @param port of a listener on this machine, which must stay unvisited; none: the scheme's own
 */
export function refusedUrls(port?: number): readonly RefusedUrl[] {
  const at = port === undefined ? '' : `:${port}`;
  return [
    ...Object.entries(HOSTS).flatMap(([code, hosts]) => hosts.map((host) => ({ url: `https://${host}${at}/hook`, code }))),
    ...Object.entries(URLS).flatMap(([code, urls]) => urls.map((url) => ({ url, code }))),
  ];
}
