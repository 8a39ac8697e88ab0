/** The worker thread of `slipway-lint`. */
import { serveJobs } from './run/serve-jobs.ts';

serveJobs();
