/** The Python client: made, checked, listed and built, and its archive used where nothing else is installed. Python is required. */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PROJECT_ROOT, PROJECT_VERSION } from '../../tools/checks/tool.js';
import { PYTHON_CLIENT } from '../../tools/clients/python.js';
import { runProgram } from '../../tools/embedded/child.js';

const LIMIT = { timeout: 300_000 };
const PROGRAM = { timeoutMs: 200_000 };
const CLIENT = join(PROJECT_ROOT, 'clients/python');
/** What is packed of the connectors: all that their platforms need. */
const CONNECTORS = [
  ...['LICENSE', 'footprint_connectors/__init__.py', 'cortex/Footprint/Footprint_Accounts.json', 'cortex/Footprint/footprint.py'],
  ...['misp/expansion/footprint.py', 'opencti/__metadata__/connector_manifest.json', 'opencti/src/main.py', 'maltego/project.py'],
  ...['cortex', 'misp', 'opencti', 'maltego'].map((name) => `${name}/README.md`),
];
/** What a user without this repository has: the installed package, and nothing of its sources on the path. */
const SCRIPT = `
import importlib.metadata, importlib.resources, json, sys
import footprint_client
import footprint_connectors
from footprint_client import Footprint, FootprintError, api, models, verify_webhook

case = json.load(open(sys.argv[1]))["cases"][0]
with Footprint("http://127.0.0.1:9", "fp_example") as client:
    try:
        client.call(api.get_account())
    except FootprintError as error:
        refused = error.status
print(json.dumps({
    "version": footprint_client.__version__,
    "distribution": importlib.metadata.version("footprint-client"),
    "connectors": importlib.metadata.version("footprint-connectors") if footprint_connectors.Service else None,
    "isTyped": importlib.resources.files("footprint_client").joinpath("py.typed").is_file(),
    "event": verify_webhook(case["body"], case["header"], case["secrets"], now=case["now"]).type,
    "request": models.LookupRequestV2(models.Identities(emails=["ada@example.com"])).to_dict(),
    "refused": refused,
}))
`;

describe('the Python client', () => {
  let folder: string;
  beforeAll(async () => {
    expect(await PYTHON_CLIENT.missing()).toBeNull();
    folder = mkdtempSync(join(tmpdir(), 'python-client-'));
    await PYTHON_CLIENT.generate();
  }, LIMIT.timeout);
  afterAll(() => folder && rmSync(folder, { recursive: true, force: true }));

  it('is typed, free of lint, and passes its own tests', LIMIT, async () => {
    expect(await PYTHON_CLIENT.check()).toEqual([]);
  });

  // 600, and what deadlines of every call need.
  it('is at most 750 lines by hand', () => {
    const folder = join(CLIENT, 'src/footprint_client');
    const byHand = readdirSync(folder).filter((name) => name.endsWith('.py'));
    const lines = byHand.map((name) => readFileSync(join(folder, name), 'utf8').trimEnd().split('\n').length);
    expect(lines.reduce((sum, each) => sum + each)).toBeLessThanOrEqual(750);
  });

  it('has the public surface that is committed', LIMIT, async () => {
    expect(await PYTHON_CLIENT.surface()).toBe(readFileSync(join(CLIENT, 'surface.txt'), 'utf8'));
  });

  it('is built with its generated part, and works in an empty environment', LIMIT, async () => {
    const built = await PYTHON_CLIENT.build(join(folder, 'dist'));
    const [source = '', wheel = '', connectors = '', shared = ''] = built;
    expect(readdirSync(join(folder, 'dist')).sort()).toEqual(built.map((file) => basename(file)).sort());
    const listed = await runProgram('python3', ['-m', 'tarfile', '-l', source], PROGRAM);
    for (const file of ['pyproject.toml', 'README.md', 'LICENSE', 'src/footprint_client/generated/api/__init__.py'])
      expect(listed.out).toContain(`footprint_client-${PROJECT_VERSION}/${file}`);
    const packed = await runProgram('python3', ['-m', 'tarfile', '-l', connectors], PROGRAM);
    for (const file of CONNECTORS) expect(packed.out).toContain(`footprint_connectors-${PROJECT_VERSION}/${file}`);

    const home = join(folder, 'empty');
    const python = join(home, 'bin/python');
    for (const [program, ...args] of [
      ['python3', '-m', 'venv', home],
      [python, '-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', wheel, shared],
    ] as const) {
      const { ok, lastLines } = await runProgram(program, args, PROGRAM);
      expect(ok, lastLines).toBe(true);
    }
    const vectors = join(PROJECT_ROOT, 'clients/vectors/signatures.json');
    const used = await runProgram(python, ['-I', '-W', 'error', '-c', SCRIPT, vectors], { ...PROGRAM, cwd: folder });
    expect(used.ok, used.lastLines).toBe(true);
    expect(JSON.parse(used.out)).toEqual({
      version: PROJECT_VERSION,
      distribution: PROJECT_VERSION,
      connectors: PROJECT_VERSION,
      isTyped: true,
      event: 'lookup.completed',
      request: { identities: { emails: ['ada@example.com'] } },
      refused: null,
    });
  });
});
