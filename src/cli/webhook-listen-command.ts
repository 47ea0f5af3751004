import { createServer } from 'node:https';
import path from 'node:path';
import { Command } from 'commander';
import { verifyWebhook, WebhookVerificationError } from '../../clients/typescript/verify-webhook.js';
import { webhookHeaders } from '../features/webhooks/sender/webhook-sender.js';
import { readConfig } from '../kernel/config/env.js';
import { createCertificateAuthority } from '../../tools/simulator/certificate-authority.js';
import { colours } from './output.js';

/** Largest event that is read, in bytes; the service's events are far smaller. */
const MAX_BYTES = 10_000_000;

/** `footprint webhook listen`: a receiver for development, which verifies and prints events. */
export function webhookListenCommand(): Command {
  return new Command('listen')
    .description('receive events on a local port, verify and print them')
    .option('--port <port>', 'port on 127.0.0.1', '4443')
    .option('--secret <secret>', 'signing secret of the endpoint; without it signatures are not verified')
    .action(async (flags: { readonly port: string; readonly secret?: string }) => {
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
          void printEvent(Buffer.concat(parts), String(request.headers[header] ?? ''), flags.secret).then((believed) => {
            response.writeHead(believed ? 204 : 400).end();
          });
        });
      });
      await new Promise<void>((resolve, reject) => {
        server.once('error', reject);
        server.listen(Number(flags.port), '127.0.0.1', resolve);
      });
      const address = server.address();
      const port = typeof address === 'object' && address ? address.port : flags.port;
      process.stdout.write(
        `Listening on https://localhost:${port}/ . For events to reach it, the service needs\n` +
          `  WEBHOOK_ALLOWED_NETWORKS=127.0.0.0/8 WEBHOOK_CA_FILE=${path.relative('.', caFile)}\n`,
      );
      await new Promise<void>((resolve) => process.once('SIGINT', resolve));
      server.closeAllConnections();
      server.close();
    });
}

/** Prints one event. @returns whether it is to be acknowledged */
async function printEvent(body: Buffer, signature: string, secret: string | undefined): Promise<boolean> {
  try {
    const event: unknown = secret === undefined ? JSON.parse(body.toString('utf8')) : await verifyWebhook(body, signature, secret);
    const mark = secret === undefined ? colours.yellow('? not verified') : colours.green('✓ verified');
    process.stdout.write(`${mark}\n${JSON.stringify(event, null, 2)}\n`);
    return true;
  } catch (error) {
    const why = error instanceof WebhookVerificationError ? error.reason.replaceAll('_', ' ') : 'not JSON';
    process.stdout.write(`${colours.red(`✗ refused: ${why}`)}\n`);
    return false;
  }
}
