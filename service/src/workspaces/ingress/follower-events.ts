import { isSameSecret } from '../../access/is-same-secret.ts';
import type { CodeHostEvent } from '../../code-hosts/code-host-event.ts';
import { notFound } from '../../http/problem.ts';
import type { LookupContext } from '../../http/route.ts';
import type { NounBody } from '../../nouns/noun-record.ts';
import { changeRecord } from '../../nouns/write-records.ts';
import type { StoredRecord, Transaction } from '../../store/store.ts';
import { policySet } from '../policies/policy-sets.ts';
import { addRepositoryVersions } from '../registry/follow-repository.ts';
import type { StoredRegistryModule } from '../registry/stored.ts';
import { findFollower } from './webhook-addresses.ts';

/** A module or a policy set that follows a repository. */
export interface Follower {
  readonly identifier: string;
  /** Handles an event; returns why nothing changed, or null. */
  receive(event: CodeHostEvent): Promise<string | null>;
}

const followModule = (ctx: LookupContext<Transaction>, module: StoredRecord<StoredRegistryModule>): Follower => ({
  identifier: module.body.source!.identifier,
  receive: async ({ type }) => {
    if (type !== 'tag-created') return 'versions of a module are made of tags';
    const next = await addRepositoryVersions(ctx, module);
    return next.version === module.version ? 'no tag names a version that the module does not have' : null;
  },
});

const followPolicySet = (ctx: LookupContext<Transaction>, set: StoredRecord<NounBody>): Follower => ({
  identifier: (set.body['vcsRepo'] as { readonly identifier: string }).identifier,
  receive: async ({ type }) => {
    if (type !== 'branch-updated' && type !== 'branch-created') return 'a policy set follows a branch';
    const next = await changeRecord(policySet, ctx, set, {});
    await policySet.behavior!.afterUpdate!(ctx, next);
    return next.body['newestVersion'] === set.body['newestVersion'] ? 'the policy set has the latest commit of its branch' : null;
  },
});

/** The module or policy set of an address; 404 unless the secret is its own. */
export const requireFollowerOf = async (ctx: LookupContext<Transaction>, webhook: string): Promise<Follower> => {
  const id = await findFollower(ctx.tx, webhook);
  const module = id === undefined ? undefined : await ctx.tx.get<StoredRegistryModule>('registry-modules', id);
  if (module?.body.source && isSameSecret(module.body.webhook ?? '', webhook)) return followModule(ctx, module);
  const set = id === undefined ? undefined : await ctx.tx.get<NounBody>('policy-sets', id);
  if (set?.body['vcsRepo'] && isSameSecret((set.body['webhook'] as string | null) ?? '', webhook)) return followPolicySet(ctx, set);
  throw notFound('the webhook');
};
