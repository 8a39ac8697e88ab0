import type { User } from '../../access/records.ts';
import { badRequest, notFound } from '../../http/problem.ts';
import { type RequestContext, type PreparationContext, route } from '../../http/route.ts';
import type { StoredRecord, Transaction } from '../../store/store.ts';
import { ciCreated, ciOk } from '../responses.ts';
import { type PolicyBundleDiff, diffPolicyBundles } from './bundle-diff.ts';
import { renderPolicyBundle, renderPolicyDocument } from './render-policies.ts';
import { selectPolicyEngine } from './select-policy-engine.ts';
import { loadPolicyBundle, requirePolicyOwner, policyPath, findPolicySet, savePolicySet } from './policy-sets.ts';
import type { Policy } from './compile-bundle.ts';
import { maxReplacementBytes, parseBundleReplacement } from './bundle-replacement.ts';
import { requirePolicyAdmin } from './policy-rights.ts';
import { shortenMessage } from './shorten-message.ts';
import type { PolicyBundle, PolicyDocument, PolicySet } from './policy-records.ts';

const path = `${policyPath}/policy-bundle`;

interface PreparedReplacement {
  readonly dry: boolean;
  readonly policies: readonly Policy[];
}

/** Compiled before the unit of work: that takes its time. 400 with file, line, column and reason for policies that do not compile. */
const prepare = async (preparing: PreparationContext): Promise<PreparedReplacement> => {
  const { dry, files } = await preparing.read(async (asking) => {
    const owner = await requirePolicyOwner(asking);
    const sent = parseBundleReplacement(asking);
    if (!sent.dry) requirePolicyAdmin(asking, owner);
    return sent;
  });
  const made = await selectPolicyEngine(preparing.settings).check(files);
  if ('refused' in made) throw badRequest(`${shortenMessage(made.refused)}; nothing was replaced`);
  return { dry, policies: made.policies };
};

const findAuthor = async ({ caller, tx }: RequestContext): Promise<string> =>
  caller.kind === 'user' ? ((await tx.get<User>('users', caller.id))?.body.uuid ?? caller.name) : caller.name;

/** What was not touched stays as it was written. */
const createDocuments = async (
  asking: RequestContext,
  policies: readonly Policy[],
  before: readonly PolicyDocument[],
): Promise<readonly PolicyDocument[]> => {
  const [createdAt, createdBy] = [asking.clock.now().toISOString(), await findAuthor(asking)];
  const known = new Map(before.map((one) => [one.name, one]));
  return [...policies]
    .sort((one, other) => (one.name < other.name ? -1 : 1))
    .map((policy) => {
      const old = known.get(policy.name);
      return old?.hash === policy.hash ? { ...old, file: policy.file } : { ...policy, createdAt, createdBy };
    });
};

/** A bundle that is replaced is kept for the decisions that were made by it, and only for them. */
const deleteUnusedBundle = async (tx: Transaction, { id: set, body: { bundle } }: StoredRecord<PolicySet>): Promise<void> => {
  if (bundle === null) return;
  const uses = await tx.list(
    { kind: 'ci-policy-decisions', scope: set, body: [{ path: 'bundle', is: bundle }] },
    { offset: 0, limit: 1, uncounted: true, order: { by: 'seq', descending: true } },
  );
  if (uses.records.length === 0) await tx.delete('ci-policy-bundles', bundle);
};

const replaceBundle = async (asking: RequestContext<Transaction>, owner: string, documents: readonly PolicyDocument[]): Promise<void> => {
  const there = await findPolicySet(asking.tx, owner);
  if (there) await deleteUnusedBundle(asking.tx, there);
  const id = asking.newId('uuid');
  const set = await savePolicySet(asking, owner, { bundle: id }, there);
  await asking.tx.insert<PolicyBundle>({ id, kind: 'ci-policy-bundles', scope: set.id, key: id, name: '', body: { documents } });
};

/** The hosted service leaves out what is empty. */
const renderDiff = (asking: RequestContext, { created, deleted, modified }: PolicyBundleDiff) =>
  Object.fromEntries(
    Object.entries({ created, deleted, modified }).filter(([, names]) => asking.dialect === 'neutral' || names.length > 0),
  );

export const routes = [
  route(`GET ${path}`, async (asking) => {
    const { id: owner } = await requirePolicyOwner(asking);
    return ciOk(renderPolicyBundle(await loadPolicyBundle(asking.tx, (await findPolicySet(asking.tx, owner))?.body.bundle)));
  }),
  /** Replaces all policies at once, or, dry, says what that would change. */
  route(
    `POST ${path}`,
    async (asking) => {
      const owner = await requirePolicyOwner(asking);
      const { dry, policies } = asking.prepared as PreparedReplacement;
      if (!dry) requirePolicyAdmin(asking, owner);
      const { documents: before } = await loadPolicyBundle(asking.tx, (await findPolicySet(asking.tx, owner.id))?.body.bundle);
      const difference = renderDiff(asking, diffPolicyBundles(before, policies));
      if (dry) return ciOk(difference);
      await replaceBundle(asking, owner.id, await createDocuments(asking, policies, before));
      return ciCreated(difference);
    },
    { maxBodyBytes: maxReplacementBytes, prepare },
  ),
  route(`GET ${path}/{policyName}`, async (asking) => {
    const { id: owner } = await requirePolicyOwner(asking);
    const name = asking.params['policyName']!;
    const found = (await loadPolicyBundle(asking.tx, (await findPolicySet(asking.tx, owner))?.body.bundle)).documents.find(
      (one) => one.name === name,
    );
    if (!found) throw notFound(`the policy "${name}"`);
    return ciOk(renderPolicyDocument(found));
  }),
];
