const kinds = `('workspaces', 'projects', 'varsets', 'tags')`;
const newest = 'select coalesce(max(id), 0) from record_names_docsize';

/**
 * Schema version 6: names have an index of their trigrams. It was released: what it makes never changes.
 *
 * On SQLite, inserts do not update the index, which would take a seventh of a create: new rows are indexed later, in portions
 * (index-names.ts). So triggers only change rows that are indexed. The table has no content but the index: its rows are those of `records`
 * by number. On PostgreSQL the extension `pg_trgm` may be missing, or the user may not create it: then searches read all names.
 */
export const nameMigration = {
  sqlite: [
    `create virtual table record_names using fts5(folded, content = '', contentless_delete = 1, tokenize = 'trigram case_sensitive 1',
      detail = none)`,
    `create trigger record_renamed after update of folded on records
      when new.folded is not old.folded and new.kind in ${kinds} and old.seq <= (${newest}) begin
        delete from record_names where rowid = old.seq;
        insert into record_names (rowid, folded) values (new.seq, new.folded);
      end`,
    `create trigger record_unnamed after delete on records when old.kind in ${kinds} and old.seq <= (${newest}) begin
        delete from record_names where rowid = old.seq;
      end`,
    `insert into record_names (rowid, folded) select seq, folded from records where kind in ${kinds} order by seq`,
  ],
  postgres: [
    `do $$ declare home text; begin
      begin
        create extension if not exists pg_trgm with schema slipway;
      exception when insufficient_privilege or undefined_file or feature_not_supported then
        raise notice 'searches by name have no index: the extension pg_trgm cannot be created';
      end;
      select n.nspname into home from pg_opclass c join pg_namespace n on n.oid = c.opcnamespace where c.opcname = 'gin_trgm_ops' limit 1;
      if home is not null then
        execute format('create index record_names on slipway.records using gin (folded %I.gin_trgm_ops)
          where kind in ${kinds.replaceAll("'", "''")}', home);
      end if;
    end $$`,
  ],
};
