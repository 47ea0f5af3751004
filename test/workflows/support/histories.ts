import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import proto, { type temporal } from '@temporalio/proto';

const { History } = proto.temporal.api.history.v1;

export const HISTORIES = fileURLToPath(new URL('../histories/', import.meta.url));

export interface RecordedHistory {
  /** What it pins: the file's name without its ending. */
  readonly pins: string;
  readonly workflowId: string;
  readonly history: temporal.api.history.v1.History;
  readonly text: string;
}

/**
 * Every recorded history, by name. The files are the messages as JSON, as protobufjs writes them (bytes in base64, long
 * numbers and enumerations as strings). The SDK's own reader of JSON is not used: it needs its package and Temporal's
 * messages to share one copy of protobufjs, which npm does not see to.
 */
export function recordedHistories(): RecordedHistory[] {
  return readdirSync(HISTORIES)
    .filter((file) => file.endsWith('.json'))
    .sort()
    .map((file) => historyOf(file.replace(/\.json$/, ''), readFileSync(`${HISTORIES}${file}`, 'utf8')));
}

/** @param text of a recorded history */
export function historyOf(pins: string, text: string): RecordedHistory {
  const { workflowId, ...history } = JSON.parse(text) as { workflowId: string };
  return { pins, workflowId, history: History.fromObject(history), text };
}
