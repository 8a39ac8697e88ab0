import type { RequestContext } from '../../http/route.ts';
import type { RecordFilter, StoredRecord } from '../../store/store.ts';
import { queryParameter, describeValue, invalidRequest } from '../requests/read-request.ts';
import type { DecisionLog } from './policy-records.ts';

const decisionStatuses = ['PASS', 'SOFT_FAIL', 'HARD_FAIL', 'ERROR'] as const;
type BodyConditions = NonNullable<RecordFilter['body']>;

const parseParameter = <T>(asking: RequestContext, name: string, words: string, read: (text: string) => T | undefined): T | undefined => {
  const text = queryParameter(asking, name);
  if (text === undefined) return undefined;
  const value = read(text);
  if (value === undefined) throw invalidRequest({ detail: `expected ${words}, ${describeValue(text)}`, parameter: name });
  return value;
};
const integerParameter = (asking: RequestContext, name: string): number | undefined =>
  parseParameter(asking, name, 'a whole number from 0 on', (text) => (/^\d{1,15}$/.test(text) ? Number(text) : undefined));

const dateTime = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2})?)?$/i;
/** As records have it. A time without an offset is UTC; a `+` that came unencoded is a space by now. */
const timeParameter = (asking: RequestContext, name: string): string | undefined =>
  parseParameter(asking, name, 'a date-time such as 2026-05-01T12:00:00Z', (text) => {
    const spelled = text.replace(' ', '+');
    if (!dateTime.test(spelled)) return undefined;
    const time = new Date(/T/i.test(spelled) && !/(Z|[+-]\d{2}:\d{2})$/i.test(spelled) ? `${spelled}Z` : spelled);
    return Number.isNaN(time.getTime()) || !/^\d{4}-/.test(time.toISOString()) ? undefined : time.toISOString();
  });

const parseConditions = (asking: RequestContext): BodyConditions => {
  const found: { path: string; is: string | number }[] = [];
  const add = (path: string, is: string | number | undefined): void => {
    if (is !== undefined) found.push({ path, is });
  };
  add(
    'decision.status',
    parseParameter(asking, 'status', decisionStatuses.join(', '), (text) => decisionStatuses.find((one) => one === text)),
  );
  add('metadata.vcs.branch', queryParameter(asking, 'branch'));
  add('metadata.project_id', queryParameter(asking, 'project_id'));
  add('metadata.build_number', integerParameter(asking, 'build_number'));
  return found;
};

/** Newest first: at most `ciPageSize` decisions from `offset` on, of those that every parameter of the query lets through. */
export const parseDecisionQuery = (asking: RequestContext): ((set: string) => Promise<readonly StoredRecord<DecisionLog>[]>) => {
  const body = parseConditions(asking);
  const [after, before, offset] = [
    timeParameter(asking, 'after'),
    timeParameter(asking, 'before'),
    integerParameter(asking, 'offset') ?? 0,
  ];
  return async (set) => {
    // A record's name is its time: the list by name is one by time, and a time a place in it.
    const named = { ...(after === undefined ? {} : { after }), ...(before === undefined ? {} : { before }) };
    const filter: RecordFilter = { kind: 'ci-policy-decisions', scope: set, named, ...(body.length > 0 ? { body } : {}) };
    return (
      await asking.tx.list<DecisionLog>(filter, {
        offset,
        limit: asking.settings.ciPageSize,
        uncounted: true,
        order: { by: 'name', descending: true },
      })
    ).records;
  };
};
