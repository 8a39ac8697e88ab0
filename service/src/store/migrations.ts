import { auditMigration } from './audit-trail/migration.ts';
import { linkMigration } from './links/migration.ts';
import { ledgerMigration } from './ledger/migration.ts';
import { nameMigration } from './names/migration.ts';
import { organizationMigration } from './organizations/migration.ts';
import { changesMigration } from './changes/migration.ts';
import { snapshotMigration } from './archive/migration.ts';
import { memberMigration } from './members/migration.ts';
import { ownerMemberMigration } from './members/owner-migration.ts';
import { runMemberMigration } from './members/run-migration.ts';

/** Schema version n is the first n entries. Forward only: an entry that was released never changes. */
export interface Migration {
  /**
   * The previous release can read and write on it, so that processes of both run at the same time: it adds what that release can ignore
   * (expand), or removes what that release no longer uses (contract). `release`: the version that introduced it; the previous release is
   * the one before all migrations of that release. Decision 76 has the rules.
   */
  readonly compatible?: { readonly release: string };
  readonly sqlite: readonly string[];
  readonly postgres: readonly string[];
}

export const migrations: readonly Migration[] = [
  {
    sqlite: [
      // AUTOINCREMENT: without it the number of a deleted last record would be given out again.
      `create table records (
        seq integer primary key autoincrement, id text not null unique, kind text not null, scope text not null, key text not null,
        name text not null, folded text not null, version integer not null, body text not null,
        unique (kind, scope, key)) strict`,
      // Every SQLite index ends with seq, the row's number: these two serve both orders.
      'create index records_in_order on records (kind, scope)',
      'create index records_by_name on records (kind, scope, folded)',
      `create table links (
        seq integer primary key autoincrement, kind text not null, "from" text not null, "to" text not null, note text not null,
        unique ("from", kind, "to")) strict`,
      'create index links_back on links ("to", kind)',
    ],
    postgres: [
      // json and not jsonb: the text is returned as it was stored, and members compare as in SQLite.
      `create table slipway.records (
        seq bigint generated always as identity primary key, id text collate "C" not null unique, kind text collate "C" not null,
        scope text collate "C" not null, key text collate "C" not null, name text collate "C" not null, folded text collate "C" not null,
        version integer not null, body json not null)`,
      'create index records_in_order on slipway.records (kind, scope, seq)',
      'create index records_by_name on slipway.records (kind, scope, folded, seq)',
      // The last one: among indexes that look equally good, as all do before the first ANALYZE, the planner takes the youngest.
      'create unique index records_by_key on slipway.records (kind, scope, key)',
      `create table slipway.links (
        seq bigint generated always as identity primary key, kind text collate "C" not null, "from" text collate "C" not null,
        "to" text collate "C" not null, note json not null,
        unique ("from", kind, "to"))`,
      'create index links_back on slipway.links ("to", kind)',
      // A unit that writes locks this row.
      `insert into slipway.meta values ('writer', '')`,
    ],
  },
  ledgerMigration,
  snapshotMigration,
  // Version 4: secrets are sealed (sealing/store-keys.ts). The number keeps an older release from reading sealed values as values.
  { sqlite: [], postgres: [] },
  auditMigration,
  nameMigration,
  linkMigration,
  organizationMigration,
  changesMigration,
  memberMigration,
  runMemberMigration,
  ownerMemberMigration,
];

export const schemaVersion = migrations.length;
/** The first version whose rows hold sealed secrets. */
export const firstSealedSchema = 4;

/** The schema information that a store records. */
export interface FoundSchema {
  readonly version: number;
  /** The oldest version whose release may read and write it. */
  readonly oldest: number;
}
/** The rows of the table `meta` that hold the schema version. */
export const schemaRows = { version: 'schema', oldest: 'oldest-schema' } as const;

/** Parses the rows of `meta`. A store without tables has version 0. */
export const parseSchema = (rows: readonly { readonly key?: unknown; readonly value?: unknown }[]): FoundSchema => {
  const find = (name: string): unknown => rows.find(({ key }) => key === name)?.value;
  const version = Number(find(schemaRows.version) ?? 0);
  return { version, oldest: Number(find(schemaRows.oldest) ?? version) };
};

/**
 * The schema version of the release before the last migration, if that release can use this schema; otherwise the version after all
 * migrations.
 */
export const findOldestSchema = (all: readonly Pick<Migration, 'compatible'>[]): number => {
  const release = all.at(-1)?.compatible?.release;
  return release === undefined ? all.length : all.findLastIndex(({ compatible }) => compatible?.release !== release) + 1;
};

/**
 * What this release records after its migrations. The previous release can continue if the last migrations are compatible; earlier ones
 * cannot.
 */
export const ownSchema: FoundSchema = { version: schemaVersion, oldest: findOldestSchema(migrations) };

/** Whether this release may work on it, without migrating it, though a newer one made it. */
export const isCompatibleSchema = ({ version, oldest }: FoundSchema): boolean => version > schemaVersion && oldest <= schemaVersion;

/** The error message for data of a newer release. */
export const describeNewerSchema = (where: string, found: number): string =>
  `${where} was written by a newer release: its schema version is ${found}, this release knows ${schemaVersion}. ` +
  'Use the newer release, or another place.';
