/** The kinds of blocks that a provider has schemas for, as configurations spell them. */
export type BlockKind = 'provider' | 'resource' | 'data' | 'ephemeral' | 'action' | 'list';

export interface JsonSchema {
  readonly [keyword: string]: unknown;
}

/** The source of the schemas of providers. */
export interface TerraformSchemas {
  /** The JSON Schema of a block's body, or undefined for an unknown type. `source`: the provider's address, if the configuration has it. */
  schemaOf(kind: BlockKind, type: string, source?: string): JsonSchema | undefined;
  /** For `--print-schema`: the location of these schemas. */
  readonly origin: string;
}

/** Arguments that Terraform itself reads in a block, besides those of the provider. */
const metaArguments: { readonly [kind in BlockKind]: readonly string[] } = {
  provider: ['alias', 'version', '//'],
  resource: ['count', 'for_each', 'depends_on', 'lifecycle', 'provider', 'provisioner', 'connection', '//'],
  data: ['count', 'for_each', 'depends_on', 'lifecycle', 'provider', '//'],
  ephemeral: ['count', 'for_each', 'depends_on', 'lifecycle', 'provider', '//'],
  action: ['//'],
  list: ['//'],
};

/** The schema with Terraform's own arguments allowed without constraints. */
export const withMetaArguments = (schema: JsonSchema, kind: BlockKind): JsonSchema => ({
  ...schema,
  properties: { ...(schema['properties'] as object), ...Object.fromEntries(metaArguments[kind].map((name) => [name, true])) },
});
