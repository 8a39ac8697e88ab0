import pg from 'pg';
import { suite } from 'uvu';
import { openPostgres } from '../../src/store/postgres/open-postgres.ts';
import type { Store } from '../../src/store/store.ts';
import { startPostgres } from '@slipway/test-support/postgres';
import { skipWithReason } from '@slipway/test-support/skip';
import { createDraft } from './conformance/new-record.ts';

export interface PostgresBench {
  readonly url: string;
  readonly store: Store;
  /** What the store has sent. */
  readonly statements: string[];
  /** A connection beside the store's. */
  readonly beside: pg.Client;
}

/** A suite whose tests have an empty database each; skipped where there is no PostgreSQL. */
export const suiteOnPostgres = async (title: string) => {
  const server = await startPostgres();
  const all = suite(title);
  all.after(async () => {
    if (typeof server !== 'string') await server.stop();
  });
  const test = (name: string, run: (bench: PostgresBench) => Promise<void>): void => {
    if (typeof server === 'string') {
      skipWithReason(all, server)(name, () => {});
      return;
    }
    all(name, async () => {
      const { url } = await server.database('shared');
      const statements: string[] = [];
      const store = await openPostgres({ url, observeStatement: (sql) => statements.push(sql) });
      const beside = new pg.Client({ connectionString: url });
      await beside.connect();
      try {
        await run({ url, store, statements, beside });
      } finally {
        await beside.end();
        await store.close();
      }
    });
  };
  return { test, run: () => all.run() };
};

/** An organization, and so many workspaces with a link each. */
export const plant = (store: Store, count: number): Promise<void> =>
  store.write(async (tx) => {
    await tx.insert(createDraft('acme', { id: 'org-acme', kind: 'organizations', scope: '', key: 'acme', body: 1 }));
    for (let at = 0; at < count; at++) {
      await tx.insert(createDraft(`ws-${at}`));
      await tx.link('tags', `ws-${at}`, 'even', at);
    }
  });

/** Runs the works in one transaction: they wait at the same time. */
export const together = async (store: Store, works: readonly Parameters<Store['write']>[0][]): Promise<readonly unknown[]> => {
  const outcomes = await Promise.allSettled(works.map((work) => store.write(work, ['acme'])));
  return outcomes.map((one) => (one.status === 'fulfilled' ? one.value : one.reason));
};
