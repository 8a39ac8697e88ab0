import { createListenerKind, type Listeners } from '../http/listeners.ts';
import type { Clock } from '../http/route.ts';
import type { Transaction } from '../store/store.ts';
import type { Organization } from './records.ts';

/**
 * What another service stores for each organization. The functions run in the transaction that creates, renames or deletes the
 * organization, and what they throw undoes it.
 */
export interface OrganizationListener {
  created(tx: Transaction, ctx: { readonly clock: Clock; newId(prefix: string): string }, organization: Organization): Promise<unknown>;
  renamed(tx: Transaction, from: string, to: string): Promise<void>;
  deleted(tx: Transaction, name: string): Promise<void>;
  /** A user (ID) is no member any more. */
  memberRemoved(tx: Transaction, name: string, user: string): Promise<void>;
}

export const organizationListeners = createListenerKind<OrganizationListener>('organizations');

/** The part of a context that holds the listeners to notify. */
interface Notifying {
  readonly listeners: Listeners;
}

export const notifyOrganizationCreated = async (
  tx: Transaction,
  ctx: Notifying & { readonly clock: Clock; newId(prefix: string): string },
  organization: Organization,
): Promise<void> => {
  for (const listener of organizationListeners.among(ctx.listeners)) await listener.created(tx, ctx, organization);
};

export const notifyOrganizationRenamed = async (tx: Transaction, { listeners }: Notifying, from: string, to: string): Promise<void> => {
  for (const listener of organizationListeners.among(listeners)) await listener.renamed(tx, from, to);
};

export const notifyOrganizationDeleted = async (tx: Transaction, { listeners }: Notifying, name: string): Promise<void> => {
  for (const listener of organizationListeners.among(listeners)) await listener.deleted(tx, name);
};

export const notifyMemberRemoved = async (tx: Transaction, { listeners }: Notifying, name: string, user: string): Promise<void> => {
  for (const listener of organizationListeners.among(listeners)) await listener.memberRemoved(tx, name, user);
};
