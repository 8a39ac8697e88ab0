/**
 * Schema version 7: a link has the number of its source record, and the index of targets has the order of those numbers. So the records
 * that are linked to something are found, counted and paged in their order without looking at any other.
 */
export const linkMigration = {
  sqlite: [
    'alter table links add column from_seq integer',
    'update links set from_seq = (select seq from records where id = "from")',
    'drop index links_back',
    'create index links_back on links ("to", kind, from_seq)',
    // What is indexed by name is found among all that is not (names/index-names.ts).
    "create index records_named on records (seq) where kind in ('workspaces', 'projects', 'varsets', 'tags')",
  ],
  postgres: [
    'alter table slipway.links add column from_seq bigint',
    'update slipway.links set from_seq = (select r.seq from slipway.records r where r.id = "from")',
    'drop index slipway.links_back',
    'create index links_back on slipway.links ("to", kind, from_seq)',
  ],
};
