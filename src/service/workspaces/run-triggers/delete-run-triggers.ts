import type { Transaction } from '../../store/store.ts';
import { triggerSourceLink } from './stored.ts';

/** Deletes the run triggers whose source is this workspace. */
export const deleteOutboundTriggers = async (tx: Transaction, workspace: string): Promise<void> => {
  const links = await tx.listLinks(triggerSourceLink, { to: workspace });
  await tx.deleteMany({ kinds: ['run-triggers'], ids: links.map(({ from }) => from) });
};
