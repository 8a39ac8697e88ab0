/** Schema version 3: part 0 of a snapshot says what it is, the others hold portions of it. It was released: what it makes never changes. */
export const snapshotMigration = {
  sqlite: ['create table snapshots (name text not null, part integer not null, content text not null, primary key (name, part)) strict'],
  postgres: [
    'create table slipway.snapshots (name text collate "C" not null, part bigint not null, content text not null, ' +
      'primary key (name, part))',
  ],
};
