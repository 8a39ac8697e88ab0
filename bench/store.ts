/** What the stores do alone, without HTTP: `tsx bench/store.ts`. A document is 1.7 KB; every create is durable. */
import { closeSync, fdatasyncSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { openPostgres } from '../service/src/store/postgres/open-postgres.ts';
import { openSqlite } from '../service/src/store/sqlite/open-sqlite.ts';
import type { NewRecord, Store } from '../service/src/store/store.ts';
import { startPostgres } from '../test/support/postgres.ts';
import { runStandalone } from './parts/run-standalone.ts';
import { type Figure, type Measure, quantile } from './parts/figure.ts';

const documents = 10_000,
  clients = 64,
  seconds = 2;
const body = {
  description: 'x'.repeat(1500),
  'auto-apply': false,
  'execution-mode': 'remote',
  'working-directory': null,
  'trigger-patterns': ['a/**', 'b/**'],
};
const draft = (id: string): NewRecord => ({
  id,
  kind: 'workspaces',
  scope: 'acme',
  key: id,
  name: `Workspace ${id}`,
  body: { ...body, group: id.length },
});

const timeOnce = async (work: () => Promise<unknown>): Promise<number> => {
  const began = performance.now();
  await work();
  return performance.now() - began;
};

interface ClientRun {
  readonly perSecond: number;
  readonly latencies: readonly number[];
}

/** Each client sends its next request as soon as the previous one is answered. */
const runClients = async (request: (client: number, at: number) => Promise<unknown>): Promise<ClientRun> => {
  const latencies: number[] = [];
  const began = performance.now(),
    end = began + seconds * 1000;
  await Promise.all(
    Array.from({ length: clients }, async (_, client) => {
      for (let at = 0; performance.now() < end; at++) {
        latencies.push(await timeOnce(() => request(client, at)));
        // A reply to a client takes a turn of the event loop, too.
        await new Promise(setImmediate);
      }
    }),
  );
  return { perSecond: latencies.length / ((performance.now() - began) / 1000), latencies };
};

/** How a store is measured: what each figure is called after, whether it has targets, and what is done before reads. */
interface StoreBench {
  readonly engine: string;
  readonly targets: boolean;
  readonly settle?: () => Promise<void>;
}

const insertAll = (store: Store): Promise<number> =>
  timeOnce(() =>
    store.write(async (tx) => {
      for (let at = 0; at < documents; at++) await tx.insert(draft(`ws-${at}`));
    }),
  );

const createByClients = (store: Store): Promise<ClientRun> =>
  runClients((client, at) =>
    store.write(async (tx) => {
      const id = `new-${client}-${at}`;
      if (!(await tx.getByKey('workspaces', 'acme', id))) await tx.insert({ ...draft(id), scope: 'other' });
    }),
  );

const readByClients = (store: Store): Promise<ClientRun> =>
  runClients((client, at) => store.read((view) => view.get('workspaces', `ws-${(client * 7919 + at * 104_729) % documents}`)));

const listPages = (store: Store, order: 'seq' | 'name'): Promise<number> =>
  timeOnce(async () => {
    for (let offset = 0; offset < documents; offset += 100) {
      await store.read((view) => view.list({ kind: 'workspaces', scope: 'acme' }, { offset, limit: 100, order: { by: order } }));
    }
  });

const listFiltered = (store: Store): Promise<number> => {
  const query = { kind: 'workspaces', scope: 'acme', nameContains: '77', body: [{ path: 'execution-mode', is: 'remote' }] };
  return timeOnce(async () => {
    for (let at = 0; at < 10; at++) await store.read((view) => view.list(query, { offset: 0, limit: 20 }));
  });
};

const clientFigures = ({ engine, targets }: StoreBench, creates: ClientRun, reads: ClientRun): readonly Figure[] => {
  const explanation = 'the store alone; over HTTP the target is what is asked';
  return [
    {
      title: `${engine}: durable creates, 64 clients`,
      unit: 'per second',
      samples: [creates.perSecond],
      ...(targets && { target: { atLeast: 2000 }, explanation }),
    },
    {
      title: `${engine}: the same, p99`,
      unit: 'ms',
      samples: [quantile(creates.latencies, 0.99)],
      ...(targets && { target: { atMost: 25 }, explanation }),
    },
    {
      title: `${engine}: reads of a document, 64 clients`,
      unit: 'per second',
      samples: [reads.perSecond],
      ...(targets && { target: { atLeast: 8000 }, explanation }),
    },
  ];
};

const measureStore = async (store: Store, bench: StoreBench): Promise<Figure[]> => {
  const { engine, settle } = bench;
  const inserts = await insertAll(store);
  const creates = await createByClients(store);
  await settle?.();
  const reads = await readByClients(store);
  const filtered = await listFiltered(store);
  return [
    { title: `${engine}: 10,000 inserts in one unit`, unit: 'ms', samples: [inserts] },
    ...clientFigures(bench, creates, reads),
    { title: `${engine}: 10,000 listed in 100 pages, in order`, unit: 'ms', samples: [await listPages(store, 'seq')] },
    { title: `${engine}: 10,000 listed in 100 pages, by name`, unit: 'ms', samples: [await listPages(store, 'name')] },
    { title: `${engine}: name and member filter over 10,000, with count`, unit: 'ms', samples: [filtered / 10] },
  ];
};

/** What the disk alone takes to make a small write durable. */
const timeSyncs = (directory: string): number[] => {
  const file = openSync(join(directory, 'sync'), 'w');
  const samples = Array.from({ length: 100 }, () => {
    const began = performance.now();
    writeSync(file, Buffer.alloc(4096));
    fdatasyncSync(file);
    return performance.now() - began;
  });
  closeSync(file);
  return samples;
};

const measureSqlite = async (directory: string): Promise<readonly Figure[]> => {
  const began = performance.now();
  const store = openSqlite({ directory });
  const opened: Figure = { title: 'SQLite: open an empty directory', unit: 'ms', samples: [performance.now() - began] };
  const figures = await measureStore(store, { engine: 'SQLite', targets: true });
  await store.close();
  return [opened, ...figures];
};

const measurePostgres = async (url: string): Promise<readonly Figure[]> => {
  const store = await openPostgres({ url, poolSize: 16 });
  // The server's own autovacuum runs once a minute; until then the planner has no statistics for long lists.
  const settle = async (): Promise<void> => {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    await client.query('analyze slipway.records');
    await client.end();
  };
  const figures = await measureStore(store, { engine: 'PostgreSQL', targets: false, settle });
  await store.close();
  return figures;
};

export const measure: Measure = async (progress) => {
  const directory = mkdtempSync(join(tmpdir(), 'slipway-bench-store-'));
  const figures: Figure[] = [{ title: 'one 4 KB write and fdatasync, for comparison', unit: 'ms', samples: timeSyncs(directory) }];
  try {
    progress('store: SQLite on disk');
    figures.push(...(await measureSqlite(join(directory, 'data'))));
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
  progress('store: PostgreSQL');
  const server = await startPostgres({ toDisk: true });
  if (typeof server === 'string') return [...figures, { title: 'PostgreSQL', unit: 'ms', samples: [], explanation: server }];
  try {
    const { url } = await server.database('bench');
    figures.push(...(await measurePostgres(url)));
  } finally {
    await server.stop();
  }
  return figures;
};

await runStandalone(import.meta, measure);
