import { statSync } from 'node:fs';
import type { LintJob } from './lint-job.ts';

/** Bytes that a job reads; 0 for a file that cannot be read: reading it reports the reason. */
export function jobSize({ file, text, bytes }: LintJob): number {
  try {
    return text?.length ?? bytes?.length ?? statSync(file).size;
  } catch {
    return 0;
  }
}
