import { Registry } from 'prom-client';
import { expect, it } from 'vitest';
import { httpMetrics, readGauge } from '../../../../src/kernel/http/metrics.js';

it.each([
  [900, [0.5, 0.85, 0.9, 0.95, 1]],
  [500, [0.25, 0.45, 0.5, 0.55, 1]],
])('requests are counted finely around a ceiling of %i ms', async (ceiling, expected) => {
  const registry = new Registry();
  httpMetrics(registry, ceiling).requests.observe({ method: 'GET', route: '/', status: 200 }, 0.7);
  const [metric] = await registry.getMetricsAsJSON();
  const bounds = (metric?.values ?? []).flatMap(({ labels }) => ('le' in labels ? [Number(labels.le)] : []));
  expect(bounds).toEqual([...bounds].sort((a, b) => a - b));
  expect(bounds.filter((bound) => bound >= (expected[0] ?? 0) && bound <= 1)).toEqual(expected);
});

it.each([
  ['is not there', () => undefined],
  ['cannot be read', () => Promise.reject(new Error('no database'))],
])('what %s has no sample, where an alert would take 0 for a value', async (_, absent) => {
  const registry = new Registry();
  let read: (set: (labels: Readonly<Record<string, string>>, value: number) => void) => unknown = (set) => set({}, 7);
  readGauge(registry, ['example_seconds', 'Seconds left'], (set) => read(set));
  expect(await registry.metrics()).toMatch(/^example_seconds 7$/m);
  read = absent;
  expect(await registry.metrics()).not.toMatch(/^example_seconds\b/m);
});
