/** A process for tests: opens a store and creates records for ever, saying each id on its own line once it is acknowledged. */
import { openStore } from '../../src/store/open-store.ts';

const [target, prefix] = process.argv.slice(2) as [string, string];
const store = await openStore(target);
process.stdout.write('open\n');
const body = { text: 'x'.repeat(1500) };
await Promise.all(
  Array.from({ length: 16 }, async (_, lane) => {
    for (let at = 0; ; at++) {
      const id = `${prefix}-${lane}-${at}`;
      await store.write(async (tx) => {
        await tx.insert({ id, kind: 'workspaces', scope: 'acme', key: id, name: id, body });
        await tx.link('tags', id, 'tag-1');
      });
      process.stdout.write(`${id}\n`);
    }
  }),
);
