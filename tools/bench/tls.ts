/**
 * `node scripts/with-dependencies.mjs tools/bench/tls.ts`: CPU time of one TLS connection of the probe client, with and without what
 * src/engine/http/tls.ts does beyond Node's own. The server is a process of its own, so that only the client's time counts. Run it
 * when the version of Node changes; the figures are in docs/adr/0031-tunnels-and-tls.md.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { createServer, type TLSSocket } from 'node:tls';
import { fileURLToPath } from 'node:url';
import { opened, secureContextFor, startTls } from '../../src/kernel/net/connect.js';
import { neverAborts } from '../../src/kernel/net/deadline.js';
import { TlsClient, withoutPeerCertificate } from '../../src/engine/http/tls.js';
import { createTestAuthority } from '../../test/support/test-authority.js';

const HOST = 'platform.example.com';
const WARM_UP = 300;
const CONNECTIONS = 2_000;

if (process.send) await serve();
else await measure();

/** As large as certificates of shared hosting are: many names. */
async function serve(): Promise<void> {
  const authority = await createTestAuthority();
  const names = Array.from({ length: 60 }, (_, index) => `site-${index}.example.com`);
  const server = createServer(await authority.issue([HOST, ...names]), (socket) => void socket.on('error', () => undefined).end('.'));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  process.send?.({ port: (server.address() as AddressInfo).port, caFile: authority.caFile });
  process.on('disconnect', () => {
    authority.remove();
    process.exit(0);
  });
}

async function measure(): Promise<void> {
  const server = fork(fileURLToPath(import.meta.url), []);
  const [{ port, caFile }] = (await once(server, 'message')) as [{ port: number; caFile: string }];
  const secureContext = secureContextFor(caFile);
  const visit = async (start: (socket: Socket) => TLSSocket) => {
    const plain = await opened(connect(port, '127.0.0.1'), 'connect', neverAborts());
    const tls = await opened(start(plain), 'secureConnect', neverAborts());
    const isResumed = tls.isSessionReused();
    await once(tls.resume(), 'close');
    return isResumed;
  };
  const kept = async (): Promise<Buffer> => {
    let session: Buffer | undefined;
    await visit((socket) => startTls(socket, HOST, { secureContext }).on('session', (each: Buffer) => (session = each)));
    return session as Buffer;
  };
  const whole = await kept();
  const stripped = withoutPeerCertificate(await kept());
  const client = new TlsClient(caFile);
  const routes = Array.from({ length: WARM_UP + CONNECTIONS }, (_, index) => String(index));
  const ways: Record<string, (socket: Socket) => TLSSocket> = {
    'new session, as Node does it': (socket) => startTls(socket, HOST, { secureContext }),
    'new session, TlsClient': (socket) => client.start(socket, HOST, routes.pop() ?? ''),
    'resumed, as Node does it': (socket) => startTls(socket, HOST, { secureContext, session: whole }),
    'resumed, without the certificate': (socket) => startTls(socket, HOST, { secureContext, session: stripped }),
    'resumed, TlsClient': (socket) => client.start(socket, HOST, 'one'),
  };
  process.stdout.write(`Node ${process.version}, OpenSSL ${process.versions.openssl}: CPU time of one connection\n`);
  for (const [name, way] of Object.entries(ways)) {
    for (let n = 0; n < WARM_UP; n += 1) await visit(way);
    const before = process.cpuUsage();
    let reused = 0;
    for (let n = 0; n < CONNECTIONS; n += 1) reused += Number(await visit(way));
    const { user, system } = process.cpuUsage(before);
    process.stdout.write(`  ${name}: ${((user + system) / 1_000 / CONNECTIONS).toFixed(2)} ms (${reused} of ${CONNECTIONS} resumed)\n`);
  }
  server.disconnect();
}
