/** A store as plain as can be, for the property test: a list of records, a list of links, and the contract read literally. */
import type { RecordFilter, RecordOrder } from '../../../src/store/record-filter.ts';
import type { NewRecord, Link, StoredRecord } from '../../../src/store/store.ts';

export interface Model {
  records: StoredRecord[];
  links: Link[];
  seq: number;
}

const member = (body: unknown, path: string): unknown =>
  path
    .split('.')
    .reduce<unknown>(
      (at, name) =>
        at !== null && typeof at === 'object' && !Array.isArray(at) && Object.hasOwn(at, name)
          ? (at as Record<string, unknown>)[name]
          : undefined,
      body,
    );

const lower = (text: string) => text.toLowerCase().split('ς').join('σ');

const wildcard = (pattern: string, name: string): boolean => {
  const [first, ...rest] = lower(pattern).split('*');
  let left = lower(name);
  if (!left.startsWith(first!)) return false;
  if (rest.length === 0) return left === first;
  left = left.slice(first!.length);
  const last = rest.pop()!;
  for (const piece of rest) {
    const at = left.indexOf(piece);
    if (at < 0) return false;
    left = left.slice(at + piece.length);
  }
  return left.endsWith(last);
};

const holds = (model: Model, filter: RecordFilter, rec: StoredRecord): boolean => {
  const scopes = typeof filter.scope === 'string' ? [filter.scope] : filter.scope;
  return (
    rec.kind === filter.kind &&
    (!scopes || scopes.includes(rec.scope)) &&
    (!filter.ids || filter.ids.includes(rec.id)) &&
    (!filter.keys || filter.keys.includes(rec.key)) &&
    (filter.nameContains === undefined || lower(rec.name).includes(lower(filter.nameContains))) &&
    (filter.nameLike === undefined || wildcard(filter.nameLike, rec.name)) &&
    (filter.linked ?? []).every(
      ({ kind, self, other, not }) =>
        !!not !==
        model.links.some(
          (link) => link.kind === kind && link[self] === rec.id && (!other || other.includes(self === 'from' ? link.to : link.from)),
        ),
    ) &&
    (filter.body ?? []).every(({ path, is }) => {
      const value = member(rec.body, path);
      return is === null ? value === null || value === undefined : Array.isArray(is) ? is.includes(value as string) : value === is;
    })
  );
};

const rank = (value: unknown) =>
  value === false ? 1 : value === true ? 2 : typeof value === 'number' ? 3 : typeof value === 'string' ? 4 : 0;
const compare = (a: unknown, b: unknown): number =>
  rank(a) - rank(b) ||
  (typeof a === 'number' ? a - (b as number) : typeof a === 'string' ? Buffer.compare(Buffer.from(a), Buffer.from(b as string)) : 0);

export const listed = (model: Model, filter: RecordFilter, order: RecordOrder): StoredRecord[] => {
  const { by } = order;
  const value = (rec: StoredRecord) => (by === 'seq' ? null : by === 'name' ? lower(rec.name) : member(rec.body, by.body));
  return model.records
    .filter((rec) => holds(model, filter, rec))
    .sort((a, b) => (compare(value(a), value(b)) || a.seq - b.seq) * (order.descending ? -1 : 1));
};

/** The outcome of an insert: the error's name, or nothing. */
export const inserted = (model: Model, draft: NewRecord): string | undefined => {
  if (model.records.some((rec) => rec.id === draft.id || (rec.kind === draft.kind && rec.scope === draft.scope && rec.key === draft.key)))
    return 'KeyTaken';
  model.records.push({ ...draft, seq: ++model.seq, version: 1 });
  return undefined;
};

export const updated = (
  model: Model,
  kind: string,
  id: string,
  next: { body: unknown; key: string; name: string; scope: string },
): string | undefined => {
  const at = model.records.findIndex((rec) => rec.kind === kind && rec.id === id);
  const seen = model.records[at];
  if (!seen) return 'missing';
  if (model.records.some((rec) => rec !== seen && rec.kind === kind && rec.scope === next.scope && rec.key === next.key)) return 'KeyTaken';
  model.records[at] = { ...seen, ...next, version: seen.version + 1 };
  return undefined;
};

export const deleted = (model: Model, kind: string, id: string): void => {
  const before = model.records.length;
  model.records = model.records.filter((rec) => !(rec.kind === kind && rec.id === id));
  if (model.records.length < before) model.links = model.links.filter(({ from, to }) => from !== id && to !== id);
};

export const linked = (model: Model, link: Link): boolean => {
  const at = model.links.findIndex(({ kind, from, to }) => kind === link.kind && from === link.from && to === link.to);
  if (at < 0) model.links.push(link);
  else model.links[at] = link;
  return at < 0;
};

export const unlinked = (model: Model, kind: string, from: string, to: string): void => {
  model.links = model.links.filter((link) => !(link.kind === kind && link.from === from && link.to === to));
};
