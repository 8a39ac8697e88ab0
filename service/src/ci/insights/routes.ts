import type { Route } from '../../http/route.ts';
import { routes as insightsSummaries } from './summaries.ts';
import { routes as insightsTests } from './test-metrics.ts';
import { routes as insightsSeries } from './time-series.ts';
import { routes as insightsWorkflows } from './workflow-metrics.ts';

/** The endpoints of insights: summaries, workflows, time series and tests. */
export const routes: readonly Route[] = [insightsSummaries, insightsWorkflows, insightsSeries, insightsTests].flat();
