const indexed = `kind = 'workspaces'`;

/** The rows of a record `row` on SQLite: each member and its value. A record without the member sorts before all times, or after them. */
const rowsOf = (row: string): string => `
  select ${row}.kind, ${row}.scope, 'latestChangeAt', coalesce(${row}.body ->> '$.latestChangeAt', ''), ${row}.seq
  union all select ${row}.kind, ${row}.scope, 'currentRun.createdAt', coalesce(${row}.body ->> '$.currentRun.createdAt', '~'), ${row}.seq
  union all select ${row}.kind, ${row}.scope, 'currentRun.status', ${row}.body ->> '$.currentRun.status', ${row}.seq
    where ${row}.body ->> '$.currentRun.status' is not null`;

const insertRows = (row: string): string => `insert into record_members (kind, scope, member, value, seq) ${rowsOf(row)};`;
const deleteRows = (row: string): string =>
  [
    `'latestChangeAt' and value = coalesce(${row}.body ->> '$.latestChangeAt', '')`,
    `'currentRun.createdAt' and value = coalesce(${row}.body ->> '$.currentRun.createdAt', '~')`,
    `'currentRun.status' and value = ${row}.body ->> '$.currentRun.status'`,
  ]
    .map((one) => `delete from record_members where kind = ${row}.kind and scope = ${row}.scope and member = ${one} and seq = ${row}.seq;`)
    .join(' ');
const isChanged = ['$.latestChangeAt', '$.currentRun.createdAt', '$.currentRun.status']
  .map((path) => `(new.body ->> '${path}') is not (old.body ->> '${path}')`)
  .join(' or ');

const objectOf = (row: string): string => `case json_typeof(${row}.body) when 'object' then ${row}.body else '{}' end`;
/** The rows on PostgreSQL: one value per name, none for a member without a row. */
const valuesOf = (row: string, target: string): string => `
  select array[coalesce(m."latestChangeAt", ''), coalesce(m."currentRun" ->> 'createdAt', '~'), m."currentRun" ->> 'status'] into ${target}
    from json_to_record(${objectOf(row)}) as m("latestChangeAt" text, "currentRun" json);`;

const selectRows = (table: string): string => `
  select r.kind, r.scope, v.member, v.value, r.seq from ${table} r
    cross join lateral json_to_record(${objectOf('r')}) as m("latestChangeAt" text, "currentRun" json)
    cross join lateral (values ('latestChangeAt', coalesce(m."latestChangeAt", '')),
      ('currentRun.createdAt', coalesce(m."currentRun" ->> 'createdAt', '~')), ('currentRun.status', m."currentRun" ->> 'status'))
      as v(member, value)
    where r.${indexed} and v.value is not null`;

/**
 * Schema version 10: members of bodies that workspaces are listed by are in their own table, ordered by value. Triggers maintain it, so the
 * previous release maintains it as well. It is not part of archives, since inserting records fills it. Released, and therefore never
 * changed.
 */
export const memberMigration = {
  compatible: { release: '0.1.0' },
  sqlite: [
    `create table record_members (kind text not null, scope text not null, member text not null, value text not null, seq integer not null,
      primary key (kind, scope, member, value, seq)) strict, without rowid`,
    ...[
      `'latestChangeAt', coalesce(body ->> '$.latestChangeAt', '')`,
      `'currentRun.createdAt', coalesce(body ->> '$.currentRun.createdAt', '~')`,
      `'currentRun.status', body ->> '$.currentRun.status'`,
    ].map(
      (value) => `insert into record_members select * from (select kind, scope, ${value} as value, seq from records where ${indexed})
        where value is not null order by 1, 2, 4, 5`,
    ),
    `create trigger record_members_inserted after insert on records when new.${indexed} begin ${insertRows('new')} end`,
    `create trigger record_members_updated after update of scope, body on records
      when new.${indexed} and (new.scope is not old.scope or ${isChanged}) begin ${deleteRows('old')} ${insertRows('new')} end`,
    `create trigger record_members_deleted after delete on records when old.${indexed} begin ${deleteRows('old')} end`,
  ],
  postgres: [
    `create table slipway.record_members (kind text collate "C" not null, scope text collate "C" not null, member text collate "C" not null,
      value text collate "C" not null, seq bigint not null, primary key (kind, scope, member, value, seq))`,
    `create function slipway.keep_members() returns trigger language plpgsql as $$
      declare
        names constant text[] := array['latestChangeAt', 'currentRun.createdAt', 'currentRun.status'];
        before text[];
        after text[];
        is_moved constant boolean := tg_op = 'DELETE' or new.scope <> old.scope;
      begin
        ${valuesOf('old', 'before')}
        if tg_op <> 'DELETE' then ${valuesOf('new', 'after')} end if;
        for at in 1 .. 3 loop
          continue when not is_moved and before[at] is not distinct from after[at];
          if before[at] is not null then
            delete from slipway.record_members
              where kind = old.kind and scope = old.scope and member = names[at] and value = before[at] and seq = old.seq;
          end if;
          if after[at] is not null then
            insert into slipway.record_members values (new.kind, new.scope, names[at], after[at], new.seq);
          end if;
        end loop;
        return null;
      end $$`,
    `insert into slipway.record_members ${selectRows('slipway.records')}`,
    // Once for all rows of a statement: what is created together is inserted together.
    `create function slipway.add_members() returns trigger language plpgsql as $$ begin
      insert into slipway.record_members ${selectRows('fresh')};
      return null; end $$`,
    `create trigger members_inserted after insert on slipway.records referencing new table as fresh for each statement
      execute function slipway.add_members()`,
    `create trigger members_updated after update of scope, body on slipway.records for each row when (new.${indexed})
      execute function slipway.keep_members()`,
    `create trigger members_deleted after delete on slipway.records for each row when (old.${indexed})
      execute function slipway.keep_members()`,
    'analyze slipway.record_members',
  ],
};
