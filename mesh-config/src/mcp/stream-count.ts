import type { Metrics } from '../monitoring/metric-declarations.ts';

/** Counts the open streams of a process, opened by either side, in `mesh_mcp_clients_total`. */
export interface StreamCount {
  change(by: 1 | -1): void;
}

export const createStreamCount = (metrics: Pick<Metrics, 'set'>, component: string): StreamCount => {
  let count = 0;
  return {
    change: (by) => {
      count += by;
      metrics.set('mesh_mcp_clients_total', { component }, count);
    },
  };
};
