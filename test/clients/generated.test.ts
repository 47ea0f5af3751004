/**
 * Clients that others' generators make of docs/openapi.json as it is: they are made, load, and create a key whose name has letters beyond
 * ASCII and an emoji. Needs Python and Java 17; Maven and PHP come from the distribution.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PROJECT_ROOT } from '../../tools/checks/tool.js';
import { runProgram } from '../../tools/embedded/child.js';
import { pythonEnvironment } from '../../tools/embedded/python-packages.js';
import { debianProgram } from '../support/debian.js';
import { startBareApi } from '../support/http/bare-api.js';
import type { Service } from '../support/service.js';

const TOOLS = {
  name: 'generators-1',
  packages: [
    ...['openapi-generator-cli==7.26.0', 'datamodel-code-generator==0.89.0', 'pydantic[email]==2.14.4'],
    ...['urllib3==2.8.0', 'python-dateutil==4.0.0', 'typing-extensions'],
  ],
};
const LIMIT = { timeout: 600_000 };
const DOCUMENT = join(PROJECT_ROOT, 'docs/openapi.json');
const NAME = 'Schlüssel des Büros 🔑';

const PYTHON = `
import sys
sys.path.insert(0, sys.argv[1])
import generated
with generated.ApiClient(generated.Configuration(host=sys.argv[2], access_token=sys.argv[3])) as client:
    print(generated.AccountV2Api(client).create_api_key(generated.NewApiKey(name=sys.argv[4])).api_key.name)
`;
const MODELS = `
import sys
sys.path.insert(0, sys.argv[1])
import models
print(models.NewApiKey(name=sys.argv[2]).name)
`;
const GUZZLE = '/usr/share/php/GuzzleHttp/autoload.php';
const PHP = `<?php
require '${GUZZLE}';
spl_autoload_register(function ($class) use ($argv) {
  $file = $argv[1] . '/lib/' . str_replace(['OpenAPI\\\\Client\\\\', '\\\\'], ['', '/'], $class) . '.php';
  if (is_file($file)) require $file;
});
$configuration = OpenAPI\\Client\\Configuration::getDefaultConfiguration()->setHost($argv[2])->setAccessToken($argv[3]);
$api = new OpenAPI\\Client\\Api\\AccountV2Api(new GuzzleHttp\\Client(), $configuration);
echo $api->createApiKey((new OpenAPI\\Client\\Model\\NewApiKey())->setName($argv[4]))->getApiKey()->getName(), "\\n";
`;
const JAVA = `
import org.openapitools.client.ApiClient;
import org.openapitools.client.api.AccountV2Api;
import org.openapitools.client.model.NewApiKey;

public class Main {
  public static void main(String[] arguments) throws Exception {
    ApiClient client = new ApiClient();
    client.updateBaseUri(arguments[0]);
    client.setRequestInterceptor(request -> request.header("Authorization", "Bearer " + arguments[1]));
    String name = new String(java.util.Base64.getDecoder().decode(arguments[2]), java.nio.charset.StandardCharsets.UTF_8);
    String made = new AccountV2Api(client).createApiKey(new NewApiKey().name(name)).getApiKey().getName();
    System.out.println(java.util.Base64.getEncoder().encodeToString(made.getBytes(java.nio.charset.StandardCharsets.UTF_8)));
  }
}
`;

describe('a generated client', () => {
  let service: Service;
  let folder: string;
  let tools: string;
  let key: string;
  beforeAll(async () => {
    [service, tools] = await Promise.all([startBareApi(), pythonEnvironment(TOOLS)]);
    folder = mkdtempSync(join(tmpdir(), 'footprint-generated-'));
    ({ key } = await service.account('growth', { scopes: ['account', 'lookups'] }));
  }, LIMIT.timeout);
  afterAll(async () => {
    await service?.close();
    if (folder) rmSync(folder, { recursive: true, force: true });
  });

  async function run(program: string, ...args: readonly string[]): Promise<string> {
    const { ok, out, lastLines } = await runProgram(program, args, { timeoutMs: 300_000, cwd: folder });
    expect(ok, lastLines).toBe(true);
    return out.trim();
  }
  const generate = (name: string, ...options: readonly string[]) =>
    run(join(tools, 'openapi-generator-cli'), 'generate', '-g', name, '-i', DOCUMENT, '-o', join(folder, name), ...options);
  const script = (name: string, text: string): string => {
    writeFileSync(join(folder, name), text);
    return join(folder, name);
  };

  it('of openapi-generator for Python makes a call', LIMIT, async () => {
    await generate('python', '--package-name', 'generated');
    expect(await run(join(tools, 'python'), script('call.py', PYTHON), join(folder, 'python'), service.url, key, NAME)).toBe(NAME);
  });

  it('of datamodel-code-generator for pydantic loads', LIMIT, async () => {
    const options = ['--input-file-type', 'openapi', '--output-model-type', 'pydantic_v2.BaseModel'];
    await run(join(tools, 'datamodel-codegen'), '--input', DOCUMENT, '--output', join(folder, 'models.py'), ...options);
    expect(await run(join(tools, 'python'), script('load.py', MODELS), folder, NAME)).toBe(NAME);
  });

  it('of openapi-generator for PHP makes a call', LIMIT, async () => {
    const beside = { packages: ['php-mbstring', 'php-curl', 'php-guzzlehttp-guzzle'], file: GUZZLE };
    const php = await debianProgram({ names: ['php'], packages: ['php-cli'], beside });
    await generate('php');
    expect(await run(php, script('call.php', PHP), join(folder, 'php'), service.url, key, NAME)).toBe(NAME);
  });

  it('of openapi-generator for Java makes a call', LIMIT, async () => {
    await generate('java', '--library', 'native');
    const maven = await debianProgram({ names: ['mvn'], packages: ['maven'] });
    const java = await debianProgram({ names: ['java'], packages: ['default-jdk-headless'] });
    await run(maven, '-q', '-f', join(folder, 'java/pom.xml'), '-Dmaven.test.skip=true', 'package', 'dependency:copy-dependencies');
    const path = ['classes', 'dependency/*'].map((part) => join(folder, 'java/target', part)).join(':');
    const made = await run(java, '-cp', path, script('Main.java', JAVA), service.url, key, Buffer.from(NAME).toString('base64'));
    expect(Buffer.from(made, 'base64').toString()).toBe(NAME);
  });
});
