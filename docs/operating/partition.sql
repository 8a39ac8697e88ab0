-- Divides the tables of Slipway by organization: hash partitions of plain PostgreSQL (12 or newer).
--
-- Stop all processes and back up first. Run it as the owner of the schema, once:
--   psql -v ON_ERROR_STOP=1 -c 'set slipway.partitions = 16' -f partition.sql postgres://…
-- Releases from 0.1.0 on work with the divided tables; a migration of a later release may need them undivided (docs/operating.md).
do $$
declare
  partitions constant integer := coalesce(nullif(current_setting('slipway.partitions', true), ''), '16')::integer;
  name text;
  unfilled bigint;
  newest bigint;
  numbers text;
  definition text;
  definitions text[];
  triggers text[];
begin
  lock table slipway.meta in access exclusive mode;
  for name in
    select c.relname from pg_class c
      join pg_attribute a on a.attrelid = c.oid and a.attname = 'organization' and not a.attisdropped
      where c.relnamespace = 'slipway'::regnamespace and c.relkind = 'r' and not c.relispartition order by 1
  loop
    execute format('select count(*) from slipway.%I where organization is null', name) into unfilled;
    if unfilled > 0 then
      raise exception 'the table % has % rows without an organization: start a process of this release, which fills them', name, unfilled;
    end if;
    -- All indexes but those that find rows without an organization.
    select array_agg(pg_get_indexdef(indexrelid) order by indexrelid) into definitions from pg_index
      where indrelid = format('slipway.%I', name)::regclass
        and coalesce(pg_get_expr(indpred, indrelid), '') not like '%organization IS NULL%';
    -- What keeps other tables; what fills the column is done by this release.
    select array_agg(pg_get_triggerdef(oid)) into triggers from pg_trigger
      where tgrelid = format('slipway.%I', name)::regclass and not tgisinternal and tgname like 'members\_%';
    numbers := pg_get_serial_sequence('slipway.' || name, 'seq');
    newest := nextval(numbers);
    execute format('create table slipway.%I (like slipway.%I including defaults) partition by hash (organization)', name || '_divided', name);
    for remainder in 0 .. partitions - 1 loop
      execute format('create table slipway.%I partition of slipway.%I for values with (modulus %s, remainder %s)',
        name || '_' || remainder, name || '_divided', partitions, remainder);
    end loop;
    execute format('insert into slipway.%I select * from slipway.%I', name || '_divided', name);
    execute format('drop table slipway.%I', name);
    execute format('alter table slipway.%I rename to %I', name || '_divided', name);
    -- Identity columns of partitioned tables need PostgreSQL 17.
    execute format('create sequence %s start %s owned by slipway.%I.seq', numbers, newest, name);
    execute format('alter table slipway.%I alter column seq set default nextval(%L)', name, numbers);
    execute format('alter table slipway.%I alter column organization set not null', name);
    -- A unique key of a partitioned table has the column by which it is divided.
    foreach definition in array definitions loop
      execute case when definition like 'CREATE UNIQUE %' then regexp_replace(definition, '\)$', ', organization)') else definition end;
    end loop;
    foreach definition in array coalesce(triggers, '{}') loop
      execute definition;
    end loop;
    execute format('analyze slipway.%I', name);
  end loop;
end $$;
