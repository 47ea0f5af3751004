import { proxyActivities, proxyLocalActivities } from '@temporalio/workflow';
import type { bareActivities } from './bare-activities.js';

const { plan, finish } = proxyLocalActivities<typeof bareActivities>({ startToCloseTimeout: '10 seconds' });
const { shard } = proxyActivities<typeof bareActivities>({ startToCloseTimeout: '10 seconds' });

/** Temporal alone: as many steps as a small lookup has, each of which does nothing. */
export async function bare(): Promise<string> {
  await plan();
  await shard();
  return finish();
}

/** One ordinary activity. */
export async function bareOrdinary(): Promise<number> {
  return shard();
}

/** One local activity. */
export async function bareLocal(): Promise<number> {
  return plan();
}
