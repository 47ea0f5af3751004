import { afterAll, beforeAll, describe, it } from 'vitest';
import { expectRefusal } from '../../support/http/answers.js';
import { startBareApi } from '../../support/http/bare-api.js';
import type { Service } from '../../support/service.js';

describe('files that are no part of the reference', () => {
  let service: Service;
  beforeAll(async () => {
    service = await startBareApi();
  });
  afterAll(() => service.close());

  it.each([
    '/docs/package.json',
    '/docs/index.html',
    '/docs/..%2fpackage.json',
    '/docs/%2e%2e%2f%2e%2e%2fetc%2fpasswd',
    '/docs/swagger-ui.css%00',
    '/docs/swagger-ui.css.map',
  ])('%s is not served', async (file) => {
    expectRefusal(await service.call('GET', file), 'not_found');
  });
});
