/**
 * Patches postgres.js 3.4.9 in node_modules, after each installation. Unpatched, a server that goes away ends every process
 * that has a transaction open: the driver writes ROLLBACK to a socket that it has already dropped, from a callback whose errors
 * cannot be caught (upstream issues 1066, 1154 and 1208, open at this version). The same happens to a process whose new
 * connection is lost while the driver queries the array types, and a connection that is lost with a write still queued never
 * sends a byte again. Patched, each of these is a rejected query with the code CONNECTION_CLOSED.
 * The release also has no limit for a statement whose response never arrives: a connection that the network dropped silently stays
 * in the pool until TCP gives up, after a quarter of an hour. The option `query_timeout` (seconds) destroys such a connection, and
 * the pool opens a new one.
 * Remove this when a release has it; test/integration/postgres-kill.test.ts and test/contract/lost-connections.test.ts show
 * whether it does.
 */
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** Pairs: the text of the release, and its replacement. */
const CONNECTION_CHANGES = [
  [
    // A statement of a transaction whose connection is lost.
    `  function execute(q) {
    if (terminated)
`,
    `  function execute(q) {
    if (socket === null && !terminated)
      return queryError(q, Errors.connection('CONNECTION_CLOSED', options)), true

    if (terminated)
`,
  ],
  [
    // Any other late write.
    `  function nextWrite(fn) {
    const x = socket.write(chunk, fn)
`,
    `  function nextWrite(fn) {
    const x = socket === null || socket.write(chunk, fn)
`,
  ],
  [
    // Data that was queued for the old connection must not go to the next one.
    `    incomings = null
    clearImmediate(nextWriteTimer)
    socket.removeListener`,
    `    incomings = null
    clearImmediate(nextWriteTimer)
    chunk = nextWriteTimer = null
    socket.removeListener`,
  ],
  [
    // Each new connection first queries the array types; nothing handles a rejection of that.
    `return fetchArrayTypes()`,
    `return fetchArrayTypes().catch(noop)`,
  ],
  [
    // A ROLLBACK that is sent between the fault and the close would be waited for on the next connection.
    `    !hadError && (query || sent.length) && error(`,
    `    if (query || sent.length) error(`,
  ],
  [
    `      , connectTimer = timer(connectTimedOut, options.connect_timeout)
`,
    `      , connectTimer = timer(connectTimedOut, options.connect_timeout)
      , queryTimer = timer(queryTimedOut, options.query_timeout)
`,
  ],
  [
    // A response that arrived while this process was busy is read first.
    `  async function secure() {
`,
    `  function queryTimedOut() {
    const late = query
    setImmediate(() => late && late === query && socket && socket.destroy())
  }

  async function secure() {
`,
  ],
  [
    `        : (query = q, query.active = true)
`,
    `        : (query = q, query.active = true, queryTimer.start())
`,
  ],
  [
    `    if (query)
      return // Consider`,
    `    if (query)
      return queryTimer.start() // Consider`,
  ],
  [
    `    result = new Result()
    connectTimer.cancel()
`,
    `    result = new Result()
    connectTimer.cancel()
    queryTimer.cancel()
`,
  ],
  [
    `    connectTimer.cancel()

    socket.removeAllListeners()
`,
    `    connectTimer.cancel()
    queryTimer.cancel()

    socket.removeAllListeners()
`,
  ],
];

const OPTION_CHANGES = [
  [
    `    connect_timeout : 30,
`,
    `    connect_timeout : 30,
    query_timeout   : null,
`,
  ],
];

/** @type {Readonly<Record<string, readonly string[][]>>} */
const CHANGES = {
  'src/connection.js': CONNECTION_CHANGES,
  'cjs/src/connection.js': CONNECTION_CHANGES,
  'src/index.js': OPTION_CHANGES,
  'cjs/src/index.js': OPTION_CHANGES,
};

/**
 * @param {string} root folder of package.json
 * @throws Error when the driver is another release, so that an upgrade requires a look at this file
 */
export function patchDriver(root) {
  for (const [name, changes] of Object.entries(CHANGES)) {
    const file = path.join(root, 'node_modules', 'postgres', name);
    if (!existsSync(file)) continue;
    const before = readFileSync(file, 'utf8');
    const after = changes.reduce((text, [is, shall]) => {
      if (text.includes(shall)) return text;
      if (!text.includes(is))
        throw new Error(`node_modules/postgres/${name} is not the release that scripts/launch/patch-driver.mjs mends.`);
      return text.replace(is, () => shall);
    }, before);
    if (after === before) continue;
    // Replaced atomically: another process may be loading it.
    writeFileSync(`${file}.${process.pid}`, after);
    renameSync(`${file}.${process.pid}`, file);
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) patchDriver(path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..', '..'));
