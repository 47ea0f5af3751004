import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export const HISTORIES = fileURLToPath(new URL('../histories/', import.meta.url));

export interface RecordedHistory {
  /** What it pins: the file's name without its ending. */
  readonly pins: string;
  readonly workflowId: string;
  /** As the SDK writes it: protobuf as JSON. */
  readonly history: { readonly events: readonly Record<string, unknown>[] };
}

/** Every recorded history, by name. */
export function recordedHistories(): RecordedHistory[] {
  return readdirSync(HISTORIES)
    .filter((file) => file.endsWith('.json'))
    .sort()
    .map((file) => {
      const { workflowId, ...history } = JSON.parse(readFileSync(`${HISTORIES}${file}`, 'utf8')) as RecordedHistory['history'] & { workflowId: string };
      return { pins: file.replace(/\.json$/, ''), workflowId, history };
    });
}
