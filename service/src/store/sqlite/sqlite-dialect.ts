import { DummyDriver, Kysely, sql, SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler } from 'kysely';
import { selectLinkedNumbers } from '../links/linked-numbers.ts';
import { selectFirstNamed, selectNameCandidates } from '../names/index-names.ts';
import type { SqlDialect } from '../sql-dialect.ts';
import type { Tables } from '../tables.ts';

const db = new Kysely<Tables>({
  dialect: {
    createAdapter: () => new SqliteAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (whole) => new SqliteIntrospector(whole),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  },
});
const body = sql.ref('r.body');
const renderJsonPath = (path: readonly string[]) => sql.lit(`$${path.map((name) => `."${name}"`).join('')}`);

export const sqliteDialect: SqlDialect = {
  db,
  worksInProcess: true,
  schemaPrefix: '',
  columnsQuery: 'select name from pragma_table_info(?) order by cid',
  // One unit at a time writes.
  claimClause: '',
  insertOverride: '',
  // AUTOINCREMENT continues after the largest number ever stored, including explicit ones.
  resetSequence: () => [],
  refreshStatistics: [],
  // One parameter however long the list: one prepared statement, and no limit on variables.
  isAnyOf: (left, values) => sql`${left} in (select value from json_each(${JSON.stringify(values)}))`,
  selectTexts: (values) => sql`json_each(${JSON.stringify(values)}) as t`,
  isNumberOf: (left, values) => sql`${left} in (select value from json_each(${JSON.stringify(values)}))`,
  selectNameCandidates,
  selectFirstNamed,
  selectLinkedNumbers,
  contains: (left, text) => sql`instr(${left}, ${text}) > 0`,
  bodyMember: (path) => sql`(${body} -> ${renderJsonPath(path)})`,
  bodyText: (path) => sql`(${body} ->> ${renderJsonPath(path)})`,
  sortTerms: (path) => {
    const at = renderJsonPath(path);
    return [
      sql`case json_type(${body}, ${at}) when 'false' then 1 when 'true' then 2
        when 'integer' then 3 when 'real' then 3 when 'text' then 4 else 0 end`,
      sql`case when json_type(${body}, ${at}) in ('integer', 'real') then cast(json_extract(${body}, ${at}) as real) end`,
      sql`case when json_type(${body}, ${at}) = 'text' then json_extract(${body}, ${at}) end`,
    ];
  },
};
