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

/** Compiles before the transaction, because it may take long; 400 with file, line, column and reason for policies that do not compile. */
const prepare = async (preparation: PreparationContext): Promise<PreparedReplacement> => {
  const { dry, files } = await preparation.read(async (ctx) => {
    const owner = await requirePolicyOwner(ctx);
    const replacement = parseBundleReplacement(ctx);
    if (!replacement.dry) requirePolicyAdmin(ctx, owner);
    return replacement;
  });
  const compilation = await selectPolicyEngine(preparation.settings).check(files);
  if ('refused' in compilation) throw badRequest(`${shortenMessage(compilation.refused)}; nothing was replaced`);
  return { dry, policies: compilation.policies };
};

const findAuthor = async ({ caller, tx }: RequestContext): Promise<string> =>
  caller.kind === 'user' ? ((await tx.get<User>('users', caller.id))?.body.uuid ?? caller.name) : caller.name;

/** The documents of the new bundle; unchanged policies keep their author and time. */
const createDocuments = async (
  ctx: RequestContext,
  policies: readonly Policy[],
  before: readonly PolicyDocument[],
): Promise<readonly PolicyDocument[]> => {
  const [createdAt, createdBy] = [ctx.clock.now().toISOString(), await findAuthor(ctx)];
  const previous = new Map(before.map((left) => [left.name, left]));
  return [...policies]
    .sort((left, other) => (left.name < other.name ? -1 : 1))
    .map((policy) => {
      const previousDocument = previous.get(policy.name);
      return previousDocument?.hash === policy.hash ? { ...previousDocument, file: policy.file } : { ...policy, createdAt, createdBy };
    });
};

/** Deletes a replaced bundle unless a decision refers to it. */
const deleteUnusedBundle = async (tx: Transaction, { id: set, body: { bundle } }: StoredRecord<PolicySet>): Promise<void> => {
  if (bundle === null) return;
  const uses = await tx.list(
    { kind: 'ci-policy-decisions', scope: set, body: [{ path: 'bundle', is: bundle }] },
    { offset: 0, limit: 1, uncounted: true, order: { by: 'seq', descending: true } },
  );
  if (uses.records.length === 0) await tx.delete('ci-policy-bundles', bundle);
};

const replaceBundle = async (ctx: RequestContext<Transaction>, owner: string, documents: readonly PolicyDocument[]): Promise<void> => {
  const existing = await findPolicySet(ctx.tx, owner);
  if (existing) await deleteUnusedBundle(ctx.tx, existing);
  const id = ctx.newId('uuid');
  const set = await savePolicySet(ctx, owner, { bundle: id }, existing);
  await ctx.tx.insert<PolicyBundle>({ id, kind: 'ci-policy-bundles', scope: set.id, key: id, name: '', body: { documents } });
};

/** The hosted dialect leaves out empty lists. */
const renderDiff = (ctx: RequestContext, { created, deleted, modified }: PolicyBundleDiff) =>
  Object.fromEntries(Object.entries({ created, deleted, modified }).filter(([, names]) => ctx.dialect === 'neutral' || names.length > 0));

export const routes = [
  route(`GET ${path}`, async (ctx) => {
    const { id: owner } = await requirePolicyOwner(ctx);
    return ciOk(renderPolicyBundle(await loadPolicyBundle(ctx.tx, (await findPolicySet(ctx.tx, owner))?.body.bundle)));
  }),
  /** Replaces all policies at once; `dry` only reports what would change. */
  route(
    `POST ${path}`,
    async (ctx) => {
      const owner = await requirePolicyOwner(ctx);
      const { dry, policies } = ctx.prepared as PreparedReplacement;
      if (!dry) requirePolicyAdmin(ctx, owner);
      const { documents: before } = await loadPolicyBundle(ctx.tx, (await findPolicySet(ctx.tx, owner.id))?.body.bundle);
      const difference = renderDiff(ctx, diffPolicyBundles(before, policies));
      if (dry) return ciOk(difference);
      await replaceBundle(ctx, owner.id, await createDocuments(ctx, policies, before));
      return ciCreated(difference);
    },
    { maxBodyBytes: maxReplacementBytes, prepare },
  ),
  route(`GET ${path}/{policyName}`, async (ctx) => {
    const { id: owner } = await requirePolicyOwner(ctx);
    const name = ctx.params['policyName']!;
    const document = (await loadPolicyBundle(ctx.tx, (await findPolicySet(ctx.tx, owner))?.body.bundle)).documents.find(
      (left) => left.name === name,
    );
    if (!document) throw notFound(`the policy "${name}"`);
    return ciOk(renderPolicyDocument(document));
  }),
];
