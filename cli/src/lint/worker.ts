/** The worker thread of `slipway lint`: the linter's own, the schemas of our provider, and which documents are of a mesh. */
import { serveJobs } from '@slipway/schema-tools/lint/worker';

serveJobs(
  async () => (await import('./provider-schemas.ts')).providerSchemas(),
  async () => (await import('./mesh-rules.ts')).isMeshDocument,
);
