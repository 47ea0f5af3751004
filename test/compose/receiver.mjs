/** Keeps the last request that it was sent: the body in /tmp/body, what signs it in /tmp/signature. */
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:https';

const [key, cert] = ['key', 'ca'].map((name) => readFileSync(`/receiver/${name}.pem`));
createServer({ key, cert }, async (request, response) => {
  writeFileSync('/tmp/body', Buffer.concat(await request.toArray()));
  writeFileSync('/tmp/draft', request.headers['svc-signature']);
  renameSync('/tmp/draft', '/tmp/signature');
  response.writeHead(204).end();
}).listen(8443);
