/**
 * What service 1 remembers. Kind, scope and key of each (an organization's scope is its name):
 *
 * | kind | scope | key | body |
 * |---|---|---|---|
 * | `projects` | organization | name | Project |
 * | `workspaces` | organization | name | StoredWorkspace and what workspaces add |
 * | `varsets` | organization | name | Varset |
 * | `vars` | id of the varset or workspace | `category:key` | Variable |
 * | `global-vars` | organization | `category:key` | GlobalClaim: holds the key for one global set (rule 4 of variable sets) |
 * | `ssh-keys` | organization | id | SshKey |
 * | `agent-pools` | organization | name | AgentPool |
 * | `oauth-clients`, `oauth-tokens` | organization, client's id | id | OauthClient, OauthToken |
 *
 * Links: `workspace-project` workspace → project (access/project-workspaces.ts), `varset-workspaces` variable set → workspace,
 * `varset-projects` variable set → project, `team-workspaces` team → workspace and `team-projects` team → project. The notes of the
 * last two are a TeamAccess (access/workspace-rights.ts).
 */
export interface StoredTagBinding {
  readonly key: string;
  readonly value: string;
  readonly createdAt: string;
}
export interface StoredProject {
  readonly name: string;
  readonly organization: string;
  readonly description: string;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly defaultExecutionMode: 'remote' | 'local' | 'agent' | null;
  readonly defaultAgentPool: string | null;
  readonly autoDestroyActivityDuration: string | null;
  readonly tags: readonly StoredTagBinding[];
}

export interface StoredVariableSet {
  readonly name: string;
  readonly organization: string;
  readonly description: string;
  readonly global: boolean;
  readonly priority: boolean;
  /** An organization's `id` is its name. */
  readonly parent: { readonly type: 'organizations' | 'projects'; readonly id: string };
  readonly updatedAt: string;
}
export interface StoredVariable {
  readonly key: string;
  readonly value: string;
  readonly description: string | null;
  readonly category: 'infra' | 'env';
  readonly hcl: boolean;
  readonly sensitive: boolean;
  /** Changes whenever the value is written: how a client notices that a hidden value is no longer its own. */
  readonly versionId: string;
  readonly createdAt: string;
}
export interface StoredGlobalKey {
  readonly varset: string;
  readonly variable: string;
}

export interface StoredSshKey {
  readonly name: string;
  readonly value: string;
  readonly organization: string;
}
export interface StoredAgentPool {
  readonly name: string;
  readonly organization: string;
  readonly organizationScoped: boolean;
  readonly createdAt: string;
}
export interface StoredOauthClient {
  readonly organization: string;
  readonly name: string | null;
  readonly serviceProvider: string;
  readonly httpUrl: string;
  readonly apiUrl: string;
  readonly createdAt: string;
}
export interface StoredOauthToken {
  readonly client: string;
  readonly organization: string;
  readonly createdAt: string;
  readonly serviceProviderUser: string;
}
