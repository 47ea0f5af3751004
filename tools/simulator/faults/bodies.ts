/** A response arrives, but its body is too large, broken, or not what its headers say. */
import type { ServerResponse } from 'node:http';
import { createGzip } from 'node:zlib';
import { buffer } from 'node:stream/consumers';
import { Readable } from 'node:stream';
import type { Reply } from '../reply.js';
import { sendReply } from '../send-reply.js';
import type { Fault, FaultCall, ReplyCall } from './fault.js';

const MEGABYTE = 1024 * 1024;
const HUGE = 50 * MEGABYTE;
const CHUNK = Buffer.alloc(64 * 1024, 'lorem ipsum dolor sit amet ');

function hugeBody({ exchange, correctReply }: FaultCall): void {
  const { response } = exchange;
  const { status, contentType, headers } = correctReply();
  response.writeHead(status, ['Content-Type', contentType, ...headers, 'Content-Length', String(HUGE)]);
  pour(response, HUGE);
}

/** Writes as fast as the client reads (backpressure). */
function pour(response: ServerResponse, left: number): void {
  let remaining = left;
  while (remaining > 0 && !response.destroyed) {
    remaining -= CHUNK.length;
    if (!response.write(CHUNK) && remaining > 0) {
      response.once('drain', () => pour(response, remaining));
      return;
    }
  }
  response.end();
}

let bomb: Promise<Buffer> | undefined;

/** 100 MB of zeros, gzipped once, off the main thread: about 100 kB. */
function gzipBombBody(): Promise<Buffer> {
  bomb ??= buffer(Readable.from(Array.from({ length: 100 }, () => Buffer.alloc(MEGABYTE))).pipe(createGzip({ level: 9 })));
  return bomb;
}

function gzipBomb({ exchange, correctReply }: FaultCall): void {
  const reply = correctReply();
  const send = (body: Buffer) => {
    if (!exchange.response.destroyed) sendReply(exchange.response, encoded(reply, 'gzip', body));
  };
  gzipBombBody().then(send, () => exchange.response.destroy());
}

function badGzip({ correctReply }: ReplyCall): Reply {
  const reply = correctReply();
  const body = Buffer.concat([Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3]), Buffer.alloc(200, 0xff)]);
  return encoded(reply, 'gzip', body);
}

function encoded(reply: Reply, encoding: string, body: Buffer): Reply {
  return { ...reply, headers: [...reply.headers, 'Content-Encoding', encoding], body, length: body.length };
}

function wrongContentType({ correctReply }: ReplyCall): Reply {
  const reply = correctReply();
  const contentType = /html/i.test(reply.contentType) ? 'text/plain; charset=utf-8' : 'text/html; charset=utf-8';
  return { ...reply, contentType };
}

/** HTML in windows-1251, with a Russian sentence; everything else in UTF-16, little endian with its mark. */
function otherCharset({ correctReply }: ReplyCall): Reply {
  const reply = correctReply();
  const type = reply.contentType.replace(/;.*$/s, '');
  const text = reply.body.toString();
  const isHtml = /html/i.test(type);
  const body = isHtml
    ? windows1251(text.replace('</body>', '<p>Добро пожаловать на наш сайт</p></body>'))
    : Buffer.from(`\ufeff${text}`, 'utf16le');
  return { ...reply, contentType: `${type}; charset=${isHtml ? 'windows-1251' : 'utf-16le'}`, body, length: body.length };
}

/** Letters of the Russian alphabet (U+0410 to U+044F) are at 0xC0 to 0xFF; characters without a code become references. */
function windows1251(text: string): Buffer {
  const bytes: number[] = [];
  for (const char of text.replace(/charset="?utf-8"?/i, 'charset="windows-1251"')) {
    const code = char.codePointAt(0) as number;
    if (code < 0x80) bytes.push(code);
    else if (code >= 0x410 && code <= 0x44f) bytes.push(code - 0x350);
    else bytes.push(...Buffer.from(`&#${code};`));
  }
  return Buffer.from(bytes);
}

const broken = { truthKept: false, seenBy: 'answer' } as const;

export const bodyFaults = {
  huge_body: { ...broken, description: '50 MB of text', act: hugeBody },
  gzip_bomb: { ...broken, description: '100 MB of zeros in 100 kB of gzip', act: gzipBomb },
  bad_gzip: { ...broken, description: 'Says gzip, sends rubbish', reply: badGzip },
  wrong_content_type: { ...broken, description: 'The right body as text/plain (pages) or text/html (all others)', reply: wrongContentType },
  other_charset: {
    truthKept: true,
    seenBy: 'answer',
    description: 'The right answer in windows-1251 (pages) or UTF-16 (all others), labelled so',
    reply: otherCharset,
  },
} satisfies Record<string, Fault>;
