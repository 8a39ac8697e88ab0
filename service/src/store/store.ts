import type { Archive, ArchiveReader } from './archive/archive.ts';
import type { AuditTrail, AuditTrailReader } from './audit-trail/audit-trail.ts';
import type { Ledger, LedgerReader } from './ledger/ledger.ts';
import type { LinkedRecords, RecordFilter, RecordOrder } from './record-filter.ts';
import type { StatementFigures } from './statement-metrics.ts';
import type { WatchedUnits } from './write-watchers.ts';

/**
 * The data of the embedded services, behind one interface with two implementations (SQLite, PostgreSQL).
 * A record is one document of one kind. Invariants are keys, never read-then-write: the pair (kind, scope, key) is
 * unique, a link is unique, and an update names the version it saw.
 */
export interface StoredRecord<B = unknown> {
  /** `ws-Wf3…`: unique in the whole store. */
  readonly id: string;
  /** `workspaces`, `varsets`, … */
  readonly kind: string;
  /** The owner of the record: an organization's name, a variable set's ID, … or `''`. Leads every index. */
  readonly scope: string;
  /** Unique within (kind, scope): the name where names are unique, else the id. Compared byte for byte. */
  readonly key: string;
  /** The name for searches; stored together with its folded form. */
  readonly name: string;
  /** Grows with every insert; the default order. */
  readonly seq: number;
  /** 1, 2, 3 …: one more with every update. */
  readonly version: number;
  /** JSON. */
  readonly body: B;
}
export type NewRecord<B = unknown> = Omit<StoredRecord<B>, 'seq' | 'version'>;
/** The changes of a record; absent members are kept. */
export interface RecordUpdate<B = unknown> {
  readonly body: B;
  readonly key?: string;
  readonly name?: string;
  readonly scope?: string;
}

/** A directed edge: `workspace-tags: ws-1 → tag-9`, with a small JSON note. */
export interface Link {
  readonly kind: string;
  readonly from: string;
  readonly to: string;
  readonly note: unknown;
}

export interface RecordPage<B = unknown> {
  readonly records: readonly StoredRecord<B>[];
  readonly total: number;
}

/**
 * A scope that is another record's id, or that a member of it names:
 * `{kind: 'ci-slugs', scope: 'github', key: 'acme', member: 'organization'}`.
 */
export interface NamedScope {
  readonly kind: string;
  readonly scope: string;
  readonly key: string;
  /** A dotted path into its body; absent: its id. */
  readonly member?: string;
}

/** The queries of one read, and their answers. */
export interface ReadEvidence {
  /** In a later read: whether each query would have the same answer, and all answers are still in memory. */
  isCurrent(): boolean;
}

export interface ReadTransaction {
  /** Finished workflows, jobs and tests. */
  readonly ledger: LedgerReader;
  /** The audit trail. */
  readonly auditTrail: AuditTrailReader;
  /** The whole content of the store. */
  readonly archive: ArchiveReader;
  get<B = unknown>(kind: string, id: string): Promise<StoredRecord<B> | undefined>;
  getByKey<B = unknown>(kind: string, scope: string, key: string): Promise<StoredRecord<B> | undefined>;
  /** A record by key in a scope that another record names, with one query instead of two that depend on each other. */
  getWithin<B = unknown>(kind: string, within: NamedScope, key: string): Promise<StoredRecord<B> | undefined>;
  /** In the order of `ids`, each once; missing records are left out. */
  getMany<B = unknown>(kind: string, ids: readonly string[]): Promise<readonly StoredRecord<B>[]>;
  list<B = unknown>(
    filter: RecordFilter,
    page?: {
      readonly offset: number;
      readonly limit: number;
      readonly order?: RecordOrder;
      /** `total` is then the end of the page, not of the list. */ readonly uncounted?: true;
    },
  ): Promise<RecordPage<B>>;
  count(filter: RecordFilter): Promise<number>;
  /** The number of records in each of these scopes that has any. */
  countByScope(kind: string, scopes: readonly string[]): Promise<ReadonlyMap<string, number>>;
  /** Links of a kind from, or to, these IDs, in the order of creation. */
  listLinks(
    kind: string,
    side: { readonly from: string | readonly string[] } | { readonly to: string | readonly string[] },
  ): Promise<readonly Link[]>;
  /**
   * The number of links of a kind to, or from, each of these; those without any are left out. `otherLinked`: counts only links whose other
   * end is itself linked in this way.
   */
  countLinks(
    kind: string,
    side: { readonly from: readonly string[] } | { readonly to: readonly string[] },
    otherLinked?: LinkedRecords,
  ): Promise<ReadonlyMap<string, number>>;
  /** Which of these a link leads to from anything but `except`; one look-up for any number. */
  listLinked(kind: string, to: readonly string[], except: string): Promise<readonly string[]>;
  /**
   * What was read until now; undefined if some of it is not kept in memory. Absent if nothing is kept, because other processes write to the
   * store or the unit writes itself.
   */
  readonly listEvidence?: (() => ReadEvidence | undefined) | undefined;
}

/** The kinds of records that are deleted with a record of a kind, whose ID is their scope. */
export type ChildKinds = { readonly [kind: string]: readonly string[] | undefined };
/** All records of some kinds in some scopes, or those with some IDs; with what is below them, and so on, where `childKinds` is given. */
export type DeletedRecords = { readonly kinds: readonly string[]; readonly childKinds?: ChildKinds } & (
  | { readonly scopes: readonly string[]; readonly ids?: never }
  | { readonly ids: readonly string[]; readonly scopes?: never }
);

