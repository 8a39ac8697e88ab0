import type { View } from '../../store/store.ts';
import type { CiOrganization, Repository } from '../stored.ts';
import type { Rec } from '../../store/store.ts';

/** The name of a repository whose code host's id is given: as a seed told it, else in the organization, under its id. */
export const fullNameOf = async (view: View, organization: Rec<CiOrganization>, externalId: string): Promise<string> =>
  (await view.byKey<Repository>('ci-repositories', organization.id, externalId))?.body.fullName ?? `${organization.body.name}/${externalId}`;
