/** A software authenticator: what a browser and a security key do together (Web Authentication, level 3, 5 and 6). */
import { createHash, createSign, generateKeyPairSync, randomBytes, type KeyObject } from 'node:crypto';

const base64url = (bytes: Uint8Array | string): string => Buffer.from(bytes).toString('base64url');
const sha256 = (data: Uint8Array | string): Buffer => createHash('sha256').update(data).digest();
const USER_PRESENT = 0x01;
const USER_VERIFIED = 0x04;
const HAS_CREDENTIAL = 0x40;

export interface AuthenticatorOptions {
  readonly origin: string;
  readonly rpId: string;
  /** Whether the holder shows a finger or types a PIN; default true. */
  readonly verifiesUser?: boolean;
}

export class Authenticator {
  readonly id = base64url(randomBytes(32));
  counter = 0;
  #key: KeyObject;
  readonly #public: { x?: string; y?: string };
  readonly #options: AuthenticatorOptions;

  constructor(options: AuthenticatorOptions) {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    this.#key = privateKey;
    this.#public = publicKey.export({ format: 'jwk' }) as { x: string; y: string };
    this.#options = options;
  }

  /** `navigator.credentials.create()` */
  create({ challenge }: { challenge: string }, from: Partial<AuthenticatorOptions> = {}) {
    const credentialId = Buffer.from(this.id, 'base64url');
    const data = Buffer.concat([
      this.#data(HAS_CREDENTIAL, from),
      Buffer.alloc(16),
      uint16(credentialId.length),
      credentialId,
      this.#cose(),
    ]);
    const attestation = Buffer.concat([
      Buffer.from('a363666d74646e6f6e656761747453746d74a068617574684461746158', 'hex'), // {fmt: "none", attStmt: {}, authData: …}
      Buffer.of(data.length),
      data,
    ]);
    return this.#response({ clientDataJSON: this.#client('webauthn.create', challenge, from), attestationObject: base64url(attestation) });
  }

  /** `navigator.credentials.get()` */
  get({ challenge }: { challenge: string }, from: Partial<AuthenticatorOptions> = {}) {
    const data = this.#data(0, from);
    const client = this.#client('webauthn.get', challenge, from);
    const signature = createSign('SHA256')
      .update(Buffer.concat([data, sha256(Buffer.from(client, 'base64url'))]))
      .sign(this.#key);
    return this.#response({ clientDataJSON: client, authenticatorData: base64url(data), signature: base64url(signature) });
  }

  /** From now on it signs with another key: a forger who knows the credential's id. */
  forge(): this {
    this.#key = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;
    return this;
  }

  #data(flags: number, from: Partial<AuthenticatorOptions>): Buffer {
    const { rpId, verifiesUser = true } = { ...this.#options, ...from };
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(this.counter);
    return Buffer.concat([sha256(rpId), Buffer.of(USER_PRESENT | (verifiesUser ? USER_VERIFIED : 0) | flags), counter]);
  }

  #client(type: string, challenge: string, from: Partial<AuthenticatorOptions>): string {
    return base64url(JSON.stringify({ type, challenge, origin: from.origin ?? this.#options.origin, crossOrigin: false }));
  }

  /** {1: 2, 3: -7, -1: 1, -2: x, -3: y}: an EC2 key for ES256 (RFC 9053, 7.1.1). */
  #cose(): Buffer {
    const { x = '', y = '' } = this.#public;
    const part = (text: string): Buffer => Buffer.from(text, 'base64url');
    return Buffer.concat([Buffer.from('a5010203262001215820', 'hex'), part(x), Buffer.from('225820', 'hex'), part(y)]);
  }

  #response(response: object) {
    return { id: this.id, rawId: this.id, type: 'public-key', clientExtensionResults: {}, response };
  }
}

function uint16(value: number): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16BE(value);
  return bytes;
}
