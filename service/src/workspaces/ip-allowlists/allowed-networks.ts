import type { Organization } from '../../access/records.ts';
import type { Transaction } from '../../store/store.ts';

/** The body of a record of kind `cidr-ranges`: scope the list's id. */
interface StoredRange {
  readonly range: string;
  readonly enabled: boolean;
}

/**
 * Keeps the networks of the enabled ranges of all lists that are enforced in the organization with the organization itself, where the
 * look-up of a caller finds them without a further question. Without any enabled range the organization is open.
 */
export const updateAllowedNetworks = async (tx: Transaction, organization: string): Promise<void> => {
  const record = await tx.getByKey<Organization>('organizations', '', organization);
  if (!record) return;
  const lists = await tx.list({ kind: 'cidr-range-lists', scope: organization, body: [{ path: 'enforcementScope', is: 'organization' }] });
  const scope = lists.records.map(({ id }) => id);
  const ranges = scope.length === 0 ? [] : (await tx.list<StoredRange>({ kind: 'cidr-ranges', scope })).records;
  const allowedNetworks = [...new Set(ranges.filter(({ body }) => body.enabled).map(({ body }) => body.range))];
  const { allowedNetworks: _former, ...body } = record.body;
  await tx.update<Organization>(record, { body: allowedNetworks.length === 0 ? body : { ...body, allowedNetworks } });
};
