/**
 * Loaded into our children before their own code (`node --import`): when the supervisor is gone, whatever killed it, the
 * IPC channel ends and the child leaves by its own SIGTERM handler.
 */
const BACKSTOP_MS = 15_000;

process.once('disconnect', () => {
  process.kill(process.pid, 'SIGTERM');
  setTimeout(() => process.exit(1), BACKSTOP_MS).unref();
});
// Waiting for that end must not keep a finished process alive.
process.channel?.unref();
