/** Maximum length of a value that has a row: PostgreSQL rejects keys of 2,700 bytes. Conditions use the same limit. */
export const longestValue = 300;

const names = ['organization', 'operation', 'month', 'source', 'commit', 'createdBy.name', 'status'] as const;
const valueIn = (row: string, name: string): string => `${row}.body ->> '$.${name}'`;
const organizationOf = (row: string): string => valueIn(row, 'organization');

const insertRows = (row: string, some: readonly string[]): string =>
  `insert into record_members (kind, scope, member, value, seq)
    select ${row}.kind, ${organizationOf(row)}, column1, column2, ${row}.seq
      from (values ${some.map((name) => `('${name}', ${valueIn(row, name)})`).join(', ')})
      where length(column2) <= ${longestValue} and ${organizationOf(row)} is not null;`;
const deleteRows = (some: readonly string[]): string =>
  some
    .map(
      (name) => `delete from record_members where kind = old.kind and scope = ${organizationOf('old')}
        and member = '${name}' and value = ${valueIn('old', name)} and seq = old.seq;`,
    )
    .join(' ');
/** All members but the status, as one text: they hardly ever change. */
const othersOf = (row: string): string =>
  `json_extract(${row}.body, ${names
    .slice(0, -1)
    .map((name) => `'$.${name}'`)
    .join(', ')})`;

const poolMember = 'attributes.agent-pool-id';
const poolOf = (row: string): string => `${row}.body ->> '$.attributes."agent-pool-id"'`;
const insertPool = `insert into record_members (kind, scope, member, value, seq)
  select new.kind, new.scope, '${poolMember}', ${poolOf('new')}, new.seq where length(${poolOf('new')}) <= ${longestValue};`;
const deletePool = `delete from record_members
  where kind = old.kind and scope = old.scope and member = '${poolMember}' and value = ${poolOf('old')} and seq = old.seq;`;

const sqlite = [
  ...names.map(
    (name) => `insert into record_members
      select * from (select kind, ${organizationOf('r')} as scope, '${name}', ${valueIn('r', name)} as value, seq
        from records r where kind = 'runs') where length(value) <= ${longestValue} and scope is not null order by 2, 4, 5`,
  ),
  `insert into record_members select kind, scope, '${poolMember}', ${poolOf('r')}, seq from records r
    where kind = 'workspaces' and length(${poolOf('r')}) <= ${longestValue}`,
  `create trigger run_members_inserted after insert on records when new.kind = 'runs' begin ${insertRows('new', names)} end`,
  `create trigger run_members_status after update of body on records when new.kind = 'runs'
      and (${valueIn('new', 'status')}) is not (${valueIn('old', 'status')}) and ${othersOf('new')} is ${othersOf('old')}
    begin ${deleteRows(['status'])} ${insertRows('new', ['status'])} end`,
  `create trigger run_members_updated after update of body on records
    when new.kind = 'runs' and ${othersOf('new')} is not ${othersOf('old')}
    begin ${deleteRows(names)} ${insertRows('new', names)} end`,
  `create trigger run_members_deleted after delete on records when old.kind = 'runs' begin ${deleteRows(names)} end`,
  `create trigger pool_members_inserted after insert on records when new.kind = 'workspaces' and ${poolOf('new')} is not null
    begin ${insertPool} end`,
  `create trigger pool_members_updated after update of scope, body on records
    when new.kind = 'workspaces' and (new.scope is not old.scope or (${poolOf('new')}) is not (${poolOf('old')}))
    begin ${deletePool} ${insertPool} end`,
  `create trigger pool_members_deleted after delete on records when old.kind = 'workspaces' and ${poolOf('old')} is not null
    begin ${deletePool} end`,
];

const objectOf = (row: string): string => `case json_typeof(${row}.body) when 'object' then ${row}.body else '{}' end`;
const memberColumns = `m(organization text, operation text, month text, source text, commit text, "createdBy" json, status text)`;
const values = `array[m.organization, m.operation, m.month, m.source, m.commit, m."createdBy" ->> 'name', m.status]`;
const namesArray = `array[${names.map((name) => `'${name}'`).join(', ')}]`;
const poolIn = (row: string): string => `(${row}.body -> 'attributes' ->> 'agent-pool-id')`;

