/** The worker thread of `slipway lint`: the linter's own, and the schemas of our provider. */
import { serveJobs } from '../../../schema-tools/src/lint/run/serve-jobs.ts';

serveJobs(async () => (await import('./own-schemas.ts')).ownSchemas());
