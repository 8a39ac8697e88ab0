import { conflict } from '../http/problem.ts';
import { writeBackup } from '../store/backup/backup-lines.ts';
import { NoBackup } from '../store/failures.ts';
import type { ControlEndpoints } from './control.ts';

export const backupControls: ControlEndpoints = {
  /** Everything that is stored, as `slipway restore` takes it; secrets are sealed. 409 for a store in memory. */
  'GET /_local/backup': async ({ store, clock }) => {
    const pieces: Buffer[] = [];
    try {
      await writeBackup(store, clock.now(), (lines) => void pieces.push(Buffer.from(lines)));
    } catch (error) {
      throw error instanceof NoBackup ? conflict(error.message) : error;
    }
    return { content: { type: 'application/jsonl; charset=utf-8', text: Buffer.concat(pieces) } };
  },
};
