import type { AddressInfo, ListenOptions, Server } from 'node:net';

/** Waits until a server listens. @returns its port, also where the system chose it @throws when the port is taken */
export async function listen(server: Server, at: ListenOptions): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(at, resolve);
  });
  return (server.address() as AddressInfo).port;
}
