import { serveJobs } from '../../../src/lint/run/serve-jobs.ts';
import { isCollected, terraformSchemas } from './faulty.ts';

serveJobs(
  async () => terraformSchemas,
  async () => isCollected,
);
