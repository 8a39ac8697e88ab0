import { badRequest } from '../../http/problem.ts';
import type { RequestContext } from '../../http/route.ts';
import { seesEverything } from '../../json-api/hide-unreadable.ts';
import type { BodyCondition, RecordFilter } from '../../store/record-filter.ts';
import { finalStatuses, runOperations, runStatuses, type RunStatus } from './stored.ts';

const parseWords = (ctx: RequestContext, name: string, known: readonly string[]): readonly string[] | undefined => {
  const text = ctx.query.get(name);
  if (text === null || text === '') return undefined;
  const words = text.split(',').map((word) => word.trim());
  const unknown = words.find((word) => !known.includes(word));
  if (unknown !== undefined) throw badRequest(`${name} names "${unknown}"; expected ${known.join(', ')}`, name);
  return words;
};

const discardableStatuses: readonly RunStatus[] = [
  'pending',
  'planned',
  'post_plan_awaiting_decision',
  'post_plan_completed',
  'cost_estimated',
  'policy_override',
  'policy_checked',
  'planned_and_saved',
];
const statusGroups: { readonly [group: string]: readonly RunStatus[] } = {
  non_final: runStatuses.filter((status) => !finalStatuses.has(status)),
  final: [...finalStatuses],
  discardable: discardableStatuses,
};
/** Statuses of the hosted service that runs of this one never have: filters accept them and match nothing. */
const otherStatuses = [
  'fetching_completed',
  'pre_plan_awaiting_decision',
  'queuing',
  'tf_policy_checked',
  'tf_policy_override',
  'queuing_apply',
  'assessing',
  'assessed',
];

const parseStatuses = (ctx: RequestContext): readonly string[] | undefined => {
  const statuses = parseWords(ctx, 'filter[status]', [...runStatuses, ...otherStatuses]);
  const groups = parseWords(ctx, 'filter[status_group]', Object.keys(statusGroups));
  if (groups === undefined) return statuses;
  const grouped: readonly string[] = groups.flatMap((group) => statusGroups[group]!);
  return statuses === undefined ? grouped : statuses.filter((status) => grouped.includes(status));
};

const formatMonth = (year: number, month: number): string => `${year}-${String(month).padStart(2, '0')}`;

/** The months of a year, or those of the last twelve with the current one. */
const parseMonths = (ctx: RequestContext, otherwise: string | undefined): readonly string[] | undefined => {
  const timeframe = ctx.query.get('filter[timeframe]') || otherwise;
  if (timeframe === undefined) return undefined;
  if (/^\d{4}$/.test(timeframe)) return Array.from({ length: 12 }, (_, index) => formatMonth(Number(timeframe), index + 1));
  if (timeframe !== 'year') throw badRequest(`filter[timeframe] is "${timeframe}"; expected year, or a year`, 'filter[timeframe]');
  const now = ctx.clock.now();
  const months = now.getUTCFullYear() * 12 + now.getUTCMonth();
  return Array.from({ length: 13 }, (_, back) => formatMonth(Math.floor((months - back) / 12), ((months - back) % 12) + 1));
};

/** The filters and searches that the query of a list of runs has. `timeframe`: where the query names none. Throws 400. */
export const parseRunConditions = (ctx: RequestContext, timeframe?: string): Pick<RecordFilter, 'body' | 'nameContains'> => {
  const { query } = ctx;
  const statuses = parseStatuses(ctx);
  const operations = parseWords(ctx, 'filter[operation]', runOperations);
  const months = parseMonths(ctx, timeframe);
  const sources = query.get('filter[source]')?.split(',');
  const [basic, user, commit] = [query.get('search[basic]'), query.get('search[user]'), query.get('search[commit]')];
  const body: readonly BodyCondition[] = [
    ...(statuses ? [{ path: 'status', is: statuses }] : []),
    ...(operations ? [{ path: 'operation', is: operations }] : []),
    ...(months ? [{ path: 'month', is: months }] : []),
    ...(sources ? [{ path: 'source', is: sources }] : []),
    ...(user ? [{ path: 'createdBy.name', is: user }] : []),
    // A team may be secret: a match by its name would reveal it.
    ...(user && !seesEverything(ctx) ? [{ path: 'createdBy.kind', is: ['user', 'organization'] }] : []),
    ...(commit ? [{ path: 'commit', is: commit }] : []),
  ];
  return { ...(body.length > 0 ? { body } : {}), ...(basic ? { nameContains: basic } : {}) };
};
