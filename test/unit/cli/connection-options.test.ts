import { afterEach, expect, it, vi } from 'vitest';
import { ApiError } from '../../../src/cli/api-client.js';
import { connect } from '../../../src/cli/connection-options.js';

afterEach(() => void vi.unstubAllEnvs());

/** What a command shows that is called so. */
function refusalOf(flags: Parameters<typeof connect>[0]): unknown {
  try {
    connect(flags);
  } catch (error) {
    expect(error).toBeInstanceOf(ApiError);
    return (error as ApiError).message;
  }
  return null;
}

it.each(['localhost:8080', 'footprint.example.com', 'ftp://footprint.example.com', 'http://'])(
  'the address %s is refused with the option that it is from',
  (url) => {
    const text = `${url} (--url) is not the address of an API: it must begin with http:// or https://.`;
    expect(refusalOf({ url, key: 'svc_example' })).toBe(text);
  },
);

it('an address and a key are refused with the variables that they are from', () => {
  vi.stubEnv('FOOTPRINT_URL', 'localhost:8080');
  expect(refusalOf({ key: 'svc_example' })).toMatch(/^localhost:8080 \(FOOTPRINT_URL\)/);
  vi.stubEnv('FOOTPRINT_API_KEY', 'svc exämple');
  expect(refusalOf({ url: 'http://localhost:8080' })).toBe('The API key (FOOTPRINT_API_KEY) contains characters that no API key has.');
});

it('an address with its scheme and a key are taken', () => {
  expect(refusalOf({ url: 'http://bücher.example:8080', key: 'svc_example' })).toBeNull();
});
