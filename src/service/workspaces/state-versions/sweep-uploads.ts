import type { Clock } from '../../http/route.ts';
import { startPolling } from '../../pipeline/polling.ts';
import type { Store } from '../../store/store.ts';
import { discardUpload, type UnfinishedUpload, unfinishedUploads } from './content.ts';

/** Milliseconds. What an upload staged longer ago than that was left by one that was refused in the end, or interrupted. */
const longestUpload = 10 * 60_000;
/** Milliseconds. */
const sweepInterval = 60_000;

/** Deletes what is left of uploads that never ended. Returns how many. */
export const sweepUploads = async (store: Store, clock: Clock): Promise<number> => {
  const before = new Date(clock.now().getTime() - longestUpload).toISOString();
  const links = await store.read((view) => view.listLinks(unfinishedUploads, { from: 'all' }));
  const old = links.filter(({ note }) => (note as UnfinishedUpload).at < before);
  for (const { to, note } of old) await discardUpload(store.write, to, note as UnfinishedUpload);
  return old.length;
};

/** Sweeps until stopped. */
export const startUploadPolling = (
  store: Store,
  clock: Clock,
  report: (message: string, error: unknown) => void,
): { stop(): Promise<void> } =>
  startPolling(sweepInterval, 'deleting what is left of interrupted uploads', () => sweepUploads(store, clock), report);
