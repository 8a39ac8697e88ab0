import type { RequestContext } from '../../http/route.ts';
import type { BodyCondition, RecordFilter } from '../../store/record-filter.ts';
import type { StoredRecord } from '../../store/store.ts';
import { queryParameter, describeValue, invalidRequest } from '../requests/read-request.ts';
import type { DecisionLog } from './policy-records.ts';

const decisionStatuses = ['PASS', 'SOFT_FAIL', 'HARD_FAIL', 'ERROR'] as const;

const parseParameter = <T>(
  ctx: RequestContext,
  name: string,
  description: string,
  read: (text: string) => T | undefined,
): T | undefined => {
  const text = queryParameter(ctx, name);
  if (text === undefined) return undefined;
  const value = read(text);
  if (value === undefined) throw invalidRequest({ detail: `expected ${description}, ${describeValue(text)}`, parameter: name });
  return value;
};
const integerParameter = (ctx: RequestContext, name: string): number | undefined =>
  parseParameter(ctx, name, 'a whole number from 0 on', (text) => (/^\d{1,15}$/.test(text) ? Number(text) : undefined));

const dateTime = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2})?)?$/i;
/** A time in the format of records. A time without an offset is UTC; an unencoded `+` in a query arrives as a space. */
const timeParameter = (ctx: RequestContext, name: string): string | undefined =>
  parseParameter(ctx, name, 'a date-time such as 2026-05-01T12:00:00Z', (text) => {
    const encoded = text.replace(' ', '+');
    if (!dateTime.test(encoded)) return undefined;
    const time = new Date(/T/i.test(encoded) && !/(Z|[+-]\d{2}:\d{2})$/i.test(encoded) ? `${encoded}Z` : encoded);
    return Number.isNaN(time.getTime()) || !/^\d{4}-/.test(time.toISOString()) ? undefined : time.toISOString();
  });

const parseConditions = (ctx: RequestContext): readonly BodyCondition[] => {
  const conditions: { path: string; is: string | number }[] = [];
  const add = (path: string, is: string | number | undefined): void => {
    if (is !== undefined) conditions.push({ path, is });
  };
  add(
    'decision.status',
    parseParameter(ctx, 'status', decisionStatuses.join(', '), (text) => decisionStatuses.find((one) => one === text)),
  );
  add('metadata.vcs.branch', queryParameter(ctx, 'branch'));
  add('metadata.project_id', queryParameter(ctx, 'project_id'));
  add('metadata.build_number', integerParameter(ctx, 'build_number'));
  return conditions;
};

/** Parses the query; the function returns at most `ciPageSize` matching decisions from `offset` on, newest first. */
export const parseDecisionQuery = (ctx: RequestContext): ((set: string) => Promise<readonly StoredRecord<DecisionLog>[]>) => {
  const body = parseConditions(ctx);
  const [after, before, offset] = [timeParameter(ctx, 'after'), timeParameter(ctx, 'before'), integerParameter(ctx, 'offset') ?? 0];
  return async (set) => {
    // The name of a record is its time, so a list in order of names is one in order of time.
    const named = { ...(after === undefined ? {} : { after }), ...(before === undefined ? {} : { before }) };
    const filter: RecordFilter = { kind: 'ci-policy-decisions', scope: set, named, ...(body.length > 0 ? { body } : {}) };
    return (
      await ctx.tx.list<DecisionLog>(filter, {
        offset,
        limit: ctx.settings.ciPageSize,
        uncounted: true,
        order: { by: 'name', descending: true },
      })
    ).records;
  };
};