export interface Transaction extends ReadTransaction {
  readonly ledger: Ledger;
  readonly auditTrail: AuditTrail;
  readonly archive: Archive;
  /**
   * Claims a record, which no other unit can change until this one ends; undefined if it does not exist, or another unit has claimed it.
   */
  claim<B = unknown>(kind: string, id: string): Promise<StoredRecord<B> | undefined>;
  /** Throws DuplicateKey if (kind, scope, key) or the id exists. The id is a new one, that no link has. */
  insert<B>(draft: NewRecord<B>): Promise<StoredRecord<B>>;
  /** Throws StaleRecord if the stored version differs; DuplicateKey if the new key exists. The whole record is replaced. */
  update<B>(record: StoredRecord<unknown>, next: RecordUpdate<B>): Promise<StoredRecord<B>>;
  /** Deletes a record, if it exists, with its links. */
  delete(kind: string, id: string): Promise<void>;
  /** Deletes records with their links: as many statements for a thousand as for one. */
  deleteMany(records: DeletedRecords): Promise<void>;
  /** An existing link keeps its place and takes the note. */
  link(kind: string, from: string, to: string, note?: unknown): Promise<void>;
  /** Adds a link like `link`, and returns whether it is new. Callers that need no answer use `link`, which does not wait for one. */
  addLink(kind: string, from: string, to: string, note?: unknown): Promise<boolean>;
  /** Several: as one statement. */
  unlink(kind: string, from: string, to: string | readonly string[]): Promise<void>;
}

export class DuplicateKey extends Error {
  readonly kind: string;
  readonly scope: string;
  readonly key: string;
  constructor(kind: string, scope: string, key: string) {
    super(`${kind} ${key} exists in ${scope || 'the store'}`);
    this.kind = kind;
    this.scope = scope;
    this.key = key;
  }
}
export class StaleRecord extends Error {
  constructor(id: string) {
    super(`${id} was changed meanwhile`);
  }
}

export interface ReadOptions {
  /**
   * A replica may be read where it has every unit that was written for them until now, or for anything; absent: it is the database itself.
   * The work may then run on either, and is run again where the replica fails.
   */
  readonly organizations?: readonly string[] | undefined;
  /**
   * A few look-ups: it may share a connection and a snapshot with others that wait at the same time, and is run again where one of those
   * has failed the snapshot.
   */
  readonly brief?: boolean;
}

export interface Store {
  /** Set where other processes may write to it, too. */
  readonly shared?: true;
  /** Runs queries on one snapshot. The work may await nothing but its view. */
  read<T>(work: (view: ReadTransaction) => Promise<T>, options?: ReadOptions): Promise<T>;
  /**
   * One atomic unit, durable when the promise resolves. The work may run more than once (StaleRecord, serialization failure, deadlock), so
   * it may change nothing but `tx`; after some attempts the last error is thrown. Units are serialized across all processes: none sees the
   * unfinished changes of another, and a nested one would wait for ever. Throws StorageFull, StoreUnavailable, UnstorableText (failures.ts)
   * besides what the work throws.
   *
   * `organizations`: the names of those whose data the unit decides on and writes; absent: it may be anything. Units that have no
   * organization in common may be written at the same time. Records without an organization are then protected only by unique keys and
   * versions. An empty list: the unit decides only on records that it claims.
   */
  write<T>(work: (tx: Transaction) => Promise<T>, organizations?: readonly string[]): Promise<T>;
  /** Sends a query to the database, without waiting for units; rejects if the database does not answer. */
  probe(): Promise<void>;
  /** How many units of work this process has written since it opened the store, including failed ones. */
  countWrites(): number;
  /** Outcomes of list queries to the replica, by number: it was current, behind, or failed. Absent without a replica. */
  listReplicaReads?(): Readonly<Record<'current' | 'behind' | 'failed', number>>;
  /** The statements that this process has sent since it opened the store, by kind. */
  listStatements(): readonly StatementFigures[];
  /**
   * Calls `listener` after each unit that wrote or deleted records or links of these kinds, until the returned function is called. `isOwn`:
   * a unit of this process. A unit of another process is reported if that process watches the kind as well, while the connection to the
   * database lasts; after it was lost, every listener is called once. `units`: whose units are watched; default: those of all processes.
   */
  watch(kinds: readonly string[], listener: (isOwn: boolean) => void, units?: WatchedUnits): () => void;
  /** Derives a key of 32 bytes for one purpose: the same in every process on the store, until its keys are rotated. Needs no query. */
  deriveKey(purpose: string): Buffer;
  /** Deletes everything but snapshots (control endpoint, tests). */
  clear(): Promise<void>;
  /** Seals all secrets with a new data key, and that with the master key, by default the current one. */
  rotateKeys(masterKey?: Buffer): Promise<void>;
  /** Seals what an older release stored in clear, and rewrites the files so that no plain text remains. Returns the number of records. */
  sealAll(): Promise<number>;
  /** Replaces the sealed data keys by those of a backup. Throws StoreUnavailable if the master key does not open them. */
  adoptKeys(text: string): Promise<void>;
  close(): Promise<void>;
}
