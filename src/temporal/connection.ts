import { Client, Connection } from '@temporalio/client';

export interface TemporalOptions {
  readonly address: string;
  readonly namespace: string;
}

export interface TemporalClient {
  readonly client: Client;
  readonly connection: Connection;
  close(): Promise<void>;
}

/** A client that connects at its first call and reconnects by itself: the API starts while the engine is still away. */
export function openTemporal(options: TemporalOptions): TemporalClient {
  const connection = Connection.lazy({ address: options.address });
  const client = new Client({ connection, namespace: options.namespace });
  return { client, connection, close: () => connection.close() };
}