const postgres = [
  `insert into slipway.record_members select r.kind, m.organization, v.member, v.value, r.seq from slipway.records r
    cross join lateral json_to_record(${objectOf('r')}) as ${memberColumns}
    cross join lateral unnest(${namesArray}, ${values}) as v(member, value)
    where r.kind = 'runs' and length(v.value) <= ${longestValue} and m.organization is not null`,
  `insert into slipway.record_members select kind, scope, '${poolMember}', ${poolIn('r')}, seq from slipway.records r
    where kind = 'workspaces' and length(${poolIn('r')}) <= ${longestValue}`,
  `create function slipway.keep_run_members() returns trigger language plpgsql as $$
    declare
      names constant text[] := ${namesArray};
      before text[];
      after text[];
    begin
      if tg_op <> 'INSERT' then select ${values} into before from json_to_record(${objectOf('old')}) as ${memberColumns}; end if;
      if tg_op <> 'DELETE' then select ${values} into after from json_to_record(${objectOf('new')}) as ${memberColumns}; end if;
      if tg_op = 'INSERT' then
        insert into slipway.record_members select new.kind, after[1], member, value, new.seq from unnest(names, after) as v(member, value)
          where length(value) <= ${longestValue} and after[1] is not null;
        return null;
      end if;
      for at in 1 .. ${names.length} loop
        continue when before[1] is not distinct from after[1] and before[at] is not distinct from after[at];
        delete from slipway.record_members
          where kind = old.kind and scope = before[1] and member = names[at] and value = before[at] and seq = old.seq;
        if tg_op <> 'DELETE' and length(after[at]) <= ${longestValue} and after[1] is not null then
          insert into slipway.record_members values (new.kind, after[1], names[at], after[at], new.seq);
        end if;
      end loop;
      return null;
    end $$`,
  `create function slipway.keep_pool_members() returns trigger language plpgsql as $$
    begin
      if tg_op <> 'INSERT' then
        delete from slipway.record_members
          where kind = old.kind and scope = old.scope and member = '${poolMember}' and value = ${poolIn('old')} and seq = old.seq;
      end if;
      if tg_op <> 'DELETE' and length(${poolIn('new')}) <= ${longestValue} then
        insert into slipway.record_members values (new.kind, new.scope, '${poolMember}', ${poolIn('new')}, new.seq);
      end if;
      return null;
    end $$`,
  ...(
    [
      ['inserted', 'insert', 'new'],
      ['updated', 'update of body', 'new'],
      ['deleted', 'delete', 'old'],
    ] as const
  ).map(
    ([name, event, row]) => `create trigger members_of_run_${name} after ${event} on slipway.records for each row
      when (${row}.kind = 'runs') execute function slipway.keep_run_members()`,
  ),
  ...(
    [
      ['inserted', 'insert', `new.kind = 'workspaces' and ${poolIn('new')} is not null`],
      [
        'updated',
        'update of scope, body',
        `new.kind = 'workspaces' and (new.scope <> old.scope or ${poolIn('new')} is distinct from ${poolIn('old')})`,
      ],
      ['deleted', 'delete', `old.kind = 'workspaces' and ${poolIn('old')} is not null`],
    ] as const
  ).map(
    ([name, event, condition]) => `create trigger members_of_pool_${name} after ${event} on slipway.records for each row
      when (${condition}) execute function slipway.keep_pool_members()`,
  ),
  'analyze slipway.record_members',
];

/**
 * Schema version 11: members of runs, by their organization, which a run names in its body (its scope is its workspace); and the pool of
 * agents that a workspace names. Triggers keep them as those of version 10. It was released: what it makes never changes.
 */
export const runMemberMigration = { compatible: { release: '0.1.0' }, sqlite, postgres };
