import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { StoredRecord, Store } from '../../store/store.ts';
import type { Artifact, Job } from '../pipelines/stored.ts';
import { type Folder, removeTree } from './folder.ts';
import type { Archive } from './keep.ts';

const day = 86_400_000;
/** How long what jobs leave is kept, in milliseconds: output and artifacts after the job, caches after they were saved, what was persisted to a workspace after the job. */
export const retention = { output: 30 * day, caches: 15 * day, workspaces: 15 * day } as const;
/** An archive that was written to within so many milliseconds may be about to be told to the store. */
const fresh = 600_000;
/** Records of one unit of work. */
const together = 200;

const isOver = (at: string | null | undefined, kept: number, now: Date): boolean => typeof at === 'string' && Date.parse(at) + kept <= now.getTime();
const names = async (folder: string): Promise<readonly string[]> => readdir(folder).catch(() => []);
const inLots = <T>(all: readonly T[]): readonly (readonly T[])[] => Array.from({ length: Math.ceil(all.length / together) }, (_, at) => all.slice(at * together, (at + 1) * together));

const dropAll = async (store: Store, records: readonly StoredRecord[]): Promise<void> => {
  for (const lot of inLots(records)) await store.write(async (tx) => { for (const { kind, id } of lot) await tx.delete(kind, id); });
};

/** Folders of jobs: those whose job is gone with its project, and those whose time is over, with their records first. */
const tidyJobs = async (store: Store, { output, artifacts }: Folder, now: Date): Promise<void> => {
  for (const ids of inLots([...new Set([...await names(output), ...await names(artifacts)])])) {
    const jobs = await store.read((view) => view.getMany<Job>('ci-jobs', ids));
    const over = jobs.filter(({ body }) => isOver(body.stoppedAt, retention.output, now)).map(({ id }) => id);
    if (over.length > 0) {
      const left = await store.read(async (view) => [
        ...(await view.list({ kind: 'ci-job-nodes', scope: over })).records,
        ...(await view.list<Artifact>({ kind: 'ci-artifacts', scope: over })).records.filter(({ body }) => body.file !== null),
      ]);
      await dropAll(store, left);
    }
    const there = new Set(jobs.map(({ id }) => id).filter((id) => !over.includes(id)));
    for (const id of ids) if (!there.has(id)) for (const folder of [output, artifacts]) await removeTree(join(folder, id));
  }
};

const archivesOf = async (store: Store, now: Date): Promise<{ readonly over: readonly StoredRecord[]; readonly files: ReadonlySet<string> }> => store.read(async (view) => {
  const caches = (await view.list<Archive>({ kind: 'ci-caches' })).records, layers = (await view.list<Archive>({ kind: 'ci-workspace-layers' })).records;
  const jobs = new Map((await view.getMany<Job>('ci-jobs', [...new Set(layers.map(({ scope }) => scope))])).map(({ id, body }) => [id, body.stoppedAt]));
  const over = new Set<StoredRecord<Archive>>([
    ...caches.filter(({ body }) => isOver(body.savedAt, retention.caches, now)), ...layers.filter(({ scope }) => isOver(jobs.get(scope), retention.workspaces, now)),
  ]);
  return { over: [...over], files: new Set([...caches, ...layers].filter((one) => !over.has(one)).map(({ body }) => body.file)) };
});
const tidyArchives = async (store: Store, { archives }: Folder, now: Date, freshness: number): Promise<void> => {
  const written = new Map<string, number>();
  for (const name of await names(archives)) {
    const file = join(archives, name), found = await stat(file).catch(() => undefined);
    if (found) written.set(file, found.mtimeMs);
  }
  // Asked after the folder was read: a file that is in it and not told by then is old, or nobody's.
  const { over, files } = await archivesOf(store, now);
  await dropAll(store, over);
  for (const [file, at] of written) if (!files.has(file) && Date.now() - at >= freshness) await rm(file, { force: true }).catch(() => undefined);
};

/** Removes from the folder what nothing in the store names (its project was deleted, the store was emptied), and from both what was kept long enough. */
export const tidy = async (store: Store, folder: Folder, now: Date, freshness = fresh): Promise<void> => {
  await tidyJobs(store, folder, now);
  await tidyArchives(store, folder, now, freshness);
};
