/**
 * A machine for tests of what deploys the service: Debian with Docker, in a folder of the user's cache and in namespaces of its own. It needs
 * Linux, root, mmdebstrap and slirp4netns. What runs in it ends with its first process; images stay in the folder.
 */
import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { cacheFolder } from '../../embedded/python-packages.js';
import { waitUntil } from '../../embedded/wait-until.js';
import { pythonProgram } from '../programs.js';

/** Debian with Docker 28, and what an operator types beside it. */
const RELEASE = 'forky';
const PACKAGES = [
  'docker.io',
  'docker-cli',
  'docker-buildx',
  'iptables',
  'iproute2',
  'procps',
  'ca-certificates',
  'curl',
  'openssl',
  'git',
  'jq',
];
const START = fileURLToPath(new URL('start.sh', import.meta.url));
/** What official images leave out, of /usr/share. */
const UNREAD = ['doc', 'man', 'locale', 'info'];
const READY_MS = 120_000;
const ENVIRONMENT = { PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin', HOME: '/root', NO_COLOR: '1' };

/** Where bases of images and the machine itself are kept. */
export const DEPLOY_CACHE = path.join(cacheFolder('.footprint'), 'deploy');

/** Installs a minimal Debian once, from packages. @param target a folder, or the archive of one (.tar) */
export async function debian(release: string, packages: readonly string[], target: string): Promise<void> {
  if (existsSync(target)) return;
  mkdirSync(DEPLOY_CACHE, { recursive: true });
  const draft = path.join(path.dirname(target), `draft-${path.basename(target)}`);
  rmSync(draft, { recursive: true, force: true });
  // As in the official images: without documents, and whatever the age of the list of a release that is still being made.
  const options = ['--aptopt=Acquire::Check-Valid-Until "false"', ...UNREAD.map((name) => `--dpkgopt=path-exclude=/usr/share/${name}/*`)];
  const include = packages.length > 0 ? [`--include=${packages.join(',')}`] : [];
  await execa('nice', ['mmdebstrap', '--variant=minbase', ...options, ...include, release, draft], { stdio: 'ignore' });
  await execa('mv', [draft, target]);
}

export interface Ran {
  readonly code: number;
  /** Both outputs, in their order. */
  readonly out: string;
}

export class Machine {
  private constructor(
    /** Its root, seen from outside. */
    readonly root: string,
    private readonly pid: number,
    private readonly ended: Promise<unknown>,
  ) {}

  /** @throws when Docker does not answer within two minutes */
  static async start(): Promise<Machine> {
    const root = path.join(DEPLOY_CACHE, 'machine');
    await debian(RELEASE, PACKAGES, root);
    const plugins = path.join(root, 'usr/libexec/docker/cli-plugins');
    mkdirSync(plugins, { recursive: true });
    copyFileSync(await pythonProgram('docker-compose'), path.join(plugins, 'docker-compose'));
    // The address at which slirp4netns resolves names.
    writeFileSync(path.join(root, 'etc/resolv.conf'), 'nameserver 10.0.2.3\n');
    const namespaces = ['--mount', '--net', '--pid', '--uts', '--ipc', '--fork', '--kill-child', '--propagation=private'];
    const first = execa('unshare', [...namespaces, 'sh', START, root], { reject: false, stdio: 'ignore' });
    const children = `/proc/${first.pid}/task/${first.pid}/children`;
    await waitUntil(() => existsSync(children) && readFileSync(children, 'utf8').trim() !== '', READY_MS);
    const machine = new Machine(root, Number(readFileSync(children, 'utf8')), first);
    if (await waitUntil(async () => (await machine.run('docker version')).code === 0, READY_MS, 500)) return machine;
    await machine.stop();
    throw new Error(`Docker did not start: ${readFileSync(path.join(root, 'var/log/dockerd.log'), 'utf8').slice(-2_000)}`);
  }

  /** Runs a script as an operator does who sits at it, in the folder of the checkout. */
  async run(script: string): Promise<Ran> {
    const namespaces = ['--target', `${this.pid}`, '--mount', '--net', '--pid', '--uts', '--ipc', '--root'];
    const command = `mkdir -p /root/footprint && cd /root/footprint && ${script}`;
    const options = { all: true, reject: false, stdin: 'ignore', extendEnv: false, env: ENVIRONMENT } as const;
    const { exitCode, all } = await execa('nsenter', [...namespaces, 'bash', '-c', command], options);
    return { code: exitCode ?? 1, out: all };
  }

  /** Builds of images need registries of packages; what is tested has no way out. */
  async online<T>(task: () => Promise<T>): Promise<T> {
    const network = execa('slirp4netns', ['--configure', '--disable-host-loopback', `${this.pid}`, 'tap0'], {
      reject: false,
      stdio: 'ignore',
    });
    try {
      await waitUntil(async () => (await this.run('ip route get 192.0.2.1')).code === 0, READY_MS);
      return await task();
    } finally {
      network.kill();
      await network;
    }
  }

  async stop(): Promise<void> {
    // The first process of a PID namespace takes all others with it, and with them goes what was mounted.
    process.kill(this.pid, 'SIGKILL');
    await this.ended;
    // Groups of its containers are the host's, and empty now.
    await execa('sh', ['-c', `find /sys/fs/cgroup -depth -type d -path '*/footprint-deploy*' -exec rmdir {} +`], { reject: false });
  }
}
