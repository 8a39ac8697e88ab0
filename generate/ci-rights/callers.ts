/**
 * Who may do what in the CI service, as literal data: docs/ci-rights.md is written from it, and test/laws/ci-rights asks each cell of a
 * running service. Nothing of the service's own tables is used here.
 */

/** Whom the cells are asked for, in the order of their columns. */
export const callers = [
  ['owner', 'Organization admin: an owner'],
  ['contributor', 'Organization contributor: each other member, unless given another role'],
  ['viewer', 'Organization viewer'],
  ['project-admin', 'Project admin (an organization viewer)'],
  ['project-contributor', 'Project contributor (an organization viewer)'],
  ['project-viewer', 'Project viewer (an organization viewer)'],
  ['organization-token', 'Token of the organization'],
  ['team-token', 'Token of a team without a role'],
] as const;
export type CallerName = (typeof callers)[number][0];

export interface CiRightsRow {
  readonly what: string;
  /** Who may: all others are refused with 403. */
  readonly callers: readonly CallerName[];
  /** Requests with their bodies. `<name>` stands for something that exists (test/laws/ci-rights/world.ts), `<new>` for a new name. */
  readonly requests: readonly (readonly [row: string, body?: unknown])[];
}

export const everyone = callers.map(([name]) => name);
export const users = ['owner', 'contributor', 'viewer', 'project-admin', 'project-contributor', 'project-viewer'] as const;
export const contributors = ['owner', 'contributor', 'organization-token'] as const;
export const builders = [...contributors, 'project-admin', 'project-contributor'] as const;
export const projectAdmins = ['owner', 'project-admin', 'organization-token'] as const;

export const claims = { audience: ['a'] };
