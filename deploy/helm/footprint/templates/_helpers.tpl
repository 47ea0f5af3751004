{{- define "footprint.name" -}}
{{- if contains .Chart.Name .Release.Name }}{{ .Release.Name | trunc 40 | trimSuffix "-" }}{{ else }}{{ printf "%s-%s" .Release.Name .Chart.Name | trunc 40 | trimSuffix "-" }}{{ end }}
{{- end }}

{{- /* What a Service or a policy selects by: (dict "root" $ "component" "api"). */}}
{{- define "footprint.selector" -}}
app.kubernetes.io/name: {{ .root.Chart.Name }}
app.kubernetes.io/instance: {{ .root.Release.Name }}
{{- with .component }}
app.kubernetes.io/component: {{ . }}
{{- end }}
{{- end }}

{{- define "footprint.labels" -}}
{{ include "footprint.selector" . }}
app.kubernetes.io/version: {{ .root.Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .root.Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .root.Chart.Name .root.Chart.Version }}
{{- end }}

{{- /* (dict "root" $ "image" (dict "tag" … "digest" …)); the image of the release where the second is left out. */}}
{{- define "footprint.image" -}}
{{- $image := .image | default .root.Values.image }}
{{- $repository := required "image.repository: the image of a release, of this project's or of your own registry" .root.Values.image.repository }}
{{- if $image.digest }}{{ $repository }}@{{ $image.digest }}{{ else }}{{ $repository }}:{{ $image.tag | default .root.Chart.AppVersion }}{{ end }}
{{- end }}

{{- /* Secret settings of all processes, without the owner's of the database. */}}
{{- define "footprint.secretEnv" -}}
{{- range $name, $value := omit .Values.secretEnv "DATABASE_OWNER_URL" }}
{{ $name }}: {{ $value | quote }}
{{- end }}
{{- end }}

{{- define "footprint.envFrom" -}}
{{- if omit .Values.secretEnv "DATABASE_OWNER_URL" }}
- secretRef: { name: {{ include "footprint.name" . }}{{ .suffix }} }
{{- end }}
{{- with .Values.existingSecret }}
- secretRef: { name: {{ . }} }
{{- end }}
{{- end }}

{{- /* A variable of the pod wins over those of its secrets. */}}
{{- define "footprint.env" -}}
- { name: FOOTPRINT_ENV_FILE, value: none }
{{- range $name, $value := .Values.env }}
- { name: {{ $name }}, value: {{ $value | quote }} }
{{- end }}
{{- end }}

{{- /* What all pods have in common: (dict "root" $ "component" …). */}}
{{- define "footprint.podSpec" -}}
{{- with .root.Values.serviceAccountName }}
serviceAccountName: {{ . }}
{{- end }}
automountServiceAccountToken: false
enableServiceLinks: false
{{- with .root.Values.image.pullSecrets }}
imagePullSecrets:
  {{- range . }}
  - name: {{ . }}
  {{- end }}
{{- end }}
securityContext:
  runAsNonRoot: true
  runAsUser: 1000
  runAsGroup: 1000
  fsGroup: 1000
  fsGroupChangePolicy: OnRootMismatch
  seccompProfile: { type: RuntimeDefault }
{{- with .root.Values.priorityClassName }}
priorityClassName: {{ . }}
{{- end }}
{{- with .root.Values.nodeSelector }}
nodeSelector: {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .root.Values.tolerations }}
tolerations: {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .root.Values.affinity }}
affinity: {{- toYaml . | nindent 2 }}
{{- end }}
volumes:
  - name: tmp
    emptyDir: { sizeLimit: 256Mi }
  {{- range .root.Values.files }}
  - name: {{ .name }}
    {{- if .secret }}
    secret: { secretName: {{ .secret }}, defaultMode: 0440 }
    {{- else if .configMap }}
    configMap: { name: {{ .configMap }} }
    {{- else }}
    persistentVolumeClaim: { claimName: {{ .persistentVolumeClaim }} }
    {{- end }}
  {{- end }}
{{- end }}

{{- define "footprint.spread" -}}
topologySpreadConstraints:
{{- if .root.Values.topologySpreadConstraints }}
  {{- toYaml .root.Values.topologySpreadConstraints | nindent 2 }}
{{- else }}
  {{- range list "kubernetes.io/hostname" "topology.kubernetes.io/zone" }}
  - maxSkew: 1
    topologyKey: {{ . }}
    whenUnsatisfiable: ScheduleAnyway
    labelSelector:
      matchLabels: {{- include "footprint.selector" $ | nindent 8 }}
  {{- end }}
{{- end }}
{{- end }}

