/** The input and the results of the evaluator. */

export interface Sources {
  /** Other schemas by URI: targets of `$ref`, and custom meta-schemas. Nothing is fetched from the network. */
  readonly schemas?: { readonly [uri: string]: unknown };
  /** The dialect of a schema without `$schema`. Default 2020-12. */
  readonly dialect?: string;
  /** The URI that the schema was read from: the base of its references if it has no identifier. Default `schema:///`. */
  readonly uri?: string;
  /**
   * In drafts up to 7 the specification ignores keywords next to `$ref`. Since authors expect them to apply, they do unless this is true.
   */
  readonly strictSpec?: boolean;
  /**
   * Whether `format` is checked. Default `specification`: the dialect v1 checks it, the drafts only annotate. `assert` checks the formats
   * that a dialect defines, `annotate` checks none.
   */
  readonly formats?: FormatHandling;
}

export type FormatHandling = 'specification' | 'assert' | 'annotate';

declare const validates: unique symbol;
/** A schema that can be asked for annotations: compiled, or packed for some keywords. */
export interface AnnotationSchema {
  readonly [validates]?: boolean;
  readonly dialect: string;
}

/** A schema ready to evaluate instances. Plain data inside: `pack` writes it, `load` reads it. */
export interface Compiled extends AnnotationSchema {
  readonly [validates]?: true;
}

/**
 * `strict`: the specification; an invalid instance has no annotations. `lenient`: what is certain survives a failing
 * neighbour; failed branches (`oneOf`, `anyOf`, `if`, `contains`, `not`) drop theirs in both.
 */
export type Mode = 'strict' | 'lenient';

export interface Annotation {
  readonly keyword: string;
  /** RFC 6901, in the instance. */
  readonly pointer: string;
  /** The value of the keyword; for one that contains schemas, their URIs (`properties`: names to URIs). */
  readonly value: unknown;
  /** The URI of the keyword: `https://example.com/a#/properties/city/deprecated`. */
  readonly location: string;
  /** The other keywords of the same subschema with their values, which may include an explanation. */
  readonly beside: ReadonlyMap<string, unknown>;
}

export interface Deprecation {
  /** RFC 6901, in the instance: what should not be used. */
  readonly pointer: string;
  /** What to write instead, in the schema's own words where it has some. */
  readonly message: string;
  /** The sibling to write instead, where the schema names one that it also declares. */
  readonly replacement?: string;
  /** The value could have another meaning under that name: it is for a person to rename it. */
  readonly isUncertain?: true;
  readonly since?: string;
  readonly removedIn?: string;
  readonly location: string;
}

export interface Fault {
  /** RFC 6901, in the instance. */
  readonly pointer: string;
  /** The keyword that is not fulfilled. */
  readonly keyword: string;
  /** The expected and the actual value. */
  readonly message: string;
  readonly location: string;
}
