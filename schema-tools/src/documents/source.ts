/** UTF-16 offsets into a text: `end` is the first that no longer belongs. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** The location of a value of an instance in the text. */
export interface Spot {
  /** The property's key where it has one, else the value. In YAML, of the definition: an alias or a merge leads there. */
  readonly key: Span;
  readonly value: Span;
  /** The alias (`*name`, `<<: *name`) by which the place has what is written elsewhere. */
  readonly alias?: Span;
}

/** A fault of a text: it is not valid in its format, or repeats a key. */
export interface SourceFault extends Span {
  readonly message: string;
  readonly severity: 'error' | 'warning';
  /** A key that its object has already: an error, although the text can be read, by the last one. */
  readonly isRepeatedKey?: true;
}

export interface SourceDocument {
  /** The plain JSON value: what is evaluated. */
  readonly value: unknown;
  /** Finds places by RFC 6901 pointer, in one pass however many; a pointer that leads nowhere is left out. */
  locate(pointers: Iterable<string>): ReadonlyMap<string, Spot>;
  /**
   * The edit that gives a property's key another name, in the key's own spelling (quotes, dots); undefined where a key is not
   * written once and plainly.
   */
  rename(pointer: string, name: string): Edit | undefined;
}

export interface Edit extends Span {
  readonly text: string;
}

export interface Comment extends Span {
  /** Without its marks. */ readonly text: string;
}

export type Format = 'json' | 'jsonc' | 'json5' | 'yaml' | 'toml';

/** A file's text, read. `documents` holds one, or in YAML any number; none of those that have a fault of severity `error`. */
export interface Source {
  readonly format: Format;
  readonly text: string;
  readonly documents: readonly SourceDocument[];
  readonly faults: readonly SourceFault[];
  /** Found on first use: they contain modelines and inline ignores. */
  comments(): readonly Comment[];
}
