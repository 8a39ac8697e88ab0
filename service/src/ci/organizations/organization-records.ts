import type { CodeHost } from '../slugs/code-hosts.ts';

/**
 * Stored records of organizations, their slugs and their repositories. Ids are UUIDs; `org` is the id of an organization.
 *
 * | kind | scope | key | body |
 * |---|---|---|---|
 * | `ci-organizations` | '' | name of the organization | CiOrganization |
 * | `ci-slugs` | host | name there | OrganizationSlug: whose slug it is |
 * | `ci-repositories` | org | external id | Repository |
 */
export interface CiOrganization {
  readonly name: string;
  /** The host of the slug that responses contain: native, or a code host. */
  readonly host: CodeHost;
  /** Its name at the code host; empty for a native organization. */
  readonly hostName: string;
  readonly createdAt: string;
  /** Settings of API v3 that were set, by their names there. */
  readonly settings?: { readonly [setting: string]: boolean };
}

export interface OrganizationSlug {
  readonly organization: string;
}

/** A repository by the id that its code host gave it. */
export interface Repository {
  readonly fullName: string;
  readonly defaultBranch: string;
  readonly openSource: boolean;
  /** Its path on this machine, where jobs can check it out. */
  readonly path: string | null;
}
