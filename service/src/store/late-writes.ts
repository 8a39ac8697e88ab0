import type { ChildKinds } from './store.ts';

/** A row of `records` that is new, with its number. */
export interface LateRecord {
  readonly seq: number;
  readonly id: string;
  readonly kind: string;
  readonly scope: string;
  readonly key: string;
  readonly name: string;
  readonly folded: string;
  /** JSON text. */
  readonly body: string;
}
/** The new content of a row of `records`, with its scope and key. */
export interface LateUpdate extends LateRecord {
  /** The version of the record when it was read. */
  readonly version: number;
}

/** Sends messages to other processes. */
export interface Announcer {
  /**
   * Sends a message when the transaction is committed, once even if several of its units send the same one. Absent if there are no other
   * processes.
   */
  announce?(message: string): void;
}

/** Records that are deleted with their links (`DeletedRecords` of store.ts). */
export interface LateDeletion {
  readonly kinds: readonly string[];
  readonly ids: readonly string[];
  readonly scopes: readonly string[];
  readonly childKinds: ChildKinds;
  /** Called with each kind of what was there, before the commit, when the unit may be over: so with a way to announce it. */
  readonly report: (kind: string, announcer: Announcer) => void;
}

/**
 * Writes that need no answer of the database: they are taken for done, and sent together with others of their kind before something is
 * asked that they may change, at the latest with the commit. Where a key turns out to be taken, or a record to have another version, the
 * units of the transaction run again, and each write is asked for by itself.
 */
export interface LateWrites {
  /** The number of the next record. */
  nextNumber(): number | Promise<number>;
  /** False: another one has its key already, so it has to be asked for by itself. */
  insertRecord(record: LateRecord): boolean;
  updateRecord(update: LateUpdate): void;
  /** A link of a record that the unit inserted. False: it may exist already, which only the database can tell. `note`: JSON text. */
  insertLink(kind: string, from: string, to: string, note: string): boolean;
  /** A link that may be there already: it keeps its place then, and takes the note. */
  putLink(kind: string, from: string, to: string, note: string): void;
  deleteLink(kind: string, from: string, to: string): void;
  deleteRecords(deletion: LateDeletion): void;
}
