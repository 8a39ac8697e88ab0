import { createHash } from 'node:crypto';
import type { RequestContext } from '../../http/route.ts';
import type { ReadTransaction, Transaction } from '../../store/store.ts';

const kind = 'vcs-webhooks';
/** The address is a secret: the link has its digest. */
const digest = (webhook: string): string => createHash('sha256').update(webhook).digest('hex');

/** Makes a module or a policy set known by the address to which code hosts and git hooks report pushes of its repository. */
export const linkWebhook = async (tx: Transaction, follower: string, webhook: string): Promise<void> => {
  await tx.link(kind, follower, digest(webhook));
};

/** The ID of the module or policy set of an address. */
export const findFollower = async (tx: ReadTransaction, webhook: string): Promise<string | undefined> =>
  (await tx.listLinks(kind, { to: digest(webhook) }))[0]?.from;

/** The address, for callers who can change the follower; null for others, and if no repository is followed. */
export const renderWebhookAddress = (
  { origin, settings }: Pick<RequestContext, 'origin' | 'settings'>,
  webhook: string | null | undefined,
  mayUpdate: boolean,
): string | null => (webhook && mayUpdate && settings.repositoriesFolder !== '' ? `${origin}/webhooks/vcs/${webhook}` : null);
