import { connect, type TLSSocket } from 'node:tls';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createOutboundHttp } from '../../../../src/engine/http/transport.js';
import type { OutboundHttp } from '../../../../src/engine/http/types.js';
import { serverIdentityError } from '../../../../src/engine/http/tls.js';
import { type ConnectProxy, type RunningServer, startConnectProxy, startPlatform } from '../../../support/outbound-servers.js';
import { createTestAuthority, type TestAuthority } from '../../../support/test-authority.js';

/** Names on the certificate, the host that is asked, and whether the certificate is for it. */
const CASES: readonly [names: readonly string[], host: string, isFor: boolean][] = [
  [['example.com'], 'example.com', true],
  [['EXAMPLE.com'], 'example.com', true],
  [['example.com', 'example.org'], 'example.org', true],
  [['example.com'], 'www.example.com', false],
  [['*.example.com'], 'www.example.com', true],
  [['*.example.com'], 'example.com', false],
  [['*.example.com'], 'a.b.example.com', false],
  [['f*.example.com'], 'foo.example.com', false],
  [['*'], 'example.com', false],
  [['xn--bcher-kva.example'], 'xn--bcher-kva.example', true],
  [['192.0.2.1'], '192.0.2.1', true],
  [['192.0.2.1'], '192.0.2.2', false],
  [['example.com'], '192.0.2.1', false],
  [['another-name.invalid'], 'example.com', false],
];

describe('whose certificate it is', () => {
  let authority: TestAuthority;
  let platform: RunningServer;
  let proxy: ConnectProxy;
  let http: OutboundHttp;
  beforeAll(async () => {
    authority = await createTestAuthority();
    proxy = await startConnectProxy({ target: () => platform.port });
  });
  afterAll(async () => {
    await proxy.close();
    authority.remove();
  });

  it.each(CASES)('%j, asked as %s: %s', async (names, host, isFor) => {
    platform = await startPlatform(await authority.issue(names), (_, response) => void response.end('here'));
    http = createOutboundHttp({ proxyUrl: `http://127.0.0.1:${proxy.port}`, caFile: authority.caFile });
    try {
      const outcome = await http.send(
        {
          method: 'GET',
          url: new URL(`https://${host}/`),
          headers: {},
          followTo: null,
          expectedStatuses: new Set(),
          limitKey: host,
          egressKey: 'platform',
          violation: () => null,
        },
        { signal: new AbortController().signal, deadlineMs: 5_000 },
      );
      if (isFor) expect(outcome).toMatchObject({ ok: true, answer: { body: 'here' } });
      else expect(outcome).toMatchObject({ ok: false, reason: 'unreachable', detail: 'certificate: ERR_TLS_CERT_ALTNAME_INVALID' });
    } finally {
      await http.close();
      await platform.close();
    }
  });

  it.each([
    ['example.com.', undefined],
    ['example.org.', 'ERR_TLS_CERT_ALTNAME_INVALID'],
  ])('a name may end with the dot of the root: %s: %s', async (host, code) => {
    platform = await startPlatform(await authority.issue(['example.com']), (_, response) => void response.end());
    const socket = await new Promise<TLSSocket>((resolve, reject) => {
      const opened: TLSSocket = connect({ port: platform.port, host: '127.0.0.1', servername: 'example.com', ca: authority.ca }, () =>
        resolve(opened),
      ).once('error', reject);
    });
    expect((serverIdentityError(socket, host) as NodeJS.ErrnoException | undefined)?.code).toBe(code);
    socket.destroy();
    await platform.close();
  });
});
