import type { Fault } from '../../problem.ts';
import { refuse } from '../../problem.ts';
import type { Asking } from '../../route.ts';
import type { Rec, Transaction } from '../../store/store.ts';
import { readableProjects, readableWorkspaces } from '../permissions.ts';
import type { Varset } from '../stored.ts';

export type Target = 'workspaces' | 'projects';
export const linkKind = (target: Target): 'varset-workspaces' | 'varset-projects' => (target === 'workspaces' ? 'varset-workspaces' : 'varset-projects');

/** 422 for each id that is no workspace (project) of the organization, or none the caller may see. */
export const refuseStrangers = async (asking: Asking, organization: string, target: Target, ids: readonly string[], pointer: string): Promise<void> => {
  const found = new Map((await asking.tx.many(target, ids)).map((record) => [record.id, record.scope]));
  const readable = target === 'workspaces' ? await readableWorkspaces(asking, organization) : await readableProjects(asking, organization);
  refuse(ids.flatMap((id, index): Fault[] => (found.get(id) === organization && (!readable || readable.includes(id))
    ? [] : [{ detail: `${id} is no ${target === 'workspaces' ? 'workspace' : 'project'} of the organization "${organization}" that this token may see`, pointer: `${pointer}/${index}/id` }])));
};

export const attach = async (tx: Transaction, varset: string, target: Target, ids: readonly string[]): Promise<void> => {
  for (const id of [...ids].sort()) await tx.link(linkKind(target), varset, id);
};
export const detach = async (tx: Transaction, varset: string, target: Target, ids: readonly string[]): Promise<void> => {
  for (const id of [...ids].sort()) await tx.unlink(linkKind(target), varset, id);
};
/** Exactly these from now on. */
export const reattach = async (tx: Transaction, varset: string, target: Target, ids: readonly string[]): Promise<void> => {
  const present = (await tx.links(linkKind(target), { from: varset })).map((link) => link.to);
  await detach(tx, varset, target, present.filter((id) => !ids.includes(id)));
  await attach(tx, varset, target, ids);
};

/** Something of the set changed: its `updated-at` says so. */
export const touched = (asking: Asking<Transaction>, varset: Rec<Varset>): Promise<Rec<Varset>> =>
  asking.tx.update<Varset>(varset, { body: { ...varset.body, updatedAt: asking.clock.now().toISOString() } });
