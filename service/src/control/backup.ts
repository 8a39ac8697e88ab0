import { conflict } from '../http/problem.ts';
import { writeBackup } from '../store/backup/backup-lines.ts';
import { NoBackup } from '../store/failures.ts';
import type { ControlEndpoints } from './control.ts';
import { spoolBody } from './spool.ts';

export const backupControls: ControlEndpoints = {
  /** A backup of the whole store for `slipway restore`; secrets are sealed. 409 for a store in memory. */
  'GET /_local/backup': async ({ store, clock }) => {
    try {
      return {
        content: { type: 'application/jsonl; charset=utf-8', text: await spoolBody((write) => writeBackup(store, clock.now(), write)) },
      };
    } catch (error) {
      throw error instanceof NoBackup ? conflict(error.message) : error;
    }
  },
};
