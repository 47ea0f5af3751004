/** What must hold between rendered manifests, which no schema sees. */
import type { Findings } from '../checks/tool.js';

type Labels = Readonly<Record<string, string>>;
interface Container {
  readonly name: string;
  readonly ports?: readonly { readonly name: string }[];
  readonly env?: readonly { readonly name: string; readonly value: string }[];
  readonly envFrom?: readonly { readonly secretRef: { readonly name: string } }[];
  readonly securityContext: {
    readonly readOnlyRootFilesystem?: boolean;
    readonly allowPrivilegeEscalation?: boolean;
    readonly capabilities?: object;
  };
  readonly volumeMounts: readonly { readonly name: string }[];
}
interface PodSpec {
  readonly automountServiceAccountToken?: boolean;
  readonly securityContext: { readonly runAsNonRoot?: boolean; readonly seccompProfile?: object };
  readonly containers: readonly Container[];
  readonly volumes: readonly { readonly name: string }[];
}
export interface Manifest {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly annotations?: Labels };
  readonly stringData?: Labels;
  readonly spec: {
    readonly selector?: { readonly matchLabels?: Labels } & Labels;
    readonly template?: { readonly metadata: { readonly labels: Labels }; readonly spec: PodSpec };
    readonly ports?: readonly { readonly targetPort: string }[];
    readonly scaleTargetRef?: { readonly name: string };
    readonly triggers?: readonly { readonly metadata: Labels }[];
  };
}

const isHook = ({ metadata }: Manifest): boolean => metadata.annotations?.['helm.sh/hook'] !== undefined;
const isWithin = (selector: Labels, labels: Labels): boolean => Object.entries(selector).every(([key, value]) => labels[key] === value);

/** @param given names of Secrets that exist beside the chart */
export function checkManifests(manifests: readonly Manifest[], given: readonly string[]): Findings {
  const workloads = manifests.flatMap((manifest) => (manifest.spec?.template ? [{ ...manifest, pod: manifest.spec.template }] : []));
  const deployments = workloads.filter(({ kind }) => kind === 'Deployment');
  const findings: string[] = [];
  const expect = (isRight: boolean, what: string): void => void (isRight || findings.push(what));
  const names = manifests.map(({ kind, metadata }) => `${kind}/${metadata.name}`);
  for (const name of names) expect(names.indexOf(name) === names.lastIndexOf(name), `${name} is rendered twice`);

  for (const workload of workloads) {
    const { kind, metadata, pod } = workload;
    const where = `${kind}/${metadata.name}`;
    expect(pod.spec.automountServiceAccountToken === false, `${where} mounts a token of the cluster`);
    expect(pod.spec.securityContext.runAsNonRoot === true && pod.spec.securityContext.seccompProfile !== undefined, `${where} may be root`);
    const volumes = pod.spec.volumes.map(({ name }) => name);
    for (const container of pod.spec.containers) {
      const { readOnlyRootFilesystem, allowPrivilegeEscalation, capabilities } = container.securityContext;
      const isConfined = readOnlyRootFilesystem === true && allowPrivilegeEscalation === false;
      expect(isConfined && JSON.stringify(capabilities) === '{"drop":["ALL"]}', `${where} is not confined`);
      for (const { name } of container.volumeMounts) expect(volumes.includes(name), `${where} mounts ${name}, which is no volume`);
      const settings = container.env?.map(({ name }) => name) ?? [];
      expect(new Set(settings).size === settings.length, `${where} has a setting twice`);
      for (const { secretRef } of container.envFrom ?? []) {
        const made = manifests.find((each) => each.kind === 'Secret' && each.metadata.name === secretRef.name);
        expect(made !== undefined || given.includes(secretRef.name), `${where} reads Secret/${secretRef.name}, which nobody makes`);
        expect(made === undefined || isHook(made) === isHook(workload), `Secret/${secretRef.name} is not there when ${where} runs`);
        expect(kind === 'Job' || made?.stringData?.['DATABASE_OWNER_URL'] === undefined, `${where} could change tables`);
      }
    }
  }
  for (const { kind, metadata, spec } of manifests) {
    const where = `${kind}/${metadata.name}`;
    if (kind === 'Deployment' || kind === 'PodDisruptionBudget' || kind === 'Service') {
      const selector = kind === 'Service' ? (spec.selector ?? {}) : (spec.selector?.matchLabels ?? {});
      const selected = deployments.filter(({ pod }) => isWithin(selector, pod.metadata.labels));
      expect(selected.length === 1, `${where} selects ${selected.map((each) => each.metadata.name).join(', ') || 'nothing'}`);
      for (const port of kind === 'Service' ? (spec.ports ?? []) : []) {
        const offered = selected.flatMap(({ pod }) => pod.spec.containers.flatMap(({ ports = [] }) => ports.map(({ name }) => name)));
        expect(offered.includes(port.targetPort), `${where} leads to the port ${port.targetPort}, which nobody has`);
      }
    }
    const target = spec?.scaleTargetRef?.name;
    if (target !== undefined)
      expect(
        deployments.some((each) => each.metadata.name === target),
        `${where} scales ${target}, which is not there`,
      );
  }
  return findings;
}
