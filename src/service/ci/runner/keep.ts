import type { StoredRecord, Store, Transaction } from '../../store/store.ts';
import type { Artifact, Job, Test } from '../pipelines/stored.ts';
import { recordTests } from '../insights/record.ts';
import type { Folder } from './folder.ts';

/** What is kept of a cache (scope: the project, key: the cache's own) or of something persisted to a workspace (scope: the job). */
export interface Archive { readonly file: string; readonly size: number; /** Of a cache. */ readonly savedAt?: string }

/** What jobs leave: the files in the folder, their records in the store. */
export interface Keep {
  readonly folder: Folder;
  now(): Date;
  newId(): string;
  artifact(job: string, artifact: Omit<Artifact, 'content'>): Promise<void>;
  /** False: there is one already, which stays. */
  cache(project: string, key: string, archive: Archive): Promise<boolean>;
  /** The cache of this key, else the newest whose key begins so. */
  cached(project: string, begins: string): Promise<StoredRecord<Archive> | undefined>;
  layer(job: string, archive: Archive): Promise<void>;
  layers(jobs: readonly string[]): Promise<readonly StoredRecord<Archive>[]>;
  tests(job: StoredRecord<Job>, tests: readonly Test[]): Promise<void>;
}

const insertNew = async (tx: Transaction, id: string, kind: string, scope: string, key: string, body: unknown): Promise<boolean> => {
  if (await tx.getByKey(kind, scope, key)) return false;
  await tx.insert({ id, kind, scope, key, name: key, body });
  return true;
};

export const keepIn = (store: Store, folder: Folder, now: () => Date, newUuid: () => string): Keep => ({
  folder, now, newId: newUuid,
  artifact: async (job, { path, node, size, file }) => {
    const body: Artifact = { path, node, size, file, content: null };
    await store.write(async (tx) => {
      const there = await tx.getByKey('ci-artifacts', job, `${node}/${path}`);
      if (there) await tx.update(there, { body }); else await insertNew(tx, newUuid(), 'ci-artifacts', job, `${node}/${path}`, body);
    });
  },
  cache: (project, key, archive) => store.write((tx) => insertNew(tx, newUuid(), 'ci-caches', project, key, { ...archive, savedAt: now().toISOString() })),
  cached: (project, begins) => store.read(async (view) => await view.getByKey<Archive>('ci-caches', project, begins)
    ?? (await view.list<Archive>({ kind: 'ci-caches', scope: project })).records.filter(({ key }) => key.startsWith(begins)).at(-1)),
  layer: async (job, archive) => { const id = newUuid(); await store.write((tx) => insertNew(tx, id, 'ci-workspace-layers', job, id, archive)); },
  layers: async (jobs) => (jobs.length === 0 ? [] : (await store.read((view) => view.list<Archive>({ kind: 'ci-workspace-layers', scope: jobs }))).records),
  tests: async (job, tests) => {
    for (let at = 0; at < tests.length; at += 1000) await store.write(async (tx) => {
      const there = await tx.get<Job>('ci-jobs', job.id);
      if (there) await recordTests(tx, there, tests.slice(at, at + 1000));
    });
  },
});
