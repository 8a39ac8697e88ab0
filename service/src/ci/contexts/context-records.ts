/**
 * Stored records of contexts. Ids are UUIDs; `org`, `prj`, `ctx` are the id of an organization, a project, a context.
 *
 * | kind | scope | key | body |
 * |---|---|---|---|
 * | `ci-contexts` | org, or a user's UUID | name | CiContext |
 * | `ci-context-variables` | ctx | name | ContextVariable |
 * | `ci-context-restrictions` | ctx | `type:value` | ContextRestriction |
 */
export interface CiContext {
  readonly name: string;
  readonly owner: { readonly kind: 'organization' | 'account'; readonly id: string };
  readonly createdAt: string;
  /** Without groups the context is available to nobody, instead of to all members of the organization. */
  readonly closed?: true;
}

export interface ContextVariable {
  readonly secret: string;
  /** The masked value, stored for the previous release; this release masks the value when it is read. */
  readonly mask: string;
  readonly createdAt: string;
  readonly updatedAt: string;
}

export type ContextRestrictionType = 'project' | 'expression' | 'group';

export interface ContextRestriction {
  readonly type: ContextRestrictionType;
  readonly value: string;
  readonly createdAt: string;
}
