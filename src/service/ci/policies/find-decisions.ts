import type { RequestContext } from '../../route.ts';
import type { RecordFilter, StoredRecord } from '../../store/store.ts';
import { asked, got, invalid } from '../read.ts';
import type { DecisionLog } from './stored.ts';

const statuses = ['PASS', 'SOFT_FAIL', 'HARD_FAIL', 'ERROR'] as const;
type Conditions = NonNullable<RecordFilter['body']>;

const fits = <T>(asking: RequestContext, name: string, words: string, read: (text: string) => T | undefined): T | undefined => {
  const text = asked(asking, name);
  if (text === undefined) return undefined;
  const value = read(text);
  if (value === undefined) throw invalid({ detail: `expected ${words}, ${got(text)}`, parameter: name });
  return value;
};
const wholeNumber = (asking: RequestContext, name: string): number | undefined =>
  fits(asking, name, 'a whole number from 0 on', (text) => (/^\d{1,15}$/.test(text) ? Number(text) : undefined));

const dateTime = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2})?)?$/i;
/** As records have it. A time without an offset is UTC; a `+` that came unencoded is a space by now. */
const moment = (asking: RequestContext, name: string): string | undefined => fits(asking, name, 'a date-time such as 2026-05-01T12:00:00Z', (text) => {
  const spelled = text.replace(' ', '+');
  if (!dateTime.test(spelled)) return undefined;
  const time = new Date(/T/i.test(spelled) && !/(Z|[+-]\d{2}:\d{2})$/i.test(spelled) ? `${spelled}Z` : spelled);
  return Number.isNaN(time.getTime()) || !/^\d{4}-/.test(time.toISOString()) ? undefined : time.toISOString();
});

const conditions = (asking: RequestContext): Conditions => {
  const found: { path: string; is: string | number }[] = [];
  const add = (path: string, is: string | number | undefined): void => { if (is !== undefined) found.push({ path, is }); };
  add('decision.status', fits(asking, 'status', statuses.join(', '), (text) => statuses.find((one) => one === text)));
  add('metadata.vcs.branch', asked(asking, 'branch'));
  add('metadata.project_id', asked(asking, 'project_id'));
  add('metadata.build_number', wholeNumber(asking, 'build_number'));
  return found;
};

/** Newest first: at most `ciPageSize` decisions from `offset` on, of those that every parameter of the query lets through. */
export const decisionsAsked = (asking: RequestContext): ((set: string) => Promise<readonly StoredRecord<DecisionLog>[]>) => {
  const body = conditions(asking);
  const [after, before, offset] = [moment(asking, 'after'), moment(asking, 'before'), wholeNumber(asking, 'offset') ?? 0];
  return async (set) => {
    // A record's name is its time: the list by name is one by time, and a time a place in it.
    const named = { ...(after === undefined ? {} : { after }), ...(before === undefined ? {} : { before }) };
    const filter: RecordFilter = { kind: 'ci-policy-decisions', scope: set, named, ...(body.length > 0 ? { body } : {}) };
    return (await asking.tx.list<DecisionLog>(filter, { offset, limit: asking.settings.ciPageSize, uncounted: true, order: { by: 'name', descending: true } })).records;
  };
};
