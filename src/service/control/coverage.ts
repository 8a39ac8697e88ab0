import { operationsOf } from '../operation.ts';
import type { Controls } from './control.ts';

export const coverageControls: Controls = {
  /** By service: which operations were called since the start (or since this was cleared), how often, with which statuses, and which never. */
  'GET /_local/coverage': async ({ surfaces, coverage }) => ({
    body: Object.fromEntries(surfaces.map(({ name, routes }) => {
      const all = operationsOf(routes).map((operation) => ({ operation, ...coverage.of(name, operation) }));
      const called = all.filter(({ calls }) => calls > 0);
      return [name, { operations: all.length, called, never: all.filter(({ calls }) => calls === 0).map(({ operation }) => operation) }];
    })),
  }),
  'DELETE /_local/coverage': async ({ coverage }) => { coverage.clear(); return {}; },
};
