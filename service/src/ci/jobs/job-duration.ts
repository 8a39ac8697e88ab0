import type { Job } from './job-records.ts';

/** Milliseconds from start to stop; null until the job ends, and for one that never started. */
export const durationOf = ({ startedAt, stoppedAt }: Pick<Job, 'startedAt' | 'stoppedAt'>): number | null =>
  startedAt === null || stoppedAt === null ? null : Date.parse(stoppedAt) - Date.parse(startedAt);
