import { sql, type RawBuilder, type SqlBool } from 'kysely';
import type { Dialect } from './dialect.ts';
import type { Filter } from './store.ts';
import { fold, likePattern, storable } from './text.ts';

type Condition = RawBuilder<SqlBool>;
const never: Condition = sql`1 = 0`;

/** Bodies are ours, so are paths into them: letters, digits, `_` and `-` between dots. */
export const pathOf = (dotted: string): readonly string[] => {
  if (!/^[\w-]+(\.[\w-]+)*$/.test(dotted)) throw new TypeError(`not a path into a body: ${dotted}`);
  return dotted.split('.');
};

const column = (name: string): RawBuilder<string> => sql.ref(`r.${name}`);

const amongOf = (dialect: Dialect, left: RawBuilder<string>, values: readonly string[]): Condition => {
  const possible = values.filter(storable);
  if (possible.length === 0) return never;
  return possible.length === 1 ? sql`${left} = ${possible[0]}` : dialect.among(left, possible);
};

const linkedOf = (dialect: Dialect, { kind, self, other, not }: NonNullable<Filter['linked']>[number]): Condition => {
  let edges = dialect.db.selectFrom('links as l').select(sql.lit(1).as('one'))
    .where(sql.ref(`l.${self}`), '=', column('id')).where('l.kind', '=', kind);
  if (other) edges = edges.where(amongOf(dialect, sql.ref(self === 'from' ? 'l.to' : 'l.from'), other));
  return not ? sql`not exists ${edges}` : sql`exists ${edges}`;
};

const bodyOf = (dialect: Dialect, { path, is }: NonNullable<Filter['body']>[number]): Condition => {
  const member = dialect.member(pathOf(path));
  if (is === null) return sql`(${member} is null or ${member} = 'null')`;
  return typeof is === 'object' ? amongOf(dialect, member, is.filter(storable).map((one) => JSON.stringify(one)))
    : amongOf(dialect, member, typeof is === 'string' && !storable(is) ? [] : [JSON.stringify(is)]);
};

const likeOf = (pattern: string): Condition => (storable(pattern) ? sql`${column('folded')} like ${likePattern(pattern)} escape '\\'` : never);

const besideOf = (side: '<' | '>', name: string): Condition => (storable(name) ? sql`${column('folded')} ${sql.raw(side)} ${fold(name)}` : never);

/** Every condition of a filter, for a query over `records as r`. */
export const conditions = (dialect: Dialect, filter: Filter): readonly Condition[] => {
  const all: Condition[] = [amongOf(dialect, column('kind'), [filter.kind])];
  const scopes = typeof filter.scope === 'string' ? [filter.scope] : filter.scope;
  if (scopes) all.push(amongOf(dialect, column('scope'), scopes));
  if (filter.ids) all.push(amongOf(dialect, column('id'), filter.ids));
  if (filter.keys) all.push(amongOf(dialect, column('key'), filter.keys));
  if (filter.seq?.after !== undefined) all.push(sql`${sql.ref('r.seq')} > ${filter.seq.after}`);
  if (filter.seq?.before !== undefined) all.push(sql`${sql.ref('r.seq')} < ${filter.seq.before}`);
  if (filter.named?.after !== undefined) all.push(besideOf('>', filter.named.after));
  if (filter.named?.before !== undefined) all.push(besideOf('<', filter.named.before));
  if (filter.nameContains) all.push(storable(filter.nameContains) ? dialect.contains(column('folded'), fold(filter.nameContains)) : never);
  if (filter.nameLike !== undefined) all.push(likeOf(filter.nameLike));
  for (const linked of filter.linked ?? []) all.push(linkedOf(dialect, linked));
  for (const member of filter.body ?? []) all.push(bodyOf(dialect, member));
  return all;
};
