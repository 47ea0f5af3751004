import { pino, type Logger } from 'pino';
import type { Config } from '../kernel/config/env.js';

/** JSON lines on standard output. Nothing personal is logged: ids, codes and counts only. */
export function createLog(config: Pick<Config, 'LOG_LEVEL'>, name: string): Logger {
  return pino({ name, level: config.LOG_LEVEL, base: { name, pid: process.pid } });
}
