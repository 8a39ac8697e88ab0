import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { StoredRecord, Store } from '../../store/store.ts';
import type { Artifact, Job } from '../jobs/job-records.ts';
import { type JobsFolder, removeTree } from '../../runner/jobs-folder.ts';
import type { JobArchive } from './job-storage.ts';

const dayMilliseconds = 86_400_000;
/**
 * Retention in milliseconds: output and artifacts after the end of the job, caches after their creation, workspace layers after the
 * end of the job.
 */
export const jobRetention = { output: 30 * dayMilliseconds, caches: 15 * dayMilliseconds, workspaces: 15 * dayMilliseconds } as const;
/** Minimum age in milliseconds of an unknown archive that is deleted: the record of a newer one may not be stored yet. */
const minArchiveAge = 600_000;
/** Records per transaction. */
const recordsPerTransaction = 200;

const isExpired = (at: string | null | undefined, usage: number, now: Date): boolean =>
  typeof at === 'string' && Date.parse(at) + usage <= now.getTime();
const listNames = async (folder: string): Promise<readonly string[]> => readdir(folder).catch(() => []);
const chunk = <T>(all: readonly T[]): readonly (readonly T[])[] =>
  Array.from({ length: Math.ceil(all.length / recordsPerTransaction) }, (_, at) =>
    all.slice(at * recordsPerTransaction, (at + 1) * recordsPerTransaction),
  );

const deleteRecords = async (store: Store, records: readonly StoredRecord[]): Promise<void> => {
  for (const lot of chunk(records))
    await store.write(async (tx) => {
      for (const { kind, id } of lot) await tx.delete(kind, id);
    });
};

/** Deletes the folders of jobs that were deleted with their project, and of expired jobs, after their records. */
const cleanUpJobFolders = async (store: Store, { output, artifacts }: JobsFolder, now: Date): Promise<void> => {
  for (const ids of chunk([...new Set([...(await listNames(output)), ...(await listNames(artifacts))])])) {
    const jobs = await store.read((view) => view.getMany<Job>('ci-jobs', ids));
    const over = jobs.filter(({ body }) => isExpired(body.stoppedAt, jobRetention.output, now)).map(({ id }) => id);
    if (over.length > 0) {
      const left = await store.read(async (view) => [
        ...(await view.list({ kind: 'ci-job-nodes', scope: over })).records,
        ...(await view.list<Artifact>({ kind: 'ci-artifacts', scope: over })).records.filter(({ body }) => body.file !== null),
      ]);
      await deleteRecords(store, left);
    }
    const stored = new Set(jobs.map(({ id }) => id).filter((id) => !over.includes(id)));
    for (const id of ids) if (!stored.has(id)) for (const folder of [output, artifacts]) await removeTree(join(folder, id));
  }
};

const findArchives = async (
  store: Store,
  now: Date,
): Promise<{ readonly over: readonly StoredRecord[]; readonly files: ReadonlySet<string> }> =>
  store.read(async (view) => {
    const caches = (await view.list<JobArchive>({ kind: 'ci-caches' })).records,
      layers = (await view.list<JobArchive>({ kind: 'ci-workspace-layers' })).records;
    const jobs = new Map(
      (await view.getMany<Job>('ci-jobs', [...new Set(layers.map(({ scope }) => scope))])).map(({ id, body }) => [id, body.stoppedAt]),
    );
    const over = new Set<StoredRecord<JobArchive>>([
      ...caches.filter(({ body }) => isExpired(body.savedAt, jobRetention.caches, now)),
      ...layers.filter(({ scope }) => isExpired(jobs.get(scope), jobRetention.workspaces, now)),
    ]);
    return { over: [...over], files: new Set([...caches, ...layers].filter((one) => !over.has(one)).map(({ body }) => body.file)) };
  });
const cleanUpArchives = async (store: Store, { archives }: JobsFolder, now: Date, freshness: number): Promise<void> => {
  const written = new Map<string, number>();
  for (const name of await listNames(archives)) {
    const file = join(archives, name),
      found = await stat(file).catch(() => undefined);
    if (found) written.set(file, found.mtimeMs);
  }
  // Queried after the folder was read: a file without a record is new or unused.
  const { over, files } = await findArchives(store, now);
  await deleteRecords(store, over);
  for (const [file, at] of written)
    if (!files.has(file) && Date.now() - at >= freshness) await rm(file, { force: true }).catch(() => undefined);
};

/** Deletes files that no record names (the project was deleted or the store emptied), and expired files with their records. */
export const cleanUpJobsFolder = async (store: Store, folder: JobsFolder, now: Date, freshness = minArchiveAge): Promise<void> => {
  await cleanUpJobFolders(store, folder, now);
  await cleanUpArchives(store, folder, now, freshness);
};
