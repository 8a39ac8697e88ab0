import type { ApiDefinition } from '../pipeline/api-definition.ts';
import { startPolicyPolling } from './policies/evaluation/evaluate-pending.ts';
import { startRunPolling } from './runs/advance-runs.ts';

/** Moves runs on, and evaluates the policies that they wait for, until stopped. */
export const startBackgroundWork: NonNullable<ApiDefinition['startBackgroundWork']> = ({ store, clock, settings, report }) => {
  const works = [startRunPolling(store, clock, settings, report), startPolicyPolling(store, clock, settings, report)];
  return {
    stop: async () => {
      await Promise.all(works.map((work) => work.stop()));
    },
  };
};
