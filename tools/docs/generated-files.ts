import { describeApi } from '../../src/api/openapi/document.js';
import { apiRoutes, groupedRoutes } from '../../src/api/routes.js';
import { runbookPage } from './alerts-table.js';
import { candidatesPage } from './candidates-page.js';
import { cliPage } from './cli-page.js';
import { COMPOSE_FILE, composeFile } from './compose-settings.js';
import { dpiaPage } from './dpia-page.js';
import { envExample, envPage, secretSettings } from './env-pages.js';
import { errorsPage } from './errors-page.js';
import { webhooksPage } from './events-table.js';
import { openApiFile } from './openapi-file.js';
import { operationsOfPages } from './operations.js';
import { platformsPage } from './platforms-page.js';
import { privacyPage } from './privacy-page.js';
import { readmePage } from './readme-page.js';
import { riskPage } from './risk-page.js';
import { sourcesPage } from './sources-page.js';
import { testKeysPage } from './test-keys-page.js';

/** Every file that is generated from the source, wholly or in a marked part, by its path from the root of the project. */
export async function generatedFiles(): Promise<Readonly<Record<string, string>>> {
  return {
    'docs/openapi.json': openApiFile(describeApi(apiRoutes)),
    'README.md': readmePage(),
    'docs/candidates.md': candidatesPage(),
    'docs/cli.md': cliPage(),
    'docs/dpia.md': await dpiaPage(),
    'docs/errors.md': errorsPage(),
    'docs/env.md': envPage(),
    'docs/platforms.md': platformsPage(),
    'docs/privacy.md': privacyPage(),
    'docs/risk.md': riskPage(),
    'docs/runbook.md': runbookPage(),
    'docs/sources.md': await sourcesPage(),
    'docs/test-keys.md': testKeysPage(),
    'docs/webhooks.md': webhooksPage(),
    '.env.example': envExample(),
    'src/kernel/config/secret-settings.ts': secretSettings(),
    [COMPOSE_FILE]: composeFile(),
    'src/dashboard/client/operations.ts': operationsOfPages(groupedRoutes),
  };
}
