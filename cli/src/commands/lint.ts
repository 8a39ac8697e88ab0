import type { Command } from 'commander';
import { workerScript } from '@slipway/schema-tools/threads';
import { lintCommand } from '@slipway/schema-tools/lint/command';
import { version } from '@slipway/declarations/version';

/** `slipway-lint` with the schemas of our own provider, and the mesh-config analysis of mesh files. */
export const slipwayLintCommand = (): Command =>
  lintCommand('lint', {
    program: 'slipway',
    version,
    workerScript: () => workerScript(import.meta.url, '../lint/worker', 'lint-worker'),
    terraformSchemas: async () => (await import('../lint/provider-schemas.ts')).providerSchemas(),
    documentFilter: async () => (await import('../lint/mesh-rules.ts')).isMeshDocument,
    crossFile: async () => ({
      rules: (await import('../lint/mesh-rules.ts')).meshRules,
      analyze: async (...asked) => (await import('../lint/mesh-analysis.ts')).analyzeMeshDocuments(...asked),
    }),
  });
