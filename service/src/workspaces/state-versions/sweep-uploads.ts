import type { Clock } from '../../http/route.ts';
import type { BackgroundContext } from '../../pipeline/api-definition.ts';
import type { BackgroundTask } from '../../pipeline/background-tasks.ts';
import { type DueWorkKind, taskOfDueWork } from '../../pipeline/due-work.ts';
import type { Store } from '../../store/store.ts';
import { discardUpload, type UnfinishedUpload, unfinishedUploads } from './content.ts';

/** Milliseconds. What an upload staged longer ago than that was left by one that was refused in the end, or interrupted. */
const longestUpload = 10 * 60_000;
/** Deletes what is left of uploads that never ended. Returns how many. */
export const sweepUploads = async (store: Store, clock: Clock): Promise<number> => {
  const before = new Date(clock.now().getTime() - longestUpload).toISOString();
  const links = await store.read((view) => view.listLinks(unfinishedUploads, { from: 'all' }));
  const old = links.filter(({ note }) => (note as UnfinishedUpload).at < before);
  for (const { to, note } of old) await discardUpload(store.write, to, note as UnfinishedUpload);
  return old.length;
};

const dueUploads: DueWorkKind = {
  name: 'unfinished_uploads',
  kinds: [unfinishedUploads],
  listTimes: async (view) =>
    (await view.listLinks(unfinishedUploads, { from: 'all' })).map(
      ({ note }) => Date.parse((note as UnfinishedUpload).at) + longestUpload + 1,
    ),
};

export const createUploadTask = ({ store, clock }: BackgroundContext): BackgroundTask =>
  taskOfDueWork(
    { store, clock },
    // Each upload is noted and in most cases forgotten at once.
    {
      name: 'deleting what is left of interrupted uploads',
      pause: 60_000,
      due: [dueUploads],
      perform: () => sweepUploads(store, clock),
    },
  );
