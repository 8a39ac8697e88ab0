import { withoutNulls } from '../entries.ts';
import { invokeCiRoute, type CiSeed, type CiSeedContext } from './seed-context.ts';

/** Custom claims of the organization, or of one of its projects. */
export const seedCustomClaims = async (context: CiSeedContext, claims: CiSeed['custom_claims'], project?: string): Promise<void> => {
  if (!claims) return;
  const [path, params] =
    project === undefined
      ? ['PATCH /org/{org_id}/oidc-custom-claims', {}]
      : ['PATCH /org/{org_id}/project/{project_id}/oidc-custom-claims', { project_id: project }];
  await invokeCiRoute(context, path, { org_id: context.ciOrganization.id, ...params }, withoutNulls(claims));
};
