import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler, sql } from 'kysely';
import { testOrganization } from '../organizations/expressions.ts';
import type { SqlDialect } from '../sql-dialect.ts';
import type { Tables } from '../tables.ts';
import { escapeLike } from '../text.ts';

const db = new Kysely<Tables>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (whole) => new PostgresIntrospector(whole),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
}).withSchema('slipway');

const selectMember = (path: readonly string[]) => sql`(${sql.join([sql.ref('r.body'), ...path.map((name) => sql.lit(name))], sql` -> `)})`;

const [beforeProject, afterProject] = testOrganization('?').split('?') as [string, string];

export const postgresDialect: SqlDialect = {
  db,
  worksInProcess: false,
  schemaPrefix: 'slipway.',
  columnsQuery: `select column_name as name from information_schema.columns
    where table_schema = 'slipway' and table_name = $1 order by ordinal_position`,
  organizationOfProject: (project) => sql`${sql.raw(beforeProject)}${project}${sql.raw(afterProject)}`,
  claimClause: ' for update skip locked',
  insertOverride: 'overriding system value',
  resetSequence: (table) => [
    `select setval(pg_get_serial_sequence('slipway.${table}', 'seq'),
      greatest((select max(seq) from slipway.${table}), nextval(pg_get_serial_sequence('slipway.${table}', 'seq'))))`,
  ],
  refreshStatistics: ['records', 'links', 'record_members'].map((table) => `analyze slipway.${table}`),
  isAnyOf: (left, values) => sql`${left} = any(${values}::text[])`,
  selectTexts: (values) => sql`unnest(${values}::text[]) as t(value)`,
  isNumberOf: (left, values) => sql`${left} = any(${values}::bigint[])`,
  contains: (left, text) => sql`${left} like ${`%${escapeLike(text)}%`} escape '\\'`,
  bodyMember: (path) => sql`${selectMember(path)}::text`,
  bodyText: (path) => sql`(${selectMember(path)} #>> '{}')`,
  sortTerms: (path) => {
    const member = selectMember(path);
    return [
      sql`case json_typeof(${member}) when 'boolean' then case ${member}::text when 'false' then 1 else 2 end
        when 'number' then 3 when 'string' then 4 else 0 end`,
      sql`case when json_typeof(${member}) = 'number' then ${member}::text::double precision end`,
      sql`case when json_typeof(${member}) = 'string' then ${member} #>> '{}' end collate "C"`,
    ];
  },
};
