/** Facts of an attribute that the engine's schema in generated constructs lacks. All of it is JSON. */
export interface AttributeMeta {
  readonly mode: 'required' | 'optional' | 'computed';
  /** An unset value is filled in: by a default, the service or the provider. */
  readonly filled?: true;
  readonly doc: string;
  /** The type in words: `one of "remote", "local", "agent"`. */
  readonly type: string;
  /** What to write instead. */
  readonly deprecated?: string;
  readonly sensitive?: true;
  readonly writeOnly?: true;
  /** A change replaces the object; `from`: only a change away from that value; `while`: only while that attribute is true. */
  readonly replaces?: true | { readonly from: unknown } | { readonly while: string };
  readonly members?: { readonly [name: string]: AttributeMeta };
}

/** The facts of one resource, data source or ephemeral resource, for aspects. */
export interface ConstructMeta {
  readonly name: string;
  readonly doc: string;
  readonly deprecated?: string;
  /** By the names of the engine, in snake case. */
  readonly attributes: { readonly [name: string]: AttributeMeta };
  /** The sentences of the rules between attributes. */
  readonly rules: readonly string[];
}
