import { notFound } from '../../problem.ts';
import type { RequestContext } from '../../route.ts';
import type { StoredRecord, Transaction, ReadTransaction } from '../../store/store.ts';
import { organizationWithId } from '../organizations/here.ts';
import { got, idIn, invalid } from '../read.ts';
import type { CiOrganization } from '../stored.ts';
import type { DecisionLog, PolicyBundle, PolicySet } from './stored.ts';

/** The one set of policies that an organization has: those that judge configurations. */
export const configContext = 'config';
export const policyPath = '/owner/{ownerID}/context/{context}';

/** The organization of the path: 400 for an owner that is no UUID or a context there is none of, 404 unless the caller belongs to it. */
export const ownerHere = async (asking: RequestContext): Promise<StoredRecord<CiOrganization>> => {
  const owner = idIn(asking, 'ownerID');
  const context = asking.params['context']!;
  if (context !== configContext) throw invalid({ detail: `expected ${configContext}, ${got(context)}`, parameter: 'context' });
  return organizationWithId(asking, owner);
};

/** Undefined: nobody wrote a policy or a setting yet. */
export const policySetOf = (view: ReadTransaction, owner: string): Promise<StoredRecord<PolicySet> | undefined> => view.getByKey<PolicySet>('ci-policy-sets', owner, configContext);

/** The set of the owner as `next` says, made when it was not there. */
export const writePolicySet = async (
  { tx, newId }: Pick<RequestContext<Transaction>, 'tx' | 'newId'>, owner: string, next: Partial<PolicySet>, there: StoredRecord<PolicySet> | undefined,
): Promise<StoredRecord<PolicySet>> => (there
  ? tx.update<PolicySet>(there, { body: { ...there.body, ...next } })
  : tx.insert<PolicySet>({ id: newId('uuid'), kind: 'ci-policy-sets', scope: owner, key: configContext, name: configContext, body: { enabled: false, bundle: null, ...next } }));

const empty: PolicyBundle = { documents: [] };
export const bundleWithId = async (view: ReadTransaction, id: string | null | undefined): Promise<PolicyBundle> =>
  (typeof id === 'string' ? (await view.get<PolicyBundle>('ci-policy-bundles', id))?.body ?? empty : empty);

export const decisionHere = async (asking: RequestContext): Promise<StoredRecord<DecisionLog>> => {
  const { id: owner } = await ownerHere(asking);
  const id = idIn(asking, 'decisionID');
  const [set, decision] = [await policySetOf(asking.tx, owner), await asking.tx.get<DecisionLog>('ci-policy-decisions', id)];
  if (!set || decision?.scope !== set.id) throw notFound(`the decision ${id}`);
  return decision;
};
