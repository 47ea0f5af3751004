/** Terminal output of a start: a line for each part, then how to use the service. */
import colors from 'picocolors';

export interface TerminalOutput {
  /** A part is running. `detail` in a few words; `ms` the milliseconds that its start took. */
  started(name: string, detail: string, ms: number): void;
  /** A step takes long, or is done differently than expected. */
  note(text: string): void;
  warn(text: string): void;
  failed(sentence: string, detail: string): void;
  ready(facts: ReadyFacts): void;
  line(text: string): void;
}

export interface ReadyFacts {
  readonly apiUrl: string;
  readonly uiUrl: string | null;
  /** Null when the dashboard is opened without it. */
  readonly signInLink: string | null;
  /** Whom the link signs in. */
  readonly email: string | null;
  /** Null unless it is new. */
  readonly key: string | null;
  /** Null when there is no demo account. */
  readonly keyFile: string | null;
  readonly logs: string;
  /** Username that the example command looks up. */
  readonly subject: string;
}

const NAME_WIDTH = 14;
const DETAIL_WIDTH = 58;

export function createTerminalOutput(out: NodeJS.WritableStream = process.stdout): TerminalOutput {
  const line = (text = '') => void out.write(`${text}\n`);
  return {
    line,
    started: (name, detail, ms) =>
      line(`  ${colors.green('✓')} ${name.padEnd(NAME_WIDTH)}${colors.dim(`${detail.padEnd(DETAIL_WIDTH)} ${seconds(ms)}`)}`),
    note: (text) => line(`  ${colors.dim(`· ${text}`)}`),
    warn: (text) => line(`  ${colors.yellow('!')} ${text}`),
    failed(sentence, detail) {
      line(`\n  ${colors.red('✖')} ${sentence}`);
      if (detail) line(`\n${detail.replaceAll(/^/gm, '    ')}`);
      line();
    },
    ready({ apiUrl, uiUrl, signInLink, email, key, keyFile, logs, subject }) {
      line();
      fact('Dashboard', colors.cyan(signInLink ?? `${apiUrl}/dashboard`));
      if (signInLink) fact('', colors.dim(`signs you in once, within 15 minutes; later: npx footprint sign-in --email ${email ?? '…'}`));
      fact('API', colors.cyan(apiUrl));
      fact('API docs', colors.cyan(`${apiUrl}/docs`));
      if (uiUrl) fact('Temporal UI', colors.cyan(uiUrl));
      if (keyFile) fact('API key', `${key ?? `in ${keyFile}`}  ${colors.dim(`(demo account${key ? `, kept in ${keyFile}` : ''})`)}`);
      fact('Logs', colors.dim(logs));
      if (keyFile) line(`\n  Try it:\n\n${curl(apiUrl, key ?? `$(cat ${keyFile})`, subject).replaceAll(/^/gm, '    ')}`);
      line(`\n  ${colors.dim('Ctrl-C stops everything.')}\n`);
    },
  };

  function fact(name: string, value: string): void {
    line(`  ${name.padEnd(NAME_WIDTH)}${value}`);
  }
}

/** A command to paste: one lookup that waits for its result. */
export function curl(apiUrl: string, key: string, subject: string): string {
  return [
    `curl -s '${apiUrl}/v1/lookup?wait=true' \\`,
    `  -H "Authorization: Bearer ${key}" \\`,
    `  -H 'Content-Type: application/json' \\`,
    `  -d '{"query":"${subject}"}'`,
  ].join('\n');
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`;
}
