import { calibrateDue } from './activity-proxies.js';

/** Renews the controls of platforms, spread over time. */
export async function calibrate(): Promise<{ calibrated: number }> {
  return calibrateDue();
}
