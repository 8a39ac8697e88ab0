import type { CodeHost } from './slugs/code-hosts.ts';

/**
 * What service 2 remembers. Ids are UUIDs; `org`, `prj`, `ctx` stand for those of an organization, a project, a context.
 *
 * | kind | scope | key | body |
 * |---|---|---|---|
 * | `ci-organizations` | '' | name of the organization of service 1 | CiOrganization |
 * | `ci-slugs` | host | name there | OrganizationSlug: who has this slug |
 * | `ci-repositories` | org | external id | Repository |
 * | `ci-contexts` | org, or a user's UUID | name | Context |
 * | `ci-context-variables` | ctx | name | ContextVariable |
 * | `ci-context-restrictions` | ctx | `type:value` | Restriction |
 * | `ci-projects` | org | name | CiProject |
 * | `ci-project-variables` | prj | name | ProjectVariable |
 * | `ci-checkout-keys` | prj | MD5 fingerprint | CheckoutKey |
 * | `ci-webhooks` | prj | id | Webhook |
 * | `ci-definitions` | prj | id | Definition |
 * | `ci-triggers` | prj | id | Trigger |
 * | `ci-environments` | org | name | Environment |
 * | `ci-components` | org | `project/name` | Component |
 * | `ci-versions` | component | id | Version |
 */
export interface CiOrganization {
  readonly name: string;
  /** The slug it tells: of its own kind, or of a code host. */
  readonly host: CodeHost;
  /** Its name at the code host; of its own kind, empty. */
  readonly hostName: string;
  readonly createdAt: string;
}
export interface OrganizationSlug {
  readonly organization: string;
}

/** A repository that the service knows by the id its code host gave it. */
export interface Repository {
  readonly fullName: string;
  readonly defaultBranch: string;
  readonly openSource: boolean;
  /** Where it lies on this machine, when jobs can check it out. */
  readonly path: string | null;
}

export interface CiContext {
  readonly name: string;
  readonly owner: { readonly kind: 'organization' | 'account'; readonly id: string };
  readonly createdAt: string;
}
export interface ContextVariable {
  readonly sealed: string;
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

export interface CiProject {
  readonly name: string;
  readonly host: CodeHost;
  readonly defaultBranch: string;
  readonly openSource: boolean;
  /** What was chosen; the rest has its default. */
  readonly settings: Partial<ProjectSettings>;
  readonly createdAt: string;
}
export interface ProjectSettings {
  readonly autocancel_builds: boolean;
  readonly build_fork_prs: boolean;
  readonly build_prs_only: boolean;
  readonly disable_ssh: boolean;
  readonly forks_receive_secret_env_vars: boolean;
  readonly oss: boolean;
  readonly set_vcs_status: boolean;
  readonly setup_workflows: boolean;
  readonly write_settings_requires_admin: boolean;
  readonly pr_only_branch_overrides: readonly string[];
}
/** Where a project's events are sent. */
export interface Webhook {
  readonly name: string;
  readonly url: string;
  readonly events: readonly ('workflow-completed' | 'job-completed')[];
  readonly verifyTls: boolean;
  /** What requests are signed with. */
  readonly sealed: string;
  readonly createdAt: string;
  readonly updatedAt: string;
}
export interface ProjectVariable {
  readonly sealed: string;
  readonly mask: string;
  readonly createdAt: string;
}
export interface CheckoutKey {
  readonly type: 'user-key' | 'deploy-key';
  /** As in authorized_keys. */
  readonly publicKey: string;
  /** PKCS #8 in PEM, sealed. */
  readonly sealed: string;
  readonly md5: string;
  readonly sha256: string;
  /** Whose it is, when it is a user's. */
  readonly user: string | null;
  readonly createdAt: string;
}

/** Those of the specification, and two of the hosted service, whose words stand in both profiles. */
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
export type EventProvider = SourceProvider | 'webhook' | 'schedule';
export interface CiTrigger {
  readonly definition: string;
  readonly provider: EventProvider;
  readonly repository: { readonly externalId: string; readonly fullName: string } | null;
  /** Of a webhook. The secret is in its address, which is told once. */
  readonly webhook: { readonly sender: string; readonly secret: string } | null;
  readonly eventName: string | null;
  readonly eventPreset: string | null;
  readonly checkoutRef: string | null;
  readonly configRef: string | null;
  readonly disabled: boolean;
  readonly createdAt: string;
}

export interface DeployLabel {
  readonly key: string;
  readonly value: string;
}
export interface DeployEnvironment {
  readonly name: string;
  readonly description: string;
  readonly labels: readonly DeployLabel[];
  readonly createdAt: string;
  readonly updatedAt: string;
}
export interface DeployComponent {
  readonly name: string;
  readonly project: string;
  readonly labels: readonly DeployLabel[];
  readonly createdAt: string;
  readonly updatedAt: string;
}
/** What of a component was deployed where; a run that deploys again updates it. */
export interface ComponentVersion {
  readonly name: string;
  readonly environment: string;
  readonly namespace: string;
  readonly isLive: boolean;
  readonly pipeline: string | null;
  readonly workflow: string | null;
  readonly job: string | null;
  readonly jobNumber: number | null;
  readonly lastDeployedAt: string;
}
