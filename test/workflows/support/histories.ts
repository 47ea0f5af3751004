import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import proto, { type temporal } from '@temporalio/proto';

const { History } = proto.temporal.api.history.v1;

const HISTORIES = fileURLToPath(new URL('../histories/', import.meta.url));
const ENDING = '.json.gz';

/** @param pins what the history pins */
export const historyFile = (pins: string): string => `${HISTORIES}${pins}${ENDING}`;

export interface RecordedHistory {
  /** What it pins: the file's name without its ending. */
  readonly pins: string;
  readonly workflowId: string;
  readonly history: temporal.api.history.v1.History;
  readonly text: string;
}

/**
 * Every recorded history, by name. The files are the messages as compressed JSON, as protobufjs writes them (bytes in base64, long
 * numbers and enumerations as strings). The SDK's own reader of JSON is not used: it needs its package and Temporal's
 * messages to share one copy of protobufjs, which npm does not see to.
 */
export function recordedHistories(): RecordedHistory[] {
  return readdirSync(HISTORIES)
    .filter((file) => file.endsWith(ENDING))
    .map((file) => file.slice(0, -ENDING.length))
    .sort()
    .map((pins) => historyOf(pins, gunzipSync(readFileSync(historyFile(pins))).toString()));
}

/** @param text of a recorded history */
export function historyOf(pins: string, text: string): RecordedHistory {
  const { workflowId, ...history } = JSON.parse(text) as { workflowId: string };
  return { pins, workflowId, history: History.fromObject(history), text };
}
