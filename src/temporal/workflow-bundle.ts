import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { writeFile } from 'node:fs/promises';
import { bundleWorkflowCode, DefaultLogger } from '@temporalio/worker';

const fromSources = import.meta.url.endsWith('.ts');
const root = fileURLToPath(new URL(fromSources ? '../..' : '../../..', import.meta.url));

/** Digest of everything that may go into the bundle (what is pure, by the import fence) and of the SDK's version. */
function fingerprint(): string {
  const hash = createHash('sha256').update(readFileSync(join(root, 'node_modules/@temporalio/worker/package.json')));
  for (const folder of ['workflows', 'src/engine', 'src/facts', 'src/features', 'src/kernel/values', 'src/kernel/identity']) {
    for (const name of readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).sort()) {
      if (name.endsWith('.ts')) hash.update(name).update(readFileSync(join(root, folder, name)));
    }
  }
  return hash.digest('hex').slice(0, 16);
}

/**
 * The bundle of all workflows. A build made it ahead; from the sources it is made once for each state of them, in a process
 * of its own, because the bundler would leave 170 MB in the worker.
 *
 * @returns path of the bundle
 */
export async function workflowBundle(): Promise<string> {
  const built = fileURLToPath(new URL('../../workflow-bundle.js', import.meta.url));
  if (!fromSources) return built;
  const bundle = join(root, 'node_modules/.cache/footprint', `workflows-${fingerprint()}.js`);
  if (existsSync(bundle)) return bundle;
  mkdirSync(dirname(bundle), { recursive: true });
  const draft = `${bundle}.${process.pid}`;
  await promisify(execFile)(process.execPath, ['--import', 'tsx', join(root, 'src/main/bundle-workflows.ts'), draft], { cwd: root });
  renameSync(draft, bundle); // two processes at once make the same file
  return bundle;
}

/** Digest of the bundle: all replicas of an image have the same. */
export async function bundleDigest(): Promise<string> {
  const digest = createHash('sha256').update(readFileSync(await workflowBundle()));
  return digest.digest('hex').slice(0, 12);
}

/** A module of the workflows: its source, or what was built of it. */
const moduleOf = (name: string): string =>
  fileURLToPath(new URL(`../../workflows/${name}.${import.meta.url.endsWith('.ts') ? 'ts' : 'js'}`, import.meta.url));

/** Bundles the workflows into a file, as workers take them. */
export async function bundleWorkflows(target: string): Promise<void> {
  const { code } = await bundleWorkflowCode({
    workflowsPath: moduleOf('index'),
    workflowInterceptorModules: [moduleOf('call-priority')],
    logger: new DefaultLogger('WARN'),
  });
  await writeFile(target, code);
}
