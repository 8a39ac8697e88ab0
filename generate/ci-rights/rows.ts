import type { CiRightsRow } from './callers.ts';
import { deletionOfOrganization, organizationRows } from './organization-rows.ts';
import { projectRows } from './project-rows.ts';
import { organizationReads, projectReads } from './read-rows.ts';

export const rightsOfOrganizations: readonly CiRightsRow[] = [...organizationReads, ...organizationRows, deletionOfOrganization];
export const rightsOfProjects: readonly CiRightsRow[] = [...projectReads, ...projectRows];

/** Every row, in the order in which they are tried. */
export const triedRights: readonly CiRightsRow[] = [...organizationReads, ...organizationRows, ...rightsOfProjects, deletionOfOrganization];
