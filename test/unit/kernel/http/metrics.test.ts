import { Registry } from 'prom-client';
import { expect, it } from 'vitest';
import { httpMetrics } from '../../../../src/kernel/http/metrics.js';

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
