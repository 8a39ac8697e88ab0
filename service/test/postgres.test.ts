/** The stories of the service once more, over PostgreSQL: what it does must not depend on where it keeps things. */
// process: own
// watchdog: 900 s
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { openPostgres } from '../src/store/postgres/open-postgres.ts';
import type { Store } from '../src/store/store.ts';
import { startPostgres } from '@slipway/test-support/postgres';
import { schedule } from '@slipway/test-support/scale';
import { skipWithReason } from '@slipway/test-support/skip';
import { setStoreOpener } from './stores.ts';

/** About processes of jobs and about the interpreter of policies: no store can make a difference. */
const beyondStores = /^(runner\/(cgroups|environment|measure-usage)|ci\/policies\/fuzz)\.test\.ts$/;
/**
 * Files here that take their service from a support.ts. The suite tells about one of six, whatever files are added, and those about what
 * databases differ in, but none that starts Terraform: the databases themselves are held alike by `store/conformance`. The long schedule
 * tells all.
 */
const aboutDatabases = /(list|lock|page|queue|concurren|run-|runs|delet|seed|migrat|conflict)/;
const isInSuite = (file: string): boolean =>
  !file.startsWith('engine-runs/') && (aboutDatabases.test(file) || createHash('sha256').update(file).digest()[0]! % 6 === 0);
const here = import.meta.dirname;
const stories = readdirSync(here, { recursive: true, encoding: 'utf8' })
  .sort()
  .filter((file) => file.endsWith('.test.ts') && /^import .* from '\.{1,2}\/support\.ts';$/m.test(readFileSync(join(here, file), 'utf8')))
  .filter((file) => schedule(!beyondStores.test(file) && isInSuite(file), true));

// uvu alone starts what it has while the next story is still being read.
if (!('UVU_DEFER' in globalThis)) throw new Error('several files in one: run it by `npx tsx test/run.ts service/test/postgres`');

const server = await startPostgres();
const end = suite('PostgreSQL under the service');

if (typeof server === 'string') skipWithReason(end, server)('tells the same stories', () => {});
else {
  // A database takes longer to make than to empty: each is used again when the test that had it has closed it.
  const all: Store[] = [];
  const free: Store[] = [];
  setStoreOpener(async () => {
    let store = free.pop();
    if (store) await store.clear();
    else all.push((store = await openPostgres({ ...(await server.database(`service_${all.length}`)), poolSize: 8 })));
    const taken = store;
    return {
      ...taken,
      close: async () => {
        free.push(taken);
      },
    };
  });
  for (const story of stories) await import(`./${story.replace(/\.test\.ts$/, '')}.test.ts`);
  end('every file of the store ran over PostgreSQL, and left organizations there', async () => {
    assert.ok(stories.length >= 15 && all.length > 0);
    const organizations = await Promise.all(all.map((store) => store.read((view) => view.count({ kind: 'organizations' }))));
    assert.ok(organizations.some((count) => count > 0));
    await Promise.all(all.map((store) => store.close()));
    await server.stop();
  });
}
end.run();
