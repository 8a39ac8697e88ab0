import type { CiRight } from '../roles/right-holders.ts';
import { notFound } from '../../http/problem.ts';
import type { RequestContext } from '../../http/route.ts';
import type { StoredRecord, Transaction, ReadTransaction } from '../../store/store.ts';
import { requireOrganizationById } from '../organizations/require-organization.ts';
import { describeValue, uuidPathParameter, invalidRequest } from '../requests/read-request.ts';
import type { CiOrganization } from '../organizations/organization-records.ts';
import type { DecisionLog, PolicyBundle, PolicySet } from './policy-records.ts';

/** The only policy context of an organization: policies for configurations. */
export const policyContext = 'config';
export const policyPath = '/owner/{ownerID}/context/{context}';

/** The organization of the path: 400 for an owner that is not a UUID or an unknown context, 404 unless the caller belongs to it. */
export const requirePolicyOwner = async (ctx: RequestContext, right?: CiRight): Promise<StoredRecord<CiOrganization>> => {
  const owner = uuidPathParameter(ctx, 'ownerID');
  const context = ctx.params['context']!;
  if (context !== policyContext)
    throw invalidRequest({ detail: `expected ${policyContext}, ${describeValue(context)}`, parameter: 'context' });
  return requireOrganizationById(ctx, owner, right);
};

/** Undefined before the first policy or setting. */
export const findPolicySet = (view: ReadTransaction, owner: string): Promise<StoredRecord<PolicySet> | undefined> =>
  view.getByKey<PolicySet>('ci-policy-sets', owner, policyContext);

/** Updates the policy set of the owner, or creates it. */
export const savePolicySet = async (
  { tx, newId }: Pick<RequestContext<Transaction>, 'tx' | 'newId'>,
  owner: string,
  changes: Partial<PolicySet>,
  existing: StoredRecord<PolicySet> | undefined,
): Promise<StoredRecord<PolicySet>> =>
  existing
    ? tx.update<PolicySet>(existing, { body: { ...existing.body, ...changes } })
    : tx.insert<PolicySet>({
        id: newId('uuid'),
        kind: 'ci-policy-sets',
        scope: owner,
        key: policyContext,
        name: policyContext,
        body: { enabled: false, bundle: null, ...changes },
      });

const emptyBundle: PolicyBundle = { documents: [] };
export const loadPolicyBundle = async (view: ReadTransaction, id: string | null | undefined): Promise<PolicyBundle> =>
  typeof id === 'string' ? ((await view.get<PolicyBundle>('ci-policy-bundles', id))?.body ?? emptyBundle) : emptyBundle;

export const requireDecision = async (ctx: RequestContext): Promise<StoredRecord<DecisionLog>> => {
  const { id: owner } = await requirePolicyOwner(ctx);
  const id = uuidPathParameter(ctx, 'decisionID');
  const [set, decision] = await Promise.all([findPolicySet(ctx.tx, owner), ctx.tx.get<DecisionLog>('ci-policy-decisions', id)]);
  if (!set || decision?.scope !== set.id) throw notFound(`the decision ${id}`);
  return decision;
};
