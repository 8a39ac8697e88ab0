import type { Route } from '../../http/route.ts';
import { routes as artifacts } from './artifacts.ts';
import { routes as output } from './job-output.ts';
import { routes as jobs } from './jobs.ts';

/** The endpoints of jobs, their artifacts and output. */
export const routes: readonly Route[] = [jobs, artifacts, output].flat();
