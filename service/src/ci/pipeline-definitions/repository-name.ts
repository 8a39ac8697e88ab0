import type { ReadTransaction } from '../../store/store.ts';
import type { CiOrganization, Repository } from '../organizations/organization-records.ts';
import type { StoredRecord } from '../../store/store.ts';

/** The full name of a repository by its external id: the known one, or else the organization's name and the id. */
export const resolveRepositoryName = async (
  view: ReadTransaction,
  organization: StoredRecord<CiOrganization>,
  externalId: string,
): Promise<string> =>
  (await view.getByKey<Repository>('ci-repositories', organization.id, externalId))?.body.fullName ??
  `${organization.body.name}/${externalId}`;
