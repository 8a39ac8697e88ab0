/** A linter in a program with bugs: its schema of a block `x_broken` throws, and with FAULTY_ANALYSIS its analysis across files. */
import { lintCommand } from '../../../src/lint/program/lint-command.ts';
import { isCollected, terraformSchemas } from './faulty.ts';

await lintCommand('faulty', {
  program: 'faulty',
  version: '1.0.0',
  workerScript: () => new URL('./faulty-worker.mjs', import.meta.url),
  terraformSchemas: async () => terraformSchemas,
  documentFilter: async () => isCollected,
  crossFile: async () => ({
    rules: [{ id: 'mesh', doc: 'None.', severity: 'warning' }],
    analyze: async () => {
      if (process.env['FAULTY_ANALYSIS']) throw new Error('the analysis broke');
      return [];
    },
  }),
}).parseAsync();
