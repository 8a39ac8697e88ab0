import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler, sql } from 'kysely';
import type { Dialect } from '../dialect.ts';
import type { Tables } from '../tables.ts';

const db = new Kysely<Tables>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (whole) => new PostgresIntrospector(whole),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
}).withSchema('slipway');

const memberOf = (path: readonly string[]) => sql`(${sql.join([sql.ref('r.body'), ...path.map((name) => sql.lit(name))], sql` -> `)})`;

export const postgresDialect: Dialect = {
  db,
  schema: 'slipway.', columns: `select column_name as name from information_schema.columns where table_schema = 'slipway' and table_name = $1 order by ordinal_position`,
  overriding: 'overriding system value',
  renumber: (table) => [`select setval(pg_get_serial_sequence('slipway.${table}', 'seq'), greatest((select max(seq) from slipway.${table}), nextval(pg_get_serial_sequence('slipway.${table}', 'seq'))))`],
  among: (left, values) => sql`${left} = any(${values}::text[])`,
  contains: (left, text) => sql`strpos(${left}, ${text}) > 0`,
  member: (path) => sql`${memberOf(path)}::text`,
  terms: (path) => {
    const member = memberOf(path);
    return [
      sql`case json_typeof(${member}) when 'boolean' then case ${member}::text when 'false' then 1 else 2 end
        when 'number' then 3 when 'string' then 4 else 0 end`,
      sql`case when json_typeof(${member}) = 'number' then ${member}::text::double precision end`,
      sql`case when json_typeof(${member}) = 'string' then ${member} #>> '{}' end collate "C"`,
    ];
  },
};
