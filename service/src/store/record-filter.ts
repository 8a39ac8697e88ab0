/** Records from which links of a kind lead to some others, and some records besides. */
export interface LinkedRecords {
  readonly kind: string;
  /** IDs: to any of them. */
  readonly to: readonly string[];
  readonly orIds: readonly string[];
}

/** Records are linked (`self: 'from'`), or linked to: `{kind: 'workspace-tags', self: 'from', other: ['tag-9']}`. */
export interface LinkFilter {
  /** Several: any of them. */
  readonly kind: string | readonly string[];
  readonly self: 'from' | 'to';
  /** IDs at the other end, of which one must match; absent: any. */
  readonly other?: readonly string[];
  /** Conditions on the object at the other end, instead of `other`. */
  readonly otherLinked?: LinkedRecords;
  /** Records are not so linked. */
  readonly not?: boolean;
  /** IDs of records that match in any case; never with `not`. */
  readonly orIds?: readonly string[];
}

/** Equality of a member of the body by dotted path; `null` matches absent and null. */
export interface BodyCondition {
  readonly path: string;
  readonly is: string | number | boolean | null | readonly string[];
}

/** A list question; every condition holds (AND). */
export interface RecordFilter {
  readonly kind: string;
  readonly scope?: string | readonly string[];
  /** Only those of this organization, of kinds that name it in their bodies: runs, whose scope is their workspace. */
  readonly group?: string;
  readonly ids?: readonly string[];
  readonly keys?: readonly string[];
  /** Only what was inserted after, or before, that record. */
  readonly seq?: { readonly after?: number; readonly before?: number };
  /** Only names after, or before, this one in the order by name. */
  readonly named?: { readonly after?: string; readonly before?: string };
  /** Any of these names, ignoring case. */
  readonly names?: readonly string[];
  /** Case-insensitive substring of the name. */
  readonly nameContains?: string;
  /** A pattern in which `*` matches any characters, ignoring case; other characters are literal. */
  readonly nameLike?: string;
  readonly linked?: readonly LinkFilter[];
  readonly body?: readonly BodyCondition[];
}

/**
 * `name` is compared without case, by code point. A member sorts absent, null, lists and objects first, then false, true, numbers, strings.
 * Ties are in the order of insertion; descending is the exact reverse.
 */
export interface RecordOrder {
  /** `absentLast`: records without the member come after those that have it; otherwise before them. */
  readonly by: 'seq' | 'name' | { readonly body: string; readonly absentLast?: true };
  readonly descending?: boolean;
}
