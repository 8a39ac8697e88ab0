import type { StoredRecord, Store, Transaction } from '../../store/store.ts';
import type { Artifact, Job, TestResult } from '../jobs/job-records.ts';
import { recordTestResults } from '../insights/record-runs.ts';
import type { TestTimings } from './agent/agent-io.ts';
import { findTestTimings } from './find-test-timings.ts';
import type { JobsFolder } from '../../runner/jobs-folder.ts';

/** The record of a cache (scope: the project, key: the cache key) or of a workspace layer (scope: the job). */
export interface JobArchive {
  readonly file: string;
  readonly size: number;
  /** When a cache was saved; absent for other files. */ readonly savedAt?: string;
}

/** Stores what jobs leave: files in the folder, records in the store. */
export interface JobStorage {
  readonly folder: JobsFolder;
  now(): Date;
  newId(): string;
  saveArtifact(job: string, artifact: Omit<Artifact, 'content'>): Promise<void>;
  /** Returns false if a cache of this key exists; it is not replaced. */
  saveCache(project: string, key: string, archive: JobArchive): Promise<boolean>;
  /** The cache of this key, or else the newest whose key begins with it. */
  findCache(project: string, begins: string): Promise<StoredRecord<JobArchive> | undefined>;
  saveLayer(job: string, archive: JobArchive): Promise<void>;
  listLayers(jobs: readonly string[]): Promise<readonly StoredRecord<JobArchive>[]>;
  /** Times of tests of the job's last run that stored reports. */
  findTimings(job: StoredRecord<Job>): Promise<TestTimings | undefined>;
  saveTests(job: StoredRecord<Job>, tests: readonly TestResult[]): Promise<void>;
}

const insertIfMissing = async (tx: Transaction, id: string, kind: string, scope: string, key: string, body: unknown): Promise<boolean> => {
  if (await tx.getByKey(kind, scope, key)) return false;
  await tx.insert({ id, kind, scope, key, name: key, body });
  return true;
};

export const createJobStorage = (store: Store, folder: JobsFolder, now: () => Date, newUuid: () => string): JobStorage => ({
  folder,
  now,
  newId: newUuid,
  saveArtifact: async (job, { path, node, size, file }) => {
    const body: Artifact = { path, node, size, file, content: null };
    await store.write(async (tx) => {
      const stored = await tx.getByKey('ci-artifacts', job, `${node}/${path}`);
      if (stored) await tx.update(stored, { body });
      else await insertIfMissing(tx, newUuid(), 'ci-artifacts', job, `${node}/${path}`, body);
    });
  },
  saveCache: (project, key, archive) =>
    store.write((tx) => insertIfMissing(tx, newUuid(), 'ci-caches', project, key, { ...archive, savedAt: now().toISOString() })),
  findCache: (project, begins) =>
    store.read(
      async (view) =>
        (await view.getByKey<JobArchive>('ci-caches', project, begins)) ??
        (await view.list<JobArchive>({ kind: 'ci-caches', scope: project })).records.filter(({ key }) => key.startsWith(begins)).at(-1),
    ),
  saveLayer: async (job, archive) => {
    const id = newUuid();
    await store.write((tx) => insertIfMissing(tx, id, 'ci-workspace-layers', job, id, archive));
  },
  listLayers: async (jobs) =>
    jobs.length === 0 ? [] : (await store.read((view) => view.list<JobArchive>({ kind: 'ci-workspace-layers', scope: jobs }))).records,
  findTimings: (job) => findTestTimings(store, job),
  saveTests: async (job, tests) => {
    for (let at = 0; at < tests.length; at += 1000)
      await store.write(async (tx) => {
        const stored = await tx.get<Job>('ci-jobs', job.id);
        if (stored) await recordTestResults(tx, stored, tests.slice(at, at + 1000));
      });
  },
});
