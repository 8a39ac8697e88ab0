import { sql } from 'kysely';
import { parseBodyPath } from './conditions.ts';
import type { PreparedStatement } from './prepared-statements.ts';
import type { SqlDialect } from './sql-dialect.ts';
import { recordColumns } from './tables.ts';

/**
 * The records whose ID a record of a kind contains, in its scope or in this member of its body. A request that reads the record usually
 * reads those next, to decide on rights and to name them; where every query costs a round trip, they are read together.
 */
export const companionsOfKind: Readonly<Record<string, readonly string[]>> = {
  'assessment-results': ['scope', 'source'],
  'ci-jobs': ['scope', 'workflow', 'pipeline'],
  'ci-pipelines': ['scope'],
  'ci-policy-decisions': ['bundle'],
  'ci-policy-sets': ['bundle'],
  'ci-slugs': ['organization'],
  'ci-triggers': ['definition'],
  'ci-workflows': ['project', 'scope'],
  'configuration-versions': ['scope'],
  'oauth-tokens': ['client'],
  'organization-memberships': ['user'],
  'plan-exports': ['scope', 'run'],
  'policy-checks': ['scope', 'run'],
  'policy-evaluations': ['scope', 'run'],
  'policy-set-outcomes': ['scope', 'evaluation'],
  'run-comments': ['scope', 'run'],
  runs: ['scope', 'configurationVersion'],
  'state-versions': ['scope'],
  'task-results': ['scope', 'run'],
  'task-stages': ['scope', 'run'],
};

const selectCompanion = (dialect: SqlDialect, by: 'get' | 'byKey', companion: string) => {
  const id = companion === 'scope' ? sql.ref<string>('r.scope') : dialect.bodyText(parseBodyPath(companion));
  let base = dialect.db.selectFrom('records as r').select(id.as('id')).where('r.kind', '=', '');
  base = by === 'get' ? base.where('r.id', '=', '') : base.where('r.scope', '=', '').where('r.key', '=', '');
  return dialect.db.selectFrom('records').select(recordColumns).where('id', '=', base);
};

/** A statement that finds a record together with its companions. Its values are those of the record, `times` times. */
export interface WideStatement extends PreparedStatement {
  readonly times: number;
}

const buildStatement = (dialect: SqlDialect, by: 'get' | 'byKey', kind: string): WideStatement | undefined => {
  const companions = companionsOfKind[kind];
  if (!companions) return undefined;
  const record = dialect.db.selectFrom('records').select(recordColumns).where('kind', '=', '');
  const first = by === 'get' ? record.where('id', '=', '') : record.where('scope', '=', '').where('key', '=', '');
  const all = companions.reduce((query, companion) => query.unionAll(selectCompanion(dialect, by, companion)), first);
  return { name: `slipway_${by}_${kind}`, sql: all.compile().sql, times: companions.length + 1 };
};

/** Statements that look up a record (`get` by `kind, id`; `byKey` by `kind, scope, key`) with its companions; undefined: it has none. */
export const prepareCompanions = (dialect: SqlDialect) => {
  const known = new Map<string, WideStatement | undefined>();
  return (by: 'get' | 'byKey', kind: string): WideStatement | undefined => {
    const key = `${by} ${kind}`;
    if (!known.has(key)) known.set(key, buildStatement(dialect, by, kind));
    return known.get(key);
  };
};
export type FindCompanions = ReturnType<typeof prepareCompanions>;
