/** Idle connections: a balancer closes its own first, and none of them holds up a stop. */
import { once } from 'node:events';
import { Server } from 'node:http';
import { connect, type Socket } from 'node:net';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { startBareApi } from '../../support/http/bare-api.js';
import type { Service } from '../../support/service.js';

describe('an idle connection', () => {
  let service: Service | undefined;
  let socket: Socket | undefined;
  afterEach(async () => {
    vi.restoreAllMocks();
    socket?.destroy();
    await service?.close();
    service = undefined;
  });

  /** An API, a connection that was answered once, and the answer. */
  async function answered(env: Record<string, string> = {}): Promise<{ api: Service; kept: Socket; head: string }> {
    const api = await startBareApi({ env });
    const kept = connect(Number(new URL(api.url).port), '127.0.0.1').setEncoding('latin1');
    [service, socket] = [api, kept];
    let head = '';
    kept.on('data', (part: string) => (head += part)).write('GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n');
    await vi.waitFor(() => expect(head).toMatch(/\r\n\r\n./s), { timeout: 90_000 });
    return { api, kept, head };
  }

  it('is kept longer than the sixty seconds of balancers', async () => {
    const { head } = await answered();
    expect(Number(/^keep-alive: timeout=(\d+)/im.exec(head)?.[1])).toBeGreaterThan(60);
  });

  it('is closed after KEEP_ALIVE_MS', async () => {
    const { kept, head } = await answered({ KEEP_ALIVE_MS: '1000' });
    expect(head).toMatch(/^keep-alive: timeout=1\r$/im);
    await once(kept, 'end');
  });

  it('ends with an API that stops, which waits for nobody who says nothing', async () => {
    const { api, kept } = await answered();
    const cut = vi.spyOn(Server.prototype, 'closeAllConnections');
    const ended = once(kept, 'close');
    service = undefined;
    await Promise.all([api.close(), ended]);
    const servers = cut.mock.contexts as Server[];
    expect(servers.filter(({ keepAliveTimeout }) => keepAliveTimeout === 75_000)).toEqual([]);
  });
});
