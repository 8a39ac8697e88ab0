import type { ReadTransaction } from '../../store/store.ts';
import type { CiOrganization, Repository } from '../organizations/organization-records.ts';
import type { StoredRecord } from '../../store/store.ts';

/** The name of a repository whose code host's id is given: as a seed told it, else in the organization, under its id. */
export const resolveRepositoryName = async (
  view: ReadTransaction,
  organization: StoredRecord<CiOrganization>,
  externalId: string,
): Promise<string> =>
  (await view.getByKey<Repository>('ci-repositories', organization.id, externalId))?.body.fullName ??
  `${organization.body.name}/${externalId}`;
