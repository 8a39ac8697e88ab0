import { sentIds } from '../../json-api/read.ts';
import { noContent } from '../../json-api/reply.ts';
import { type Asking, type Reply, route } from '../../route.ts';
import type { Transaction } from '../../store/store.ts';
import { varsetHere } from './access.ts';
import { attach, detach, refuseStrangers, type Target, touched } from './attachment.ts';

const apply = (target: Target) => async (asking: Asking<Transaction>): Promise<Reply> => {
  const set = await varsetHere(asking, 'manage');
  const ids = sentIds(asking, target);
  await refuseStrangers(asking, set.scope, target, ids, '/data');
  await attach(asking.tx, set.id, target, ids);
  await touched(asking, set);
  return noContent;
};
/** What is not attached, or is gone, needs no removing. */
const remove = (target: Target) => async (asking: Asking<Transaction>): Promise<Reply> => {
  const set = await varsetHere(asking, 'manage');
  await detach(asking.tx, set.id, target, sentIds(asking, target));
  await touched(asking, set);
  return noContent;
};

export const routes = [
  route('POST /varsets/{varset_id}/relationships/workspaces', apply('workspaces')),
  route('DELETE /varsets/{varset_id}/relationships/workspaces', remove('workspaces')),
  route('POST /varsets/{varset_id}/relationships/projects', apply('projects')),
  route('DELETE /varsets/{varset_id}/relationships/projects', remove('projects')),
];
