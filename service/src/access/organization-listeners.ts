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

const listeners = new Set<OrganizationListener>();

/** Registers a listener for the life of the process. The module that puts the services together calls this. */
export const addOrganizationListener = (listener: OrganizationListener): void => {
  listeners.add(listener);
};

export const notifyOrganizationCreated: OrganizationListener['created'] = async (tx, ctx, organization) => {
  for (const listener of listeners) await listener.created(tx, ctx, organization);
};

export const notifyOrganizationRenamed: OrganizationListener['renamed'] = async (tx, from, to) => {
  for (const listener of listeners) await listener.renamed(tx, from, to);
};

export const notifyOrganizationDeleted: OrganizationListener['deleted'] = async (tx, name) => {
  for (const listener of listeners) await listener.deleted(tx, name);
};

export const notifyMemberRemoved: OrganizationListener['memberRemoved'] = async (tx, name, user) => {
  for (const listener of listeners) await listener.memberRemoved(tx, name, user);
};