{{- define "footprint.containerSecurity" -}}
securityContext:
  allowPrivilegeEscalation: false
  readOnlyRootFilesystem: true
  capabilities: { drop: [ALL] }
volumeMounts:
  - { name: tmp, mountPath: /tmp }
  {{- range .Values.files }}
  - { name: {{ .name }}, mountPath: {{ .mountPath }}{{ if not .writable }}, readOnly: true{{ end }} }
  {{- end }}
{{- end }}

{{- /* A process lives while its event loop turns: one that lost its database is not started again for that, nor
one that is slow to answer: what stands still is, after two minutes. The context is the path of readiness. */}}
{{- define "footprint.probes" -}}
startupProbe:
  httpGet: { path: /livez, port: admin }
  periodSeconds: 3
  failureThreshold: 100
livenessProbe:
  httpGet: { path: /livez, port: admin }
  periodSeconds: 30
  timeoutSeconds: 30
  failureThreshold: 4
readinessProbe:
  httpGet: { path: {{ . }}, port: admin }
  periodSeconds: 2
  timeoutSeconds: 3
  failureThreshold: 2
{{- end }}

{{- /* Changed settings make new pods. */}}
{{- define "footprint.checksum" -}}
checksum/settings: {{ list .Values.env .Values.secretEnv .Values.files | toJson | sha256sum }}
{{- end }}

{{- /* Of network policies: a list of ports, and one of peers, or everybody. */}}
{{- define "footprint.ports" -}}
{{- range . }}
- { port: {{ . }}, protocol: TCP }
{{- end }}
{{- end }}

{{- define "footprint.to" -}}
- ports: {{- include "footprint.ports" .ports | nindent 4 }}
  {{- with .to }}
  to: {{- toYaml . | nindent 4 }}
  {{- end }}
{{- end }}

{{- define "footprint.egress" -}}
# Names.
- ports: [{ port: 53, protocol: UDP }, { port: 53, protocol: TCP }]
{{ include "footprint.to" .database }}
{{- end }}

{{- /* All addresses of a family without those networks of it that are private. */}}
{{- define "footprint.internet" -}}
- ipBlock:
    cidr: {{ .cidr | quote }}
    except:
    {{- range .networks }}
    {{- if eq (contains ":" .) (contains ":" $.cidr) }}
      - {{ . | quote }}
    {{- end }}
    {{- end }}
{{- end }}

{{- /* What cannot work is refused here, with a sentence. */}}
{{- define "footprint.check" -}}
{{- $ledger := get .Values.env "ERASURE_LEDGER" | default (get .Values.secretEnv "ERASURE_LEDGER") }}
{{- if hasPrefix "/" $ledger }}
  {{- $held := false }}
  {{- range .Values.files }}{{ if and .persistentVolumeClaim .writable (hasPrefix (printf "%s/" .mountPath) $ledger) }}{{ $held = true }}{{ end }}{{ end }}
  {{- if not $held }}{{ fail "ERASURE_LEDGER: pods share no volume. Name a second database (postgres://…), or a file on a writable ReadWriteMany claim of `files`" }}{{ end }}
{{- end }}
{{- if hasKey .Values.env "DATABASE_OWNER_URL" }}{{ fail "DATABASE_OWNER_URL belongs into secretEnv or migrate.existingSecret: no process that goes on running may change tables" }}{{ end }}
{{- $w := .Values.workers }}
{{- $split := or (gt (int $w.lookups.replicas) 0) (gt (int $w.webhooks.replicas) 0) }}
{{- if eq (gt (int $w.all.replicas) 0) $split }}{{ fail "workers: either `all` has replicas, or `lookups` and `webhooks` have" }}{{ end }}
{{- if and $split (or (eq (int $w.lookups.replicas) 0) (eq (int $w.webhooks.replicas) 0)) }}{{ fail "workers: `lookups` and `webhooks` both need replicas, or a queue has no worker" }}{{ end }}
{{- if and .Values.workerVersioning.enabled (not .Values.workerVersioning.buildId) }}{{ fail "workerVersioning.buildId: a name for this build, another one for each" }}{{ end }}
{{- end }}
