import { listOperations } from '../http/operation.ts';
import type { ControlEndpoints } from './control.ts';

export const coverageControls: ControlEndpoints = {
  /** Per service: the operations called since the start or the last clearing, with counts by status, and those never called. */
  'GET /_local/coverage': async ({ apis, coverage }) => ({
    body: Object.fromEntries(
      apis.map(({ name, routes }) => {
        const all = listOperations(routes).map((operation) => ({ operation, ...coverage.get(name, operation) }));
        const called = all.filter(({ calls }) => calls > 0);
        return [name, { operations: all.length, called, never: all.filter(({ calls }) => calls === 0).map(({ operation }) => operation) }];
      }),
    ),
  }),
  'DELETE /_local/coverage': async ({ coverage }) => {
    coverage.clear();
    return {};
  },
};
