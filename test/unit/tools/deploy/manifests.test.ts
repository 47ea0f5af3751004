import { parse } from 'yaml';
import { expect, it } from 'vitest';
import { checkManifests, type Manifest } from '../../../../tools/deploy/manifests.js';

const POD = `
  metadata: { labels: { app: api } }
  spec:
    automountServiceAccountToken: false
    securityContext: { runAsNonRoot: true, seccompProfile: { type: RuntimeDefault } }
    volumes: [{ name: tmp }]
    containers:
      - name: api
        ports: [{ name: http }]
        env: [{ name: PORT, value: "8080" }]
        envFrom: [{ secretRef: { name: settings } }]
        securityContext: { readOnlyRootFilesystem: true, allowPrivilegeEscalation: false, capabilities: { drop: [ALL] } }
        volumeMounts: [{ name: tmp }]`;
const GOOD = [
  `{ kind: Secret, metadata: { name: settings }, stringData: { DATABASE_URL: x } }`,
  `kind: Deployment
metadata: { name: api }
spec:
  selector: { matchLabels: { app: api } }
  template:${POD.replaceAll('\n', '\n  ')}`,
  `{ kind: Service, metadata: { name: api }, spec: { selector: { app: api }, ports: [{ targetPort: http }] } }`,
  `{ kind: PodDisruptionBudget, metadata: { name: api }, spec: { selector: { matchLabels: { app: api } } } }`,
  `{ kind: HorizontalPodAutoscaler, metadata: { name: api }, spec: { scaleTargetRef: { name: api } } }`,
];
const found = (change: (text: string) => string) =>
  checkManifests(
    GOOD.map((text) => ({ apiVersion: 'v1', ...(parse(change(text)) as Omit<Manifest, 'apiVersion'>) })),
    [],
  );

it('manifests that fit together are not complained about', () => {
  expect(found((text) => text)).toEqual([]);
});

it.each([
  ['readOnlyRootFilesystem: true', 'readOnlyRootFilesystem: false', 'Deployment/api is not confined'],
  ['drop: [ALL]', 'drop: [ALL], add: [NET_RAW]', 'Deployment/api is not confined'],
  ['runAsNonRoot: true, ', '', 'Deployment/api may be root'],
  ['automountServiceAccountToken: false', 'automountServiceAccountToken: true', 'Deployment/api mounts a token of the cluster'],
  ['volumeMounts: [{ name: tmp }]', 'volumeMounts: [{ name: ledger }]', 'Deployment/api mounts ledger, which is no volume'],
  ['{ name: PORT, value: "8080" }', '{ name: A, value: "1" }, { name: A, value: "2" }', 'Deployment/api has a setting twice'],
  ['secretRef: { name: settings }', 'secretRef: { name: other }', 'Deployment/api reads Secret/other, which nobody makes'],
  ['DATABASE_URL', 'DATABASE_OWNER_URL', 'Deployment/api could change tables'],
  [
    'name: settings }, stringData',
    'name: settings, annotations: { helm.sh/hook: pre-install } }, stringData',
    'Secret/settings is not there when Deployment/api runs',
  ],
  ['targetPort: http', 'targetPort: admin', 'Service/api leads to the port admin, which nobody has'],
  [
    'spec: { selector: { matchLabels: { app: api } } }',
    'spec: { selector: { matchLabels: { app: web } } }',
    'PodDisruptionBudget/api selects nothing',
  ],
  ['scaleTargetRef: { name: api }', 'scaleTargetRef: { name: web }', 'HorizontalPodAutoscaler/api scales web, which is not there'],
  ['kind: HorizontalPodAutoscaler', 'kind: Service', 'Service/api is rendered twice'],
])('with %s changed to %s it is said that %s', (from, to, finding) => {
  expect(found((text) => text.replace(from, to))).toContain(finding);
});
