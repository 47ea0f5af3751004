import { Client, Connection, type ConnectionOptions } from '@temporalio/client';

export interface TemporalOptions {
  /** `host:port` */
  readonly address: string;
  readonly namespace: string;
  /** Unset: without TLS. Certificates are always verified. */
  readonly tls?: ConnectionOptions['tls'] | undefined;
  readonly apiKey?: string | undefined;
  /** Headers of every call. */
  readonly metadata?: ConnectionOptions['metadata'] | undefined;
}

export interface TemporalClient {
  readonly client: Client;
  readonly connection: Connection;
  close(): Promise<void>;
}

/** What client and worker connect with, without what is not set. */
export function connectionOptions({ address, tls, apiKey, metadata }: TemporalOptions) {
  return {
    address,
    ...(tls === undefined ? {} : { tls }),
    ...(apiKey === undefined ? {} : { apiKey }),
    ...(metadata === undefined ? {} : { metadata }),
  };
}

/** A client that connects at its first call and reconnects by itself: the API starts while Temporal is still unavailable. */
export function openTemporal(options: TemporalOptions): TemporalClient {
  const connection = Connection.lazy(connectionOptions(options));
  const client = new Client({ connection, namespace: options.namespace });
  return { client, connection, close: () => connection.close() };
}
