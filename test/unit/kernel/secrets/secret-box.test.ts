import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createSecretBox } from '../../../../src/kernel/secrets/secret-box.js';

const key = () => randomBytes(32).toString('base64');
const OWNER = 'whk_01jexampleexampleexampleexa';

describe('the box for signing secrets', () => {
  it('gives back what was sealed, and shows nothing of it meanwhile', () => {
    const box = createSecretBox({ keys: [key()] });
    const secret = box.create();
    expect(secret).toMatch(/^whsec_[0-9A-Za-z]{44}$/);
    const sealed = Buffer.from(box.seal(secret, OWNER));
    expect(sealed.includes(Buffer.from(secret.slice(6, 20)))).toBe(false);
    expect(box.open(sealed, OWNER)).toBe(secret);
    expect(Buffer.from(box.seal(secret, OWNER)).equals(sealed)).toBe(false);
  });

  it('opens nowhere but at its owner, and not when a bit was changed', () => {
    const box = createSecretBox({ keys: [key()] });
    const sealed = Buffer.from(box.seal(box.create(), OWNER));
    expect(() => box.open(sealed, 'whk_another')).toThrow();
    sealed.writeUInt8(sealed.readUInt8(20) ^ 1, 20);
    expect(() => box.open(sealed, OWNER)).toThrow();
  });

  it('opens what an older key sealed while that key is still listed', () => {
    const [old, fresh] = [key(), key()];
    const secret = 'whsec_example';
    const sealed = createSecretBox({ keys: [old] }).seal(secret, OWNER);
    expect(createSecretBox({ keys: [fresh, old] }).open(sealed, OWNER)).toBe(secret);
    expect(() => createSecretBox({ keys: [fresh] }).open(sealed, OWNER)).toThrow('no key of SECRETS_KEY');
  });

  it('is not made without a key', () => {
    expect(() => createSecretBox({ keys: [] })).toThrow('without a key');
  });

  it('takes keys in hexadecimal, and refuses short ones', () => {
    expect(createSecretBox({ keys: [randomBytes(32).toString('hex')] }).seal('x', OWNER)[0]).toBe(1);
    expect(() => createSecretBox({ keys: ['c2hvcnQ='] })).toThrow('32 bytes');
  });
});
