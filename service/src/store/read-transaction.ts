import { sql } from 'kysely';
import { createArchiveReader } from './archive/archive-reader.ts';
import { matchLinked, parseBodyPath } from './conditions.ts';
import { selectMatching } from './count-question.ts';
import { createLedgerReader } from './ledger/ledger-reader.ts';
import type { PreparedStatement, PreparedStatements } from './prepared-statements.ts';
import { queryCount, queryList } from './pages/query-list.ts';
import type { ListContext } from './pages/read-records.ts';
import type { LinkedRecords } from './record-filter.ts';
import type { SqlDialect, SqlSession } from './sql-dialect.ts';
import type { Sealer } from './sealing/sealer.ts';
import type { SqlRow } from './sql-row.ts';
import type { Link, NamedScope, ReadTransaction, StoredRecord } from './store.ts';
import { linkColumns, recordColumns, toLink, toLookedUpRecord, toRecord } from './tables.ts';
import { isStorable } from './text.ts';
import { createAuditTrailReader } from './audit-trail/create-audit-trail.ts';

/** The context of the queries of one transaction. */
interface QueryContext extends ListContext {
  readonly prepared: PreparedStatements;
}
type LinkSide = Parameters<ReadTransaction['listLinks']>[1];

const queryOne = async (
  { session }: QueryContext,
  { sql: text, name }: PreparedStatement,
  values: readonly string[],
): Promise<SqlRow | undefined> => (values.every(isStorable) ? (await session.query(text, values, name))[0] : undefined);

const countByScope = async (
  { dialect, session }: QueryContext,
  kind: string,
  scopes: readonly string[],
): Promise<ReadonlyMap<string, number>> => {
  if (scopes.length === 0) return new Map();
  const query = selectMatching(dialect, { kind, scope: scopes })
    .select(({ fn }) => ['r.scope', fn.countAll<number>().as('total')])
    .groupBy('r.scope')
    .compile();
  return new Map((await session.query(query.sql, query.parameters)).map(({ scope, total }) => [scope as string, total as number]));
};

const getRecords = async <B>(context: QueryContext, kind: string, ids: readonly string[]): Promise<readonly StoredRecord<B>[]> => {
  const { dialect, prepared, session, sealer } = context;
  if (ids.length === 0) return [];
  if (ids.length === 1) {
    const row = await queryOne(context, prepared.get, [kind, ids[0]!]);
    return row ? [toLookedUpRecord<B>(row, sealer)] : [];
  }
  if (session.joinsLookups) {
    const found = await Promise.all([...new Set(ids)].map((id) => queryOne(context, prepared.get, [kind, id])));
    return found.flatMap((row) => (row ? [toRecord<B>(row, sealer)] : []));
  }
  const seen = ids.map((id) => session.findSeen?.(kind, id));
  const others = ids.filter((_, at) => seen[at] === undefined);
  const query = selectMatching(dialect, { kind, ids: others }).select(recordColumns).compile();
  const asked = others.length === 0 ? [] : session.query(query.sql, query.parameters);
  const rows = new Map(
    [...(await asked), ...(await Promise.all(seen)).flatMap((found) => found ?? [])].map((row) => [row.id as string, row]),
  );
  return [...new Set(ids)].flatMap((id) => {
    const row = rows.get(id);
    return row ? [toRecord<B>(row, sealer)] : [];
  });
};

const listLinks = async ({ dialect, prepared, session }: QueryContext, kind: string, side: LinkSide): Promise<readonly Link[]> => {
  const [column, given] = 'from' in side ? ['from' as const, side.from] : ['to' as const, side.to];
  const ends = typeof given !== 'string' && given.length === 1 ? given[0]! : given;
  if (typeof ends === 'string') {
    const { sql: text, name } = column === 'from' ? prepared.linksFrom : prepared.linksTo;
    return isStorable(ends) ? (await session.query(text, [kind, ends], name)).map(toLink) : [];
  }
  const possible = ends.filter(isStorable);
  if (possible.length === 0) return [];
  const query = dialect.db
    .selectFrom('links')
    .select(linkColumns)
    .where('kind', '=', kind)
    .where(dialect.isAnyOf(sql.ref(column), possible))
    .orderBy('seq')
    .compile();
  return (await session.query(query.sql, query.parameters)).map(toLink);
};

