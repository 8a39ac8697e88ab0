/** Schema version 3: part 0 of a snapshot describes it, the others hold portions of it. Released, and therefore never changed. */
export const snapshotMigration = {
  sqlite: ['create table snapshots (name text not null, part integer not null, content text not null, primary key (name, part)) strict'],
  postgres: [
    'create table slipway.snapshots (name text collate "C" not null, part bigint not null, content text not null, ' +
      'primary key (name, part))',
  ],
};
