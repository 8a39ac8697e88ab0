/** The kinds of blocks that a provider has schemas for, as configurations spell them. */
export type BlockKind = 'provider' | 'resource' | 'data' | 'ephemeral' | 'action' | 'list';

export interface JsonSchema {
  readonly [keyword: string]: unknown;
}

/** Where the schemas of providers come from. */
export interface TerraformSchemas {
  /**
   * The JSON Schema of a block's body, or undefined for a type that is not known here. `source` is the provider's address,
   * where the configuration says it.
   */
  schemaOf(kind: BlockKind, type: string, source?: string): JsonSchema | undefined;
  /** For `--print-schema`: where these schemas stand. */
  readonly origin: string;
}

/** What Terraform itself reads in a block, beside what the provider declares. */
const metaArguments: { readonly [kind in BlockKind]: readonly string[] } = {
  provider: ['alias', 'version', '//'],
  resource: ['count', 'for_each', 'depends_on', 'lifecycle', 'provider', 'provisioner', 'connection', '//'],
  data: ['count', 'for_each', 'depends_on', 'lifecycle', 'provider', '//'],
  ephemeral: ['count', 'for_each', 'depends_on', 'lifecycle', 'provider', '//'],
  action: ['//'],
  list: ['//'],
};

/** The same schema, which has nothing to say about Terraform's own arguments. */
export const withMetaArguments = (schema: JsonSchema, kind: BlockKind): JsonSchema => ({
  ...schema,
  properties: { ...(schema['properties'] as object), ...Object.fromEntries(metaArguments[kind].map((name) => [name, true])) },
});