const countLinks = async (
  { dialect, session }: QueryContext,
  kind: string,
  side: Parameters<ReadTransaction['countLinks']>[1],
  otherLinked?: LinkedRecords,
): Promise<ReadonlyMap<string, number>> => {
  const [column, other, ends] = 'from' in side ? (['l.from', 'l.to', side.from] as const) : (['l.to', 'l.from', side.to] as const);
  const possible = ends.filter(isStorable);
  if (possible.length === 0) return new Map();
  const links = dialect.db
    .selectFrom('links as l')
    .select(({ fn }) => [sql.ref<string>(column).as('end'), fn.countAll<number>().as('total')])
    .where('l.kind', '=', kind)
    .where(dialect.isAnyOf(sql.ref(column), possible));
  const query = (otherLinked ? links.where(matchLinked(dialect, other, otherLinked)) : links).groupBy(column).compile();
  return new Map((await session.query(query.sql, query.parameters)).map(({ end, total }) => [end as string, total as number]));
};

/** One index search per record: a join would make the database read all links. */
const listLinked = async (
  { dialect, session }: QueryContext,
  kind: string,
  to: readonly string[],
  except: string,
): Promise<readonly string[]> => {
  const possible = to.filter(isStorable);
  if (possible.length === 0) return [];
  const links = sql.raw(`${dialect.schemaPrefix}links`);
  const { sql: text, parameters } = sql<{ end: string }>`select t.value as "end" from ${dialect.selectTexts(possible)}
    where (select 1 from ${links} as l where l.kind = ${kind} and l."to" = t.value and l."from" <> ${except} limit 1) = 1`.compile(
    dialect.db,
  );
  return (await session.query(text, parameters)).map(({ end }) => end as string);
};

const getWithin = async <B>(
  { dialect, session, sealer }: QueryContext,
  kind: string,
  { member, ...named }: NamedScope,
  key: string,
): Promise<StoredRecord<B> | undefined> => {
  if (![kind, key, ...Object.values(named)].every(isStorable)) return undefined;
  const scope = dialect.db
    .selectFrom('records as r')
    .select((member === undefined ? sql.ref<string>('r.id') : dialect.bodyText(parseBodyPath(member))).as('scope'))
    .where('r.kind', '=', named.kind)
    .where('r.scope', '=', named.scope)
    .where('r.key', '=', named.key);
  const query = dialect.db
    .selectFrom('records')
    .select(recordColumns)
    .where('kind', '=', kind)
    .where('key', '=', key)
    .where('scope', '=', scope);
  const { sql: text, parameters } = query.compile();
  const [row] = await session.query(text, parameters);
  return row && toRecord<B>(row, sealer);
};

interface LateState {
  readonly context: QueryContext;
  createdLedger: ReadTransaction['ledger'] | undefined;
  createdTrail: ReadTransaction['auditTrail'] | undefined;
  createdArchive: ReadTransaction['archive'] | undefined;
}

/**
 * Members that most transactions never use, created on first use. One prototype for all keeps the shape of transactions the same, as in
 * transaction.ts.
 */
const lateParts = {
  get ledger() {
    const state = this as unknown as LateState;
    return (state.createdLedger ??= createLedgerReader(state.context.dialect, state.context.session));
  },
  get auditTrail() {
    const state = this as unknown as LateState;
    return (state.createdTrail ??= createAuditTrailReader(state.context.dialect, state.context.session));
  },
  get archive() {
    const state = this as unknown as LateState;
    return (state.createdArchive ??= createArchiveReader(state.context.dialect, state.context.session, state.context.sealer));
  },
};

/** Queries over one snapshot. Text that cannot be stored is not found. */
export const createReadTransaction = (
  dialect: SqlDialect,
  prepared: PreparedStatements,
  session: SqlSession,
  sealer: Sealer,
): ReadTransaction => {
  const context: QueryContext = { dialect, prepared, session, sealer };
  const transaction: Omit<ReadTransaction, keyof typeof lateParts> & LateState = {
    context,
    createdLedger: undefined,
    createdTrail: undefined,
    createdArchive: undefined,
    async get<B>(kind: string, id: string) {
      const row = await queryOne(context, prepared.get, [kind, id]);
      return row && toLookedUpRecord<B>(row, sealer);
    },
    async getByKey<B>(kind: string, scope: string, key: string) {
      const row = await queryOne(context, prepared.byKey, [kind, scope, key]);
      return row && toLookedUpRecord<B>(row, sealer);
    },
    getWithin: (kind, within, key) => getWithin(context, kind, within, key),
    getMany: (kind, ids) => getRecords(context, kind, ids),
    list: (filter, page) => queryList(context, filter, page),
    count: (filter) => queryCount(context, filter),
    countByScope: (kind, scopes) => countByScope(context, kind, scopes),
    listLinks: (kind, side) => listLinks(context, kind, side),
    countLinks: (kind, side, otherLinked) => countLinks(context, kind, side, otherLinked),
    listLinked: (kind, to, except) => listLinked(context, kind, to, except),
    listEvidence: session.listEvidence,
  };
  return Object.setPrototypeOf(transaction, lateParts) as ReadTransaction;
};
