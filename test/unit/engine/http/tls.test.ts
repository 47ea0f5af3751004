import { connect, createServer, type Server, type TLSSocket } from 'node:tls';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { withoutPeerCertificate } from '../../../../src/engine/http/tls.js';
import { createTestAuthority, type TestAuthority } from '../../../support/test-authority.js';
import { portOf } from '../../../support/port-of.js';

describe('a kept TLS session', () => {
  let authority: TestAuthority;
  let server: Server;
  beforeAll(async () => {
    authority = await createTestAuthority();
    server = createServer(await authority.issue(['example.com']), (socket) => void socket.on('error', () => undefined).end('hello'));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  });
  afterAll(() => {
    server.close();
    authority.remove();
  });

  /** One connection to its end. @param session to resume */
  async function visit(maxVersion: 'TLSv1.2' | 'TLSv1.3', session?: Buffer) {
    const port = portOf(server);
    const sessions: Buffer[] = [];
    const socket: TLSSocket = connect({
      port,
      host: '127.0.0.1',
      servername: 'example.com',
      ca: authority.ca,
      maxVersion,
      ...(session ? { session } : {}),
    });
    socket.on('session', (each: Buffer) => sessions.push(each));
    await new Promise((resolve, reject) => socket.once('secureConnect', resolve).once('error', reject));
    const received = { reused: socket.isSessionReused(), authorized: socket.authorized };
    await new Promise((resolve) => socket.resume().once('close', resolve));
    return { ...received, session: sessions.at(-1) as Buffer };
  }

  it('of TLS 1.3 is resumed without the certificate, which it no longer holds', async () => {
    const first = await visit('TLSv1.3');
    const kept = withoutPeerCertificate(first.session);
    expect(first).toMatchObject({ reused: false, authorized: true });
    expect(first.session.includes('example.com')).toBe(true);
    expect(kept.length).toBeLessThan(first.session.length - 200);
    const second = await visit('TLSv1.3', kept);
    expect(second).toMatchObject({ reused: true, authorized: true });
    expect(withoutPeerCertificate(kept)).toEqual(kept);
  });

  it('of TLS 1.2 stays as it is', async () => {
    const first = await visit('TLSv1.2');
    expect(withoutPeerCertificate(first.session)).toBe(first.session);
    expect(await visit('TLSv1.2', first.session)).toMatchObject({ reused: true, authorized: true });
  });

  it('that is no session, or is cut, is left alone and never breaks anything', async () => {
    const { session } = await visit('TLSv1.3');
    fc.assert(fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => Buffer.isBuffer(withoutPeerCertificate(Buffer.from(bytes)))));
    fc.assert(
      fc.property(fc.nat({ max: session.length - 1 }), (length) => {
        const cut = session.subarray(0, length);
        expect(withoutPeerCertificate(cut)).toBe(cut);
      }),
    );
  });
});
