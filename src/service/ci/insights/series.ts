import type { Figures, Bucket } from '../../store/ledger/figures.ts';
import { type RequestContext, type RouteResponse, route } from '../../route.ts';
import { projectHere } from '../projects/here.ts';
import { asked, oneAsked } from '../read.ts';
import { branchAsked } from './branch.ts';
import { every } from './metrics.ts';
import { pagedBy } from './paged.ts';
import { datesAsked, day, hour } from './window.ts';

/** How long each is kept. */
const grains = { daily: { step: day, kept: 90 * day }, hourly: { step: hour, kept: 48 * hour } } as const;

const iso = (at: number | null): string | null => (at === null ? null : new Date(at).toISOString());
const key = ([bucket, name]: Bucket): string => `${bucket} ${name}`;
const rendered = (figures: readonly Figures[], step: number) => {
  const known = new Map(figures.map((one) => [key([one.group.bucket!, one.group.name!]), one]));
  return (moments: readonly Bucket[]) => moments.map((moment) => {
    const found = known.get(key(moment));
    return { name: moment[1], min_started_at: iso(found?.firstStart ?? null), max_ended_at: iso(found?.lastStop ?? null), timestamp: iso(moment[0]), metrics: every(found, step / day) };
  });
};

/** A page covers a stretch of days or hours: only those are counted. */
const stretch = (page: readonly Bucket[], step: number, { from, to }: { readonly from: number; readonly to: number }) =>
  ({ from: Math.max(from, page[0]![0]), to: Math.min(to, page.at(-1)![0] + step) });

const asks = async (asking: RequestContext) => {
  const here = await projectHere(asking);
  const granularity = oneAsked(asking, 'granularity', ['daily', 'hourly'], 'daily'), { step, kept } = grains[granularity];
  return { here, step, window: datesAsked(asking, kept, step), list: [granularity, asked(asking, 'start-date'), asked(asking, 'end-date')] };
};
const places = (after: Bucket | undefined, limit: number) => ({ ...(after ? { after } : {}), limit });
const namesIn = (page: readonly Bucket[]) => [...new Set(page.map(([, name]) => name))];

const jobs = async (asking: RequestContext): Promise<RouteResponse> => {
  const { here, step, window, list } = await asks(asking), { ledger } = asking.tx;
  const scope = { project: here.project.id, workflow: asking.params['workflow-name']!, ...branchAsked(asking, here) };
  return pagedBy<Bucket, Bucket>(asking, ['job series', scope, ...list], (after, limit) => ledger.listJobBuckets({ ...scope, ...window }, step, places(after, limit)), (moment) => moment,
    async (page) => (page.length === 0 ? [] : rendered(await ledger.summarizeJobs({ ...scope, ...stretch(page, step, window), names: namesIn(page) }, 'all', step), step)(page)));
};

/** Of the hosted service: the same of whole workflows. */
const workflows = async (asking: RequestContext): Promise<RouteResponse> => {
  const { here, step, window, list } = await asks(asking), { ledger } = asking.tx;
  const scope = { of: { project: here.project.id }, ...branchAsked(asking, here) };
  return pagedBy<Bucket, Bucket>(asking, ['workflow series', scope, ...list], (after, limit) => ledger.listRunBuckets({ ...scope, ...window }, step, places(after, limit)), (moment) => moment,
    async (page) => (page.length === 0 ? [] : rendered(await ledger.summarizeRunSeries({ ...scope, ...stretch(page, step, window), names: namesIn(page) }, 'all', step), step)(page)));
};

export const routes = [
  route('GET /insights/time-series/{project-slug}/workflows/{workflow-name}/jobs', jobs),
  route('GET /insights/time-series/{project-slug}/workflows', workflows),
];
