import type { User } from '../../records.ts';
import { badRequest, notFound } from '../../problem.ts';
import { type RequestContext, type PreparationContext, route } from '../../route.ts';
import type { StoredRecord, Transaction } from '../../store/store.ts';
import { made, ok } from '../replies.ts';
import { type Difference, differenceOf } from './difference.ts';
import { renderBundle, renderDocument } from './documents.ts';
import { engineOf } from './engine.ts';
import { bundleWithId, ownerHere, policyPath, policySetOf, writePolicySet } from './here.ts';
import type { Policy } from './rego/index.ts';
import { largestRequest, replacementSent } from './replacement.ts';
import { adminsOnly } from './rights.ts';
import { shortened } from './shortened.ts';
import type { PolicyBundle, PolicyDocument, PolicySet } from './stored.ts';

const path = `${policyPath}/policy-bundle`;

interface Checked { readonly dry: boolean; readonly policies: readonly Policy[] }

/** Compiled before the unit of work: that takes its time. 400 with file, line, column and reason for policies that do not compile. */
const prepare = async (preparing: PreparationContext): Promise<Checked> => {
  const { dry, files } = await preparing.read(async (asking) => {
    const owner = await ownerHere(asking);
    const sent = replacementSent(asking);
    if (!sent.dry) adminsOnly(asking, owner);
    return sent;
  });
  const made = await engineOf(preparing.settings).check(files);
  if ('refused' in made) throw badRequest(`${shortened(made.refused)}; nothing was replaced`);
  return { dry, policies: made.policies };
};

const authorOf = async ({ caller, tx }: RequestContext): Promise<string> => (caller.kind === 'user' ? (await tx.get<User>('users', caller.id))?.body.uuid ?? caller.name : caller.name);

/** What was not touched stays as it was written. */
const documentsOf = async (asking: RequestContext, policies: readonly Policy[], before: readonly PolicyDocument[]): Promise<readonly PolicyDocument[]> => {
  const [createdAt, createdBy] = [asking.clock.now().toISOString(), await authorOf(asking)];
  const known = new Map(before.map((one) => [one.name, one]));
  return [...policies].sort((one, other) => (one.name < other.name ? -1 : 1)).map((policy) => {
    const old = known.get(policy.name);
    return old?.hash === policy.hash ? { ...old, file: policy.file } : { ...policy, createdAt, createdBy };
  });
};

/** A bundle that is replaced is kept for the decisions that were made by it, and only for them. */
const forgetUnused = async (tx: Transaction, { id: set, body: { bundle } }: StoredRecord<PolicySet>): Promise<void> => {
  if (bundle === null) return;
  const uses = await tx.list({ kind: 'ci-policy-decisions', scope: set, body: [{ path: 'bundle', is: bundle }] }, { offset: 0, limit: 1, uncounted: true, order: { by: 'seq', descending: true } });
  if (uses.records.length === 0) await tx.delete('ci-policy-bundles', bundle);
};

const replaceBy = async (asking: RequestContext<Transaction>, owner: string, documents: readonly PolicyDocument[]): Promise<void> => {
  const there = await policySetOf(asking.tx, owner);
  if (there) await forgetUnused(asking.tx, there);
  const id = asking.newId('uuid');
  const set = await writePolicySet(asking, owner, { bundle: id }, there);
  await asking.tx.insert<PolicyBundle>({ id, kind: 'ci-policy-bundles', scope: set.id, key: id, name: '', body: { documents } });
};

/** The hosted service leaves out what is empty. */
const renderDifference = (asking: RequestContext, { created, deleted, modified }: Difference) =>
  Object.fromEntries(Object.entries({ created, deleted, modified }).filter(([, names]) => asking.dialect === 'neutral' || names.length > 0));

export const routes = [
  route(`GET ${path}`, async (asking) => {
    const { id: owner } = await ownerHere(asking);
    return ok(renderBundle(await bundleWithId(asking.tx, (await policySetOf(asking.tx, owner))?.body.bundle)));
  }),
  /** Replaces all policies at once, or, dry, says what that would change. */
  route(`POST ${path}`, async (asking) => {
    const owner = await ownerHere(asking);
    const { dry, policies } = asking.prepared as Checked;
    if (!dry) adminsOnly(asking, owner);
    const { documents: before } = await bundleWithId(asking.tx, (await policySetOf(asking.tx, owner.id))?.body.bundle);
    const difference = renderDifference(asking, differenceOf(before, policies));
    if (dry) return ok(difference);
    await replaceBy(asking, owner.id, await documentsOf(asking, policies, before));
    return made(difference);
  }, { maxBodyBytes: largestRequest, prepare }),
  route(`GET ${path}/{policyName}`, async (asking) => {
    const { id: owner } = await ownerHere(asking);
    const name = asking.params['policyName']!;
    const found = (await bundleWithId(asking.tx, (await policySetOf(asking.tx, owner))?.body.bundle)).documents.find((one) => one.name === name);
    if (!found) throw notFound(`the policy "${name}"`);
    return ok(renderDocument(found));
  }),
];
