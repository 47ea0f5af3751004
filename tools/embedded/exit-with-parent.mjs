/**
 * Loaded into child processes before their own code (`node --import`): when the supervisor has ended, whatever killed it, the IPC
 * channel closes and the child exits through its own SIGTERM handler.
 */
const BACKSTOP_MS = 15_000;

process.once('disconnect', () => {
  process.kill(process.pid, 'SIGTERM');
  setTimeout(() => process.exit(1), BACKSTOP_MS).unref();
});
// The open channel must not keep a finished process alive.
process.channel?.unref();
