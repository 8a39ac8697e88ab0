import { performance } from 'node:perf_hooks';
import type { MetricFamily } from './exposition.ts';

const gauge = (name: string, unit: MetricFamily['unit'], help: string, value: number): MetricFamily => ({
  name,
  type: 'gauge',
  ...(unit ? { unit } : {}),
  help,
  samples: [{ value }],
});
const seconds = (name: string, help: string, value: number): MetricFamily => ({
  name,
  type: 'counter',
  unit: 'seconds',
  help,
  samples: [{ suffix: '_total', value }],
});

/** The process itself, with the names that client libraries of Prometheus give such metrics. */
export const describeProcess = (): readonly MetricFamily[] => {
  const { user, system } = process.cpuUsage();
  const { rss, heapUsed, heapTotal, external } = process.memoryUsage();
  const { active, idle } = performance.eventLoopUtilization();
  return [
    seconds('process_cpu_seconds', 'Processor time of the process, user and system.', (user + system) / 1e6),
    gauge('process_resident_memory_bytes', 'bytes', 'Memory of the process.', rss),
    gauge('process_start_time_seconds', 'seconds', 'When the process started, in seconds since 1970.', performance.timeOrigin / 1000),
    gauge('nodejs_heap_size_used_bytes', 'bytes', 'Heap of JavaScript that is in use.', heapUsed),
    gauge('nodejs_heap_size_total_bytes', 'bytes', 'Heap of JavaScript.', heapTotal),
    gauge('nodejs_external_memory_bytes', 'bytes', 'Memory outside of the heap, such as bodies of requests.', external),
    seconds('slipway_event_loop_active_seconds', 'Time in which the event loop worked.', active / 1000),
    seconds('slipway_event_loop_idle_seconds', 'Time in which the event loop waited.', idle / 1000),
  ];
};
