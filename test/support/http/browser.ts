/** A browser of the dashboard: it keeps cookies, and says where its requests come from. */
import { signInTokens } from '../../../src/features/people/credentials/sign-in-tokens.js';
import type { Role } from '../../../src/features/accounts/roles.js';
import type { Service } from '../service.js';

/** What is needed of a service to sign people in: where it is, and its database. */
export type Entry = Pick<Service, 'url' | 'record' | 'sql'>;

export interface BrowserResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly body: never;
}

export class Browser {
  readonly #url: string;
  readonly cookies = new Map<string, string>();

  constructor(service: Pick<Service, 'url'>) {
    this.#url = service.url;
  }

  /** @param headers over those that a browser sends from a page of the dashboard */
  async call(method: string, path: string, body?: unknown, headers: Readonly<Record<string, string>> = {}): Promise<BrowserResponse> {
    const { text, ...response } = await this.read(method, path, body, headers);
    const isJson = response.headers.get('content-type')?.startsWith('application/json');
    return { ...response, body: (isJson ? JSON.parse(text) : null) as never };
  }

  /** The same, with the text of the answer, whatever it is. */
  async read(method: string, path: string, body?: unknown, headers: Readonly<Record<string, string>> = {}) {
    const response = await fetch(this.#url + path, {
      method,
      redirect: 'manual',
      headers: {
        'sec-fetch-site': 'same-origin',
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(this.cookies.size > 0 ? { cookie: [...this.cookies].map((pair) => pair.join('=')).join('; ') } : {}),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value === '') this.cookies.delete(name);
      else this.cookies.set(name, value);
    }
    return { status: response.status, headers: response.headers, text: await response.text() };
  }
}

/** The newest code or token that was mailed to an address: the outbox holds it sealed until it is sent, without a key as it is. */
export async function mailed(service: Service, to: string): Promise<string | null> {
  const [mail] = await service.sql<{ id: string; sealed: Uint8Array | null }[]>`
    SELECT id, sealed FROM emails WHERE recipient = ${to} ORDER BY created_at DESC, id DESC LIMIT 1`;
  return mail?.sealed ? service.record.secrets.open(mail.sealed, mail.id) : null;
}

/** A browser in which the holder of an address is signed in. */
export async function signedIn(service: Entry, email: string): Promise<Browser> {
  const { token, digest } = signInTokens.create();
  await service.record.signIns.addLink(email, digest, 'test');
  const browser = new Browser(service);
  const { status } = await browser.call('POST', '/dashboard/api/sign-in/link', { token });
  if (status !== 200) throw new Error(`the link was refused with ${status}`);
  return browser;
}

/** A member of an account with a role, signed in. */
export async function memberOf(service: Entry, accountId: string, role: Role, email = `${role}-${accountId.slice(-8)}@example.com`) {
  const browser = await signedIn(service, email);
  await service.sql`
    INSERT INTO members (id, account_id, user_id, role) SELECT ${`mem_${email.replace(/\W/g, '')}`}, ${accountId}, id, ${role} FROM users WHERE email = ${email}
    ON CONFLICT (account_id, user_id) DO UPDATE SET role = EXCLUDED.role`;
  return { browser, email, memberId: `mem_${email.replace(/\W/g, '')}` };
}
