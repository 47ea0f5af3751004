/** Version of this client, and of the service that its types are made for. */
export const VERSION = '0.1.0';
