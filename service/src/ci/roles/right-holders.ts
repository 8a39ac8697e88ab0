/** Roles in an organization and in a project, the strongest first. */
export const ciRoles = ['admin', 'contributor', 'viewer'] as const;
export type CiRole = (typeof ciRoles)[number];

interface RightHolders {
  /** Roles in the organization that give the right in each of its projects. */
  readonly organization: readonly CiRole[];
  /** Roles in a project that give the right in that project only. */
  readonly project: readonly CiRole[];
  /** The purpose of the right, as it follows "may not" in a message. */
  readonly does: string;
}

/** Which roles have a right (decision 142). What requires none of these rights, every member can do. */
export const rightHolders = {
  'create-projects': { organization: ['admin', 'contributor'], project: [], does: 'create projects in this organization' },
  'export-usage': { organization: ['admin', 'contributor'], project: [], does: 'export the usage of this organization' },
  'evaluate-policies': { organization: ['admin', 'contributor'], project: [], does: 'have policies decide' },
  'manage-contexts': { organization: ['admin', 'contributor'], project: [], does: 'change contexts of this organization' },
  'restrict-contexts': { organization: ['admin'], project: [], does: 'change who may use a context' },
  'use-contexts': { organization: ['admin', 'contributor'], project: ['admin', 'contributor'], does: 'use contexts' },
  'manage-runners': { organization: ['admin'], project: [], does: 'change the namespace, its resource classes and their tokens' },
  'release-orbs': { organization: ['admin'], project: [], does: 'create and release orbs of this organization' },
  'develop-orbs': { organization: ['admin', 'contributor'], project: [], does: 'publish development versions of orbs' },
  'manage-roles': { organization: ['admin'], project: ['admin'], does: 'give roles here' },
  'start-builds': {
    organization: ['admin', 'contributor'],
    project: ['admin', 'contributor'],
    does: 'start, approve, run again, cancel or record anything here',
  },
  'manage-project': { organization: ['admin'], project: ['admin'], does: 'change this project' },
  'see-webhooks': { organization: ['admin', 'contributor'], project: ['admin', 'contributor', 'viewer'], does: 'see webhooks' },
} as const satisfies { readonly [right: string]: RightHolders };
export type CiRight = keyof typeof rightHolders;

export interface HeldRoles {
  readonly organization: CiRole;
  /** The role that was given in the project itself; undefined: none. */
  readonly project: CiRole | undefined;
}

export const isHeldBy = ({ organization, project }: HeldRoles, right: CiRight): boolean => {
  const holders: RightHolders = rightHolders[right];
  return holders.organization.includes(organization) || (project !== undefined && holders.project.includes(project));
};

export const strongestRole = (roles: readonly CiRole[]): CiRole | undefined => ciRoles.find((role) => roles.includes(role));
