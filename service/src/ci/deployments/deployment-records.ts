/**
 * Stored records of deployments. Ids are UUIDs; `org`, `prj`, `ctx` are the id of an organization, a project, a context.
 *
 * | kind | scope | key | body |
 * |---|---|---|---|
 * | `ci-environments` | org | name | DeployEnvironment |
 * | `ci-components` | org | `project/name` | DeployComponent |
 * | `ci-versions` | component | id | ComponentVersion |
 */
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

/** A version of a component in an environment; another deployment of it updates the record. */
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
