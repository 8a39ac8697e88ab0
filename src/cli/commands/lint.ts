import type { Command } from 'commander';
import { besideEntry } from '../../../schema-tools/src/lint/program/beside-entry.ts';
import { lintCommand } from '../../../schema-tools/src/lint/program/command.ts';
import { version } from '../../version.ts';

/** `slipway-lint`, which also knows the schemas of our own provider. */
export const lint = (): Command => lintCommand('lint', {
  program: 'slipway', version, worker: () => besideEntry(import.meta.url, '../lint/worker', 'lint-worker'),
  own: async () => (await import('../lint/own-schemas.ts')).ownSchemas(),
});
