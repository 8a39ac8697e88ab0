import type { OrganizationRight, ServiceSettings, TokenPurpose } from '../http/route.ts';

/**
 * Who is who, shared by both services. Kind, scope and key of each:
 * `organizations` '' name · `users` '' name · `teams` organization name · `tokens` '' hash of the secret.
 * Links: `organization-members` organization → user · `team-members` team → user.
 */
export interface Organization {
  readonly name: string;
  readonly email: string;
  readonly createdAt: string;
  /** `prj-…` */
  readonly defaultProject: string;
  readonly defaultExecutionMode: 'remote' | 'local' | 'agent';
  readonly defaultAgentPool: string | null;
  /** `null`: the setting of the service applies. */
  readonly settings: { readonly workspaceAdminsForceDelete: boolean | null; readonly assessmentsEnforced: boolean | null };
  /** Attributes that clients chose and that have no other place here, by their names in documents. What is absent has its default. */
  readonly chosen?: { readonly [name: string]: unknown };
  readonly retention?: RetentionPolicy | null;
  /** Absent: the plan of the service. */
  readonly tier?: ServiceSettings['tier'];
  /** The networks from which it is reached, of its CIDR range lists; absent: any. */
  readonly allowedNetworks?: readonly string[];
}
/** How long the content of states and configurations is kept. */
export interface RetentionPolicy {
  readonly id: string;
  readonly type: 'data-retention-policy-delete-olders' | 'data-retention-policy-dont-deletes';
  readonly days: number | null;
}
export interface User {
  readonly name: string;
  readonly email: string;
  readonly createdAt: string;
  /** The ID of the user in the CI service. */
  readonly uuid: string;
  /** A new address that the user has not confirmed yet; absent: none. */
  readonly unconfirmedEmail?: string;
}
export interface Team {
  readonly name: string;
  readonly organization: string;
  readonly access: readonly OrganizationRight[];
  readonly owners: boolean;
  readonly createdAt: string;
  /** Absent: `secret`, of owners `organization`. */
  readonly visibility?: 'secret' | 'organization';
  readonly description?: string | null;
  readonly ssoTeamId?: string | null;
  /** Absent: true. */
  readonly allowMemberTokenManagement?: boolean;
}
export interface ApiToken {
  /** Limits the token to a purpose; absent: it can do what its owner can do. */
  readonly purpose?: TokenPurpose;
  /** For the token of a run task: ID of the task result that it writes. */
  readonly taskResult?: string;
  /** For the token of a run: ID of the run's workspace. */
  readonly runWorkspace?: string;
  /** For the token of an agent's job: IDs of the pool and the job. */
  readonly agentPool?: string;
  readonly agentJob?: string;
  /** An organization's `id` is its name. */
  readonly owner: { readonly kind: 'user' | 'team' | 'organization' | 'agent-pool'; readonly id: string };
  readonly description: string;
  readonly createdAt: string;
  readonly expiresAt: string | null;
  /** The issuer of the token; absent: its owner. */
  readonly createdBy?: { readonly kind: 'user' | 'team' | 'organization'; readonly id: string };
  /** One of several of its team, which a new one does not replace. */
  readonly several?: true;
}

/** The part of a workspace that decides who may use it. */
export interface WorkspaceSummary {
  readonly name: string;
  readonly organization: string;
  readonly project: string;
  readonly attributes?: { readonly 'global-remote-state'?: boolean };
}

/** The plan that an organization has. */
export const resolveTier = (organization: Pick<Organization, 'tier'>, settings: Pick<ServiceSettings, 'tier'>): ServiceSettings['tier'] =>
  organization.tier ?? settings.tier;

/** The setting that applies in one organization: its own value, else the service's. */
export const resolveOrganizationSetting = (
  organization: Organization,
  settings: ServiceSettings,
  name: keyof Organization['settings'],
): boolean => organization.settings[name] ?? settings[name];
