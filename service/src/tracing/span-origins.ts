import type { Store, Transaction } from '../store/store.ts';
import type { SpanContext } from './span.ts';
import { formatTraceparent, parseTraceparent } from './trace-context.ts';

/** Links a created or queued record to the span in which that happened. Deleted with the record. */
const originLink = 'traced-by';

/** Records of what is done later. */
const originated = new Set(['assessments', 'ci-pipelines', 'ci-workflows', 'runs']);
/** Links that put a record into a queue again: an apply is due to who confirms it. */
const queues = new Set(['queued-runs']);

/** Wraps a transaction so that it links each record whose work is done later to the span. */
export const noteOrigins = (tx: Transaction, origin: SpanContext): Transaction => {
  const traceparent = formatTraceparent(origin);
  const insert: Transaction['insert'] = async (draft) => {
    const record = await tx.insert(draft);
    if (originated.has(record.kind)) await tx.link(originLink, record.id, traceparent);
    return record;
  };
  const link: Transaction['link'] = async (kind, from, to, note) => {
    await tx.link(kind, from, to, note);
    if (queues.has(kind)) await tx.link(originLink, to, traceparent);
  };
  return Object.create(tx, { insert: { value: insert }, link: { value: link } }) as Transaction;
};

/** The newest span that is noted with the first of these records that has any. */
export const findOrigin = async (store: Store, ids: readonly string[]): Promise<SpanContext | undefined> => {
  const links = ids.length === 0 ? [] : await store.read((view) => view.listLinks(originLink, { from: ids }));
  for (const id of ids) {
    const last = links.findLast(({ from }) => from === id);
    if (last) return parseTraceparent(last.to);
  }
  return undefined;
};
