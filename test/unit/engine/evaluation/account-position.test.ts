import { describe, expect, it } from 'vitest';
import { accountPosition } from '../../../../src/engine/evaluation/account-position.js';

const positionOf = (url: string, method: 'GET' | 'HEAD' | 'POST' = 'GET') => accountPosition({ request: { method, url } });

describe('where an account has an address that a page of the site could have', () => {
  it.each([
    'https://example.com/{username}',
    'http://example.com/{username}',
    'https://example.com/{username:lower}',
    'https://example.com/{username}/',
    'https://example.com/{username}?view=profile',
    'https://example.com/{username}#top',
    'https://example.com/{username}.html',
    'https://example.com/{username}.json',
    'https://example.com/{username}/profile',
    'https://example.com:8443/{username}/about/',
  ])('%s: the first segment of the path', (url) => {
    expect(positionOf(url)).toBe('root');
    expect(positionOf(url, 'HEAD')).toBe('root');
  });

  it.each([
    'https://example.com/u/{username}',
    'http://example.com/u/{username}',
    'https://example.com/u/{username:lower}',
    'https://example.com/en/users/{username}.html',
    'https://example.com/u/{username}?tab=posts',
    'https://example.com/u/{username}/posts',
  ])('%s: a segment further inside', (url) => {
    expect(positionOf(url)).toBe('inside');
  });

  it.each([
    'https://{username}.example.com',
    'http://{username}.example.com',
    'https://{username:lower}.example.com',
    'https://{username}.example.com/',
    'https://{username}.blog.example.com/about',
  ])('%s: a host', (url) => {
    expect(positionOf(url)).toBe('host');
  });

  it.each([
    'https://example.com/@{username}',
    'https://example.com/~{username}',
    'https://example.com/user,{username}',
    'https://example.com/{username}-profile',
    'https://example.com/search?author={username}',
    'https://api.example.com/sites/{username}.example.com',
    'https://blog-{username}.example.com',
  ])('%s: elsewhere', (url) => {
    expect(positionOf(url)).toBe('elsewhere');
  });

  it('what a POST asks is no page', () => {
    expect(positionOf('https://example.com/{username}', 'POST')).toBe('elsewhere');
  });
});
