import type { ClientTool } from './client.js';
import { GO } from './go.js';
import { PYTHON } from './python.js';
import { TYPESCRIPT } from './typescript.js';

export const CLIENTS: readonly ClientTool[] = [TYPESCRIPT, PYTHON, GO];
