import type { Command } from 'commander';
import { besideEntry } from '../../../schema-tools/src/lint/program/beside-entry.ts';
import { lintCommand } from '../../../schema-tools/src/lint/program/command.ts';
import { version } from '../../version.ts';

/** `slipway-lint`, which also knows the schemas of our own provider, and what mesh-config finds in files of a mesh. */
export const slipwayLintCommand = (): Command => lintCommand('lint', {
  program: 'slipway', version, worker: () => besideEntry(import.meta.url, '../lint/worker', 'lint-worker'),
  own: async () => (await import('../lint/own-schemas.ts')).providerSchemas(),
  concerns: async () => (await import('../lint/mesh-rules.ts')).isMeshDocument,
  across: async () => ({ rules: (await import('../lint/mesh-rules.ts')).meshRules, find: async (...asked) => (await import('../lint/mesh-analysis.ts')).analyzeMeshDocuments(...asked) }),
});
