import type { CodeHost } from '../slugs/code-hosts.ts';

/**
 * Stored records of projects. Ids are UUIDs; `org`, `prj`, `ctx` are the id of an organization, a project, a context.
 *
 * | kind | scope | key | body |
 * |---|---|---|---|
 * | `ci-projects` | org | name | CiProject |
 * | `ci-project-variables` | prj | name | ProjectVariable |
 * | `ci-checkout-keys` | prj | MD5 fingerprint | CheckoutKey |
 * | `ci-webhooks` | prj | id | Webhook |
 */
export interface CiProject {
  readonly name: string;
  readonly host: CodeHost;
  readonly defaultBranch: string;
  readonly openSource: boolean;
  /** The settings that differ from the defaults. */
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

/** An outbound webhook: where events of a project are sent. */
export interface Webhook {
  readonly name: string;
  readonly url: string;
  readonly events: readonly ('workflow-completed' | 'job-completed')[];
  readonly verifyTls: boolean;
  /** Requests are signed with it. */
  readonly secret: string;
  readonly createdAt: string;
  readonly updatedAt: string;
}

export interface ProjectVariable {
  /** The value of the variable. */
  readonly secret: string;
  /** The masked value, stored for the previous release; this release masks the value when it is read. */
  readonly mask: string;
  readonly createdAt: string;
}

export interface CheckoutKey {
  readonly type: 'user-key' | 'deploy-key';
  /** In the format of `authorized_keys`. */
  readonly publicKey: string;
  /** The private key, PKCS #8 in PEM. */
  readonly secret: string;
  readonly md5: string;
  readonly sha256: string;
  /** The id of the user, for a user key. */
  readonly user: string | null;
  readonly createdAt: string;
}
