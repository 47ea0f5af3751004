import type { IncomingHttpHeaders } from 'node:http';
import { createServer } from 'node:https';
import path from 'node:path';
import { Command } from 'commander';
import { verifyWebhook, WebhookVerificationError } from '../../clients/typescript/verify-webhook.js';
import { webhookHeaders } from '../features/webhooks/sender/webhook-sender.js';
import { readConfig } from '../kernel/config/env.js';
import { listen } from '../kernel/net/listen.js';
import { ServiceError } from '../kernel/values/errors.js';
import { createCertificateAuthority } from '../../tools/simulator/certificate-authority.js';
import { acceptOutput, outputFormat } from './output-option.js';
import { colours, print, printNotice } from './output.js';

/** Largest event that is read, in bytes; the service's events are far smaller. */
const MAX_BYTES = 10_000_000;

/** `footprint webhook listen`: a receiver for development, which verifies and prints events. */
export function webhookListenCommand(): Command {
  return acceptOutput(new Command('listen'), ['table', 'json'], 'text; as JSON a line for each event')
    .description('receive events on a local port, verify and print them')
    .option('--port <port>', 'port on 127.0.0.1', '4443')
    .option('--secret <secret>', 'signing secret of the endpoint; without it signatures are not verified')
    .option('--forward-to <url>', 'forward events to a receiver on this machine, such as http://localhost:4444, and return its response')
    .action(async (flags: { readonly port: string; readonly secret?: string; readonly forwardTo?: string }) => {
      const config = readConfig(process.env);
      const caFile = path.resolve(config.FOOTPRINT_HOME, 'webhook-listen', 'ca.pem');
      const authority = await createCertificateAuthority({ caFile, names: ['localhost'] });
      const context = await authority.contextFor('localhost');
      const header = webhookHeaders(config.SERVICE_PREFIX).signature.toLowerCase();
      const server = createServer({ SNICallback: (_, done) => done(null, context) }, (request, response) => {
        const parts: Buffer[] = [];
        let size = 0;
        request.on('data', (part: Buffer) => {
          size += part.length;
          if (size > MAX_BYTES) request.destroy();
          else parts.push(part);
        });
        request.on('end', () => {
          const body = Buffer.concat(parts);
          void printEvent(body, String(request.headers[header] ?? ''), flags.secret).then(async (believed) => {
            const status = !believed ? 400 : flags.forwardTo === undefined ? 204 : await forward(flags.forwardTo, body, request.headers);
            response.writeHead(status).end();
          });
        });
      });
      const port = await listen(server, { port: Number(flags.port), host: '127.0.0.1' }).catch((error: NodeJS.ErrnoException) => {
        if (error.code !== 'EADDRINUSE') throw error;
        throw new ServiceError('invalid_parameter', `Port ${flags.port} is in use: choose another one with --port.`);
      });
      printNotice(
        `Listening on https://localhost:${port}/ . For events to reach it, the service needs\n` +
          `  WEBHOOK_ALLOWED_NETWORKS=127.0.0.0/8 WEBHOOK_CA_FILE=${path.relative('.', caFile)}`,
      );
      await new Promise<void>((resolve) => process.once('SIGINT', resolve));
      server.closeAllConnections();
      server.close();
    });
}

/** Prints one event. @returns whether it is to be acknowledged */
async function printEvent(body: Buffer, signature: string, secret: string | undefined): Promise<boolean> {
  const isJson = outputFormat<'table' | 'json'>('table') === 'json';
  try {
    const event: unknown = secret === undefined ? JSON.parse(body.toString('utf8')) : await verifyWebhook(body, signature, secret);
    const mark = secret === undefined ? colours.yellow('? not verified') : colours.green('✓ verified');
    print(isJson ? `${JSON.stringify({ verified: secret !== undefined, event })}\n` : `${mark}\n${JSON.stringify(event, null, 2)}\n`);
    return true;
  } catch (error) {
    const refused = error instanceof WebhookVerificationError ? error.reason.replaceAll('_', ' ') : 'not JSON';
    print(isJson ? `${JSON.stringify({ verified: false, refused })}\n` : `${colours.red(`✗ refused: ${refused}`)}\n`);
    return false;
  }
}

/** Sends an event on, with the bytes and the headers that it came with. @returns the status of the receiver; 502: it did not answer */
async function forward(url: string, body: Buffer, headers: IncomingHttpHeaders): Promise<number> {
  const passed = Object.entries(headers).filter(([name]) => !/^(?:host|connection|content-length|transfer-encoding)$/.test(name));
  const sent = fetch(url, { method: 'POST', headers: passed.map(([name, value]) => [name, String(value)]), body: new Uint8Array(body) });
  return sent.then(
    ({ status }) => status,
    () => 502,
  );
}
