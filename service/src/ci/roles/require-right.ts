import { isOwner } from '../../access/organization-owners.ts';
import { forbidden } from '../../http/problem.ts';
import type { RequestContext } from '../../http/route.ts';
import type { StoredRecord } from '../../store/store.ts';
import type { CiOrganization } from '../organizations/organization-records.ts';
import { type CiRight, type HeldRoles, isHeldBy, rightHolders } from './right-holders.ts';
import { readHeldRoles } from './stored-roles.ts';

/** Where a right is required: in an organization, or in one of its projects. */
export interface RightPlace {
  readonly organization: Pick<StoredRecord<CiOrganization>, 'id' | 'key'>;
  readonly project?: { readonly id: string } | undefined;
}
type Asking = Pick<RequestContext, 'tx' | 'caller'>;

/** The roles of the organization's own token: admin of each project, contributor elsewhere. */
const rolesOfOrganizationToken = (project: RightPlace['project']): HeldRoles => ({
  organization: 'contributor',
  project: project && 'admin',
});

const findHeldRoles = async ({ tx, caller }: Asking, { organization, project }: RightPlace): Promise<HeldRoles> => {
  if (caller.kind === 'organization') return rolesOfOrganizationToken(project);
  const teams = caller.memberships.find((one) => one.organization === organization.key)?.teams ?? [];
  return readHeldRoles(tx, { user: caller.kind === 'user' ? caller.id : undefined, teams }, organization.id, project?.id);
};

/** Whether the caller, who is a member of the organization, has a right there. For an owner the store is not read. */
export const hasRight = async (ctx: Asking, right: CiRight, place: RightPlace): Promise<boolean> =>
  isOwner(ctx, place.organization.key) || isHeldBy(await findHeldRoles(ctx, place), right);

/** Throws 403 without the right. The caller must be able to see the object: otherwise 404 is due. */
export const requireRight = async (ctx: Asking, right: CiRight, place: RightPlace): Promise<void> => {
  if (!(await hasRight(ctx, right, place))) throw forbidden(`this token may not ${rightHolders[right].does}`);
};
