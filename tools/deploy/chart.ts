/** The chart, rendered with each of its files of values, against the schemas of Kubernetes and KEDA. */
import { readdirSync, readFileSync, rmSync, writeFileSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Ajv } from 'ajv';
import { parse, parseAllDocuments } from 'yaml';
import { type Findings, PROJECT_ROOT } from '../checks/tool.js';
import { goProgram } from '../clients/go.js';
import { runProgram } from '../embedded/child.js';
import { checkManifests, type Manifest } from './manifests.js';
import { HELM, kedaFolder, lint, pythonProgram } from './programs.js';

const CHART = path.join(PROJECT_ROOT, 'deploy/helm/footprint');
/** The oldest that the chart allows, and the newest whose schemas the validator has. */
const KUBERNETES = ['1.27', '1.37'];

export const valuesFiles = (): string[] => readdirSync(path.join(CHART, 'ci')).map((name) => path.join(CHART, 'ci', name));

/** Values that must be refused, and what the refusal says. */
const REFUSED: readonly (readonly [string, string])[] = [
  ['env.ERASURE_LEDGER=/tmp/erasures.jsonl', 'pods share no volume'],
  ['env.DATABASE_OWNER_URL=postgres://owner@db/footprint', 'may change tables'],
  ['workers.lookups.replicas=1', 'either `all` has replicas'],
  ['workerVersioning.enabled=true', 'another one for each'],
  ['image.repository=', 'minLength'],
  ['env.lower=1', 'env'],
  ['unknown=1', 'unknown'],
];

export async function checkChart(): Promise<Findings> {
  const helm = await goProgram(HELM);
  const findings: string[] = [];
  for (const file of valuesFiles()) {
    const found = [...(await lint(helm, ['lint', '--strict', '--quiet', CHART, '--values', file])), ...(await checkRendered(helm, file))];
    findings.push(...found.map((finding) => `${path.basename(file)}: ${finding}`));
  }
  for (const [set, sentence] of REFUSED) {
    const { ok, all } = await runProgram(helm, ['template', 'test', CHART, '--values', path.join(CHART, 'ci/minimal.yaml'), '--set', set]);
    if (ok || !all.includes(sentence)) findings.push(`--set ${set} is ${ok ? 'accepted' : `refused with ${all}`}`);
  }
  return findings;
}

async function checkRendered(helm: string, file: string): Promise<Findings> {
  const { ok, out, all } = await runProgram(helm, ['template', 'test', CHART, '--namespace', 'footprint', '--values', file]);
  if (!ok) return [all];
  const manifests = parseAllDocuments(out, { version: '1.1' }).flatMap((document) => (document.toJS() as Manifest | null) ?? []);
  const isKeda = ({ apiVersion }: Manifest): boolean => apiVersion.startsWith('keda.sh/');
  const { existingSecret, migrate } = parse(readFileSync(file, 'utf8')) as {
    existingSecret?: string;
    migrate?: { existingSecret: string };
  };
  const given = [existingSecret, migrate?.existingSecret].filter((name) => name !== undefined);
  return [
    ...checkManifests(manifests, given),
    ...(await checkKubernetes(manifests.filter((manifest) => !isKeda(manifest)))),
    ...(await checkKeda(manifests.filter(isKeda))),
  ];
}

async function checkKubernetes(manifests: readonly Manifest[]): Promise<Findings> {
  const folder = mkdtempSync(path.join(tmpdir(), 'footprint-chart-'));
  try {
    const file = path.join(folder, 'manifests.yaml');
    // As JSON, which no version of YAML reads differently.
    writeFileSync(file, manifests.map((manifest) => `---\n${JSON.stringify(manifest)}\n`).join(''));
    const validate = await pythonProgram('kubernetes-validate');
    const runs = KUBERNETES.map((version) => lint(validate, ['--strict', '--quiet', '--kubernetes-version', version, file]));
    return (await Promise.all(runs)).flat();
  } finally {
    rmSync(folder, { recursive: true });
  }
}

interface Resource {
  readonly spec: {
    readonly names: { readonly kind: string };
    readonly versions: readonly { readonly schema: { readonly openAPIV3Schema: object } }[];
  };
}
interface Scalers {
  readonly scalers: readonly {
    readonly type: string;
    readonly parameters: readonly {
      readonly name: string;
      readonly optional?: boolean;
      readonly default?: string;
      readonly deprecated?: string;
    }[];
  }[];
}

/** The schema of the resource, and of the trigger's metadata, which for the resource are any texts. */
async function checkKeda(manifests: readonly Manifest[]): Promise<Findings> {
  if (manifests.length === 0) return [];
  const keda = await kedaFolder();
  const resource = parse(readFileSync(path.join(keda, 'config/crd/bases/keda.sh_scaledobjects.yaml'), 'utf8')) as Resource;
  const validate = new Ajv({ strict: false, allErrors: true, validateFormats: false }).compile(
    resource.spec.versions[0]?.schema.openAPIV3Schema ?? false,
  );
  const { scalers } = JSON.parse(readFileSync(path.join(keda, 'schema/generated/scalers-schema.json'), 'utf8')) as Scalers;
  const parameters = scalers.find(({ type }) => type === 'temporal')?.parameters ?? [];
  return manifests.flatMap((manifest) => {
    const where = `${manifest.kind}/${manifest.metadata.name}`;
    const faults = validate(manifest)
      ? []
      : (validate.errors ?? []).map(({ instancePath, message }) => `${where}${instancePath} ${message}`);
    const triggers = (manifest.spec.triggers ?? []).flatMap(({ metadata }) => [
      ...Object.keys(metadata)
        .filter((name) => !parameters.some((each) => each.name === name && each.deprecated === undefined))
        .map((name) => `${where}: the trigger has no ${name}`),
      ...parameters
        .filter(({ name, optional, default: preset }) => optional !== true && preset === undefined && !(name in metadata))
        .map(({ name }) => `${where}: the trigger needs ${name}`),
    ]);
    return [...faults, ...triggers];
  });
}
