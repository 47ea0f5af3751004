import type { ClientTool } from './client.js';
import { GO_CLIENT } from './go.js';
import { PYTHON_CLIENT } from './python.js';
import { TYPESCRIPT_CLIENT } from './typescript.js';

export const CLIENTS: readonly ClientTool[] = [TYPESCRIPT_CLIENT, PYTHON_CLIENT, GO_CLIENT];
