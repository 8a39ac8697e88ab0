import type { Whole, WholeView } from './whole/whole.ts';
import type { Ledger, LedgerView } from './ledger/ledger.ts';

/**
 * What the embedded services remember, behind one interface with two implementations (SQLite, PostgreSQL).
 * A record is one document of one kind. Invariants are keys, never read-then-write: the pair (kind, scope, key) is
 * unique, a link is unique, and an update names the version it saw.
 */
export interface Rec<B = unknown> {
  /** `ws-Wf3…`: unique in the whole store. */
  readonly id: string;
  /** `workspaces`, `varsets`, … */
  readonly kind: string;
  /** What it lives in: an organization's name, a variable set's id, … or `''`. Leads every index. */
  readonly scope: string;
  /** Unique within (kind, scope): the name where names are unique, else the id. Compared byte for byte. */
  readonly key: string;
  /** What a search by name looks at; stored beside its lower-cased form. */
  readonly name: string;
  /** Grows with every insert; the default order. */
  readonly seq: number;
  /** 1, 2, 3 …: one more with every update. */
  readonly version: number;
  /** JSON. */
  readonly body: B;
}
export type Draft<B = unknown> = Omit<Rec<B>, 'seq' | 'version'>;
/** What a record becomes; what is left out stays. */
export interface Next<B = unknown> { readonly body: B; readonly key?: string; readonly name?: string; readonly scope?: string }

/** A directed edge: `workspace-tags: ws-1 → tag-9`, with a small JSON note. */
export interface Link { readonly kind: string; readonly from: string; readonly to: string; readonly note: unknown }

/** A list question; every condition holds (AND). */
export interface Filter {
  readonly kind: string;
  readonly scope?: string | readonly string[];
  readonly ids?: readonly string[];
  readonly keys?: readonly string[];
  /** Only what was inserted after, or before, that record. */
  readonly seq?: { readonly after?: number; readonly before?: number };
  /** Only names that stand behind, or before, this one in the order by name. */
  readonly named?: { readonly after?: string; readonly before?: string };
  /** Case-insensitive substring of the name. */
  readonly nameContains?: string;
  /** `*` stands for anything, case-insensitive, the rest literally. */
  readonly nameLike?: string;
  /** Each must (or must not) be linked: `{kind: 'workspace-tags', from: 'self', to: 'tag-9'}`. Several `to`: any of them. */
  readonly linked?: readonly {
    readonly kind: string; readonly self: 'from' | 'to'; readonly other?: readonly string[]; readonly not?: boolean;
  }[];
  /** Equality of a member of the body by dotted path; `null` matches absent and null. */
  readonly body?: readonly { readonly path: string; readonly is: string | number | boolean | null | readonly string[] }[];
}
/**
 * `name` is compared without case, by code point. A member sorts absent, null, lists and objects first, then false, true,
 * numbers, strings. Ties stand in the order of insertion; descending is the exact mirror.
 */
export interface Order { readonly by: 'seq' | 'name' | { readonly body: string }; readonly descending?: boolean }
export interface Page<B = unknown> { readonly records: readonly Rec<B>[]; readonly total: number }

export interface View {
  /** What finished. */
  readonly ledger: LedgerView;
  /** Everything at once. */
  readonly whole: WholeView;
  get<B = unknown>(kind: string, id: string): Promise<Rec<B> | undefined>;
  byKey<B = unknown>(kind: string, scope: string, key: string): Promise<Rec<B> | undefined>;
  /** In the order asked, each once; what is not there is left out. */
  many<B = unknown>(kind: string, ids: readonly string[]): Promise<readonly Rec<B>[]>;
  list<B = unknown>(filter: Filter, page?: { readonly offset: number; readonly limit: number; readonly order?: Order; /** `total` is then the end of the page, not of the list. */ readonly uncounted?: true }): Promise<Page<B>>;
  count(filter: Filter): Promise<number>;
  /** In the order they were made. */
  links(kind: string, side: { readonly from: string | readonly string[] } | { readonly to: string | readonly string[] }): Promise<readonly Link[]>;
}

export interface Transaction extends View {
  readonly ledger: Ledger;
  readonly whole: Whole;
  /** Throws KeyTaken when (kind, scope, key) or the id is there already. */
  insert<B>(draft: Draft<B>): Promise<Rec<B>>;
  /** Throws Stale when the version is no longer the one seen; KeyTaken when a new key is taken. The whole record is replaced. */
  update<B>(seen: Rec<unknown>, next: Next<B>): Promise<Rec<B>>;
  /** True when it was there. Its links go with it. */
  delete(kind: string, id: string): Promise<boolean>;
  /** True when it is new; an existing link keeps its place and takes the note. */
  link(kind: string, from: string, to: string, note?: unknown): Promise<boolean>;
  unlink(kind: string, from: string, to: string): Promise<boolean>;
}

export class KeyTaken extends Error {
  readonly kind: string; readonly scope: string; readonly key: string;
  constructor(kind: string, scope: string, key: string) {
    super(`${kind} ${key} exists in ${scope || 'the store'}`);
    this.kind = kind; this.scope = scope; this.key = key;
  }
}
export class Stale extends Error {
  constructor(id: string) { super(`${id} was changed meanwhile`); }
}

export interface Store {
  /** Set where other processes may write to it, too. */
  readonly shared?: true;
  /** One snapshot from the first question to the last. The work awaits nothing but its view. */
  read<T>(work: (view: View) => Promise<T>): Promise<T>;
  /**
   * One atomic unit, durable when the promise resolves. The work may run more than once (Stale, serialization failure,
   * deadlock), so it touches nothing but the transaction; after some tries the last error is thrown. Units follow one
   * another, over all processes: one never sees what another is changing, and one inside another would wait for ever.
   * Throws StorageFull, StoreUnavailable, Unstorable (failures.ts) besides what the work throws.
   */
  write<T>(work: (transaction: Transaction) => Promise<T>): Promise<T>;
  /** Forgets everything but snapshots (control endpoint, tests). */
  clear(): Promise<void>;
  close(): Promise<void>;
}
