import type { Route } from '../../http/route.ts';
import { routes as queries } from './queries.ts';
import { routes as testRuns } from './test-runs.ts';

/** The endpoints of queries and of test runs. */
export const routes: readonly Route[] = [queries, testRuns].flat();
