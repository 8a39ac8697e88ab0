/** The location of a schema, with the line of a place in it. */
export interface SchemaOrigin {
  /** A file's path, or `kubernetes`. */
  readonly source: string;
  /** 1-based, in the file, of a pointer (RFC 6901) into the schema; undefined: there is no file. */
  readonly lineOf: (pointer: string) => number | undefined;
}

/** A schema of one version of one kind, as it was found. */
export interface KindSchema {
  readonly group: string;
  readonly version: string;
  /** In its original case: `Gateway`, or `gateway` in a file name. */
  readonly kind: string;
  /** `structure`: of a CustomResourceDefinition; `overlay`: a further JSON Schema. */
  readonly role: 'structure' | 'overlay';
  /** JSON Schema; 2020-12 unless `$schema` says otherwise. */
  readonly schema: unknown;
  readonly origin: SchemaOrigin;
  /** Other schemas that it may refer to, by URI. */
  readonly referencedSchemas?: Readonly<Record<string, unknown>>;
  /** URI that its references are relative to. */
  readonly uri?: string;
  /** The `deprecationWarning` of this version. */
  readonly warning?: string;
}

/** The key of a kind. Kinds do not differ by case alone, so file names may use any case. */
export const kindKeyOf = ({ group, version, kind }: Pick<KindSchema, 'group' | 'version' | 'kind'>): string =>
  `${group}/${version}/${kind.toLowerCase()}`;
/** The file and the line of a place in a schema: `schemas/route.yaml:12`; without a line the file only. */
export const formatLocation = ({ source, lineOf }: SchemaOrigin, pointer: string): string => {
  const line = lineOf(pointer);
  return line === undefined ? source : `${source}:${line}`;
};

/** The schemas of one source, and its faults: each a sentence with file and line. */
export interface SchemaReadResult {
  readonly schemas: readonly KindSchema[];
  readonly faults: readonly string[];
}
