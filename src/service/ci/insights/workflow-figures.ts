import { type RequestContext, type RouteResponse, route } from '../../route.ts';
import { projectHere } from '../projects/here.ts';
import { asked } from '../read.ts';
import { ok } from '../replies.ts';
import { branchesAsked } from './branch.ts';
import { changes, every } from './metrics.ts';
import { pagedBy } from './paged.ts';
import { datesAsked, trendOf, wholeWindow, windowAsked } from './window.ts';

const iso = (at: number): string => new Date(at).toISOString();
const bounds = ({ from, to }: { readonly from: number; readonly to: number }) => ({ window_start: iso(from), window_end: iso(to - 1) });

const workflows = async (asking: RequestContext): Promise<RouteResponse> => {
  const here = await projectHere(asking);
  const window = windowAsked(asking), scope = { of: { project: here.project.id }, ...branchesAsked(asking, here) };
  const { ledger } = asking.tx;
  return pagedBy<string, string>(asking, ['insights', scope, asked(asking, 'reporting-window')],
    (after, limit) => ledger.listRunNames({ ...scope, ...window }, 'name', { ...(after === undefined ? {} : { after }), limit }), (name) => name,
    async (names) => {
      const figures = new Map((await ledger.summarizeRuns({ ...scope, ...window, names }, ['name'], 'all')).map((one) => [one.group.name, one]));
      return names.map((name) => ({ name, metrics: every(figures.get(name), window.days), ...bounds(window), project_id: here.project.id }));
    });
};

const runs = async (asking: RequestContext): Promise<RouteResponse> => {
  const here = await projectHere(asking);
  const window = datesAsked(asking), scope = { of: { project: here.project.id }, names: [asking.params['workflow-name']!], ...branchesAsked(asking, here) };
  return pagedBy(asking, ['runs', scope, asked(asking, 'start-date'), asked(asking, 'end-date')],
    (before: number | undefined, limit) => asking.tx.ledger.listRuns({ ...scope, ...window }, { ...(before === undefined ? {} : { before }), limit }), ({ seq }) => seq,
    (found) => found.map(({ id, branch, seconds, createdAt, stoppedAt, credits, status, isApproval }) => ({
      id, branch, duration: seconds, created_at: iso(createdAt), stopped_at: iso(stoppedAt), credits_used: Math.round(credits), status, is_approval: isApproval,
    })));
};

const summary = async (asking: RequestContext): Promise<RouteResponse> => {
  const here = await projectHere(asking);
  const window = wholeWindow(asking), { now, before } = trendOf(window);
  const of = { project: here.project.id }, scope = { of, names: [asking.params['workflow-name']!], ...branchesAsked(asking, here) };
  const { ledger } = asking.tx;
  const figures = async (part: typeof window) => every((await ledger.summarizeRuns({ ...scope, ...part }, [], 'all'))[0], part.days);
  const { duration_metrics: _, ...latest } = await figures(now) as Record<string, number>;
  return ok({ metrics: { ...await figures(window), ...bounds(window) }, trends: changes(latest, await figures(before) as Record<string, number>), workflow_names: await ledger.listRunNames({ of, ...window }, 'name', { limit: 5000 }) });
};

const jobs = async (asking: RequestContext): Promise<RouteResponse> => {
  const here = await projectHere(asking);
  const window = windowAsked(asking), nameContains = asked(asking, 'job-name');
  const scope = { project: here.project.id, workflow: asking.params['workflow-name']!, ...branchesAsked(asking, here), ...(nameContains === undefined ? {} : { nameContains }) };
  const { ledger } = asking.tx;
  return pagedBy<string, string>(asking, ['jobs', scope, asked(asking, 'reporting-window')],
    (after, limit) => ledger.listJobNames({ ...scope, ...window }, { ...(after === undefined ? {} : { after }), limit }), (name) => name,
    async (names) => {
      const figures = new Map((await ledger.summarizeJobs({ ...scope, ...window, names }, 'all')).map((one) => [one.group.name, one]));
      return names.map((name) => ({ name, metrics: every(figures.get(name), window.days), ...bounds(window) }));
    });
};

/** Of the hosted service: the runs of one job. */
const jobRuns = async (asking: RequestContext): Promise<RouteResponse> => {
  const here = await projectHere(asking);
  const window = datesAsked(asking);
  const scope = { project: here.project.id, workflow: asking.params['workflow-name']!, names: [asking.params['job-name']!], ...branchesAsked(asking, here) };
  return pagedBy(asking, ['job runs', scope, asked(asking, 'start-date'), asked(asking, 'end-date')],
    (before: number | undefined, limit) => asking.tx.ledger.listJobs({ ...scope, ...window }, { ...(before === undefined ? {} : { before }), limit }), ({ seq }) => seq,
    (found) => found.map(({ id, seconds, startedAt, stoppedAt, credits, status }) => ({ id, duration: seconds, started_at: iso(startedAt), stopped_at: iso(stoppedAt), credits_used: Math.round(credits), status })));
};

export const routes = [
  route('GET /insights/{project-slug}/workflows', workflows),
  route('GET /insights/{project-slug}/workflows/{workflow-name}', runs),
  route('GET /insights/{project-slug}/workflows/{workflow-name}/summary', summary),
  route('GET /insights/{project-slug}/workflows/{workflow-name}/jobs', jobs),
  route('GET /insights/{project-slug}/workflows/{workflow-name}/jobs/{job-name}', jobRuns),
];
