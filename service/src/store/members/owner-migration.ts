import { longestValue } from './run-migration.ts';

interface Member {
  readonly kind: string;
  readonly name: string;
  /** SQL for the row's scope: `''` for records that are queried across scopes. */
  readonly scope: (row: string) => string;
  /** Null where it has no row. */
  readonly sqlite: (row: string) => string;
  readonly postgres: (row: string) => string;
}
const own = (row: string): string => `${row}.scope`;
const none = (): string => `''`;

const members: readonly Member[] = [
  {
    kind: 'varsets',
    name: 'global',
    scope: own,
    sqlite: (row) => `nullif(${row}.body -> '$.global', 'false')`,
    postgres: (row) => `nullif(${row}.body ->> 'global', 'false')`,
  },
  {
    kind: 'varsets',
    name: 'parent.id',
    scope: own,
    sqlite: (row) => `nullif(${row}.body ->> '$.parent.id', ${row}.scope)`,
    postgres: (row) => `nullif(${row}.body -> 'parent' ->> 'id', ${row}.scope)`,
  },
  {
    kind: 'tokens',
    name: 'owner.id',
    scope: none,
    sqlite: (row) => `${row}.body ->> '$.owner.id'`,
    postgres: (row) => `${row}.body -> 'owner' ->> 'id'`,
  },
  {
    kind: 'workspace-tasks',
    name: 'task',
    scope: none,
    sqlite: (row) => `${row}.body ->> '$.task'`,
    postgres: (row) => `${row}.body ->> 'task'`,
  },
];
const kinds = `(${[...new Set(members.map(({ kind }) => `'${kind}'`))].join(', ')})`;
const columns = '(kind, scope, member, value, seq)';

/** Selects the rows of the record `row`, which can be of any of the kinds. */
const selectRows = (row: string, engine: 'sqlite' | 'postgres'): string =>
  members
    .map(
      ({ kind, name, scope, [engine]: value }) => `select ${row}.kind, ${scope(row)}, '${name}', ${value(row)}, ${row}.seq
        where ${row}.kind = '${kind}' and length(${value(row)}) <= ${longestValue}`,
    )
    .join(' union all ');

/** Statements that insert the members of all existing records. */
const insertAll = (engine: 'sqlite' | 'postgres', prefix: '' | 'slipway.'): readonly string[] =>
  members.map(
    ({ kind, name, scope, [engine]: value }) => `insert into ${prefix}record_members ${columns}
      select r.kind, ${scope('r')}, '${name}', ${value('r')}, r.seq from ${prefix}records r
        where r.kind = '${kind}' and length(${value('r')}) <= ${longestValue}`,
  );

/** Asked before the trigger's function is called: most sets have no row. */
const hasRows = (row: string): string =>
  members.map(({ kind, postgres }) => `(${row}.kind = '${kind}' and ${postgres(row)} is not null)`).join(' or ');
const isChanged = (engine: 'sqlite' | 'postgres', differs: string): string =>
  members.map(({ [engine]: value }) => `(${value('new')}) ${differs} (${value('old')})`).join(' or ');

/**
 * Schema version 12: tokens by their owner, tasks of workspaces by the task, and variable sets that are global or a project's. Triggers
 * keep the rows as those of versions 10 and 11. It was released: what it makes never changes.
 */
export const ownerMemberMigration = {
  compatible: { release: '0.1.0' },
  sqlite: [
    ...insertAll('sqlite', ''),
    `create trigger owner_members_inserted after insert on records when new.kind in ${kinds} begin
      insert into record_members ${columns} ${selectRows('new', 'sqlite')}; end`,
    `create trigger owner_members_updated after update of scope, body on records when new.kind in ${kinds}
        and (new.scope is not old.scope or ${isChanged('sqlite', 'is not')}) begin
      delete from record_members where ${columns} in (${selectRows('old', 'sqlite')});
      insert into record_members ${columns} ${selectRows('new', 'sqlite')}; end`,
    `create trigger owner_members_deleted after delete on records when old.kind in ${kinds} begin
      delete from record_members where ${columns} in (${selectRows('old', 'sqlite')}); end`,
  ],
  postgres: [
    ...insertAll('postgres', 'slipway.'),
    `create function slipway.keep_owner_members() returns trigger language plpgsql as $$
      begin
        if tg_op <> 'INSERT' then
          delete from slipway.record_members where ${columns} in (${selectRows('old', 'postgres')});
        end if;
        if tg_op <> 'DELETE' then insert into slipway.record_members ${columns} ${selectRows('new', 'postgres')}; end if;
        return null;
      end $$`,
    `create trigger members_of_owner_inserted after insert on slipway.records for each row
      when (${hasRows('new')}) execute function slipway.keep_owner_members()`,
    `create trigger members_of_owner_updated after update of scope, body on slipway.records for each row
      when (new.kind in ${kinds} and (new.scope <> old.scope or ${isChanged('postgres', 'is distinct from')}))
      execute function slipway.keep_owner_members()`,
    `create trigger members_of_owner_deleted after delete on slipway.records for each row
      when (${hasRows('old')}) execute function slipway.keep_owner_members()`,
    'analyze slipway.record_members',
  ],
};
