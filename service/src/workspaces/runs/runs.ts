import { type RequestContext, type RouteResponse, route } from '../../http/route.ts';
import { okDocument } from '../../json-api/responses.ts';
import { showRunDescription } from './describe-runs.ts';
import { renderRuns } from './render-runs.ts';
import { requireRun } from './require-run.ts';

const showRun = async (ctx: RequestContext): Promise<RouteResponse> =>
  okDocument((await renderRuns(ctx, [await requireRun(ctx, 'read-run')]))[0]!);

export const routes = [route('GET /runs/{run_id}', showRun, { description: showRunDescription })];
