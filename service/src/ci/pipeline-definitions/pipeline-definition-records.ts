/**
 * Stored records of pipeline definitions. Ids are UUIDs; `org`, `prj`, `ctx` are the id of an organization, a project, a context.
 *
 * | kind | scope | key | body |
 * |---|---|---|---|
 * | `ci-definitions` | prj | id | PipelineDefinition |
 */
/** The providers of the specification and two of the hosted service, with the same names in both API dialects. */
export type SourceProvider = 'codehost_app' | 'codehost_dc' | 'github_oauth' | 'github_server';

export interface DefinitionSource {
  readonly provider: SourceProvider;
  readonly externalId: string;
  readonly fullName: string;
}

export interface PipelineDefinition {
  readonly name: string;
  readonly description: string;
  readonly configSource: DefinitionSource & { readonly filePath: string };
  readonly checkoutSource: DefinitionSource;
  readonly createdAt: string;
}
