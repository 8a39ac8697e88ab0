/** A process for tests: on `go`, it races others for names, a counter and a lock, and reports what it won. */
import { openStore } from '../../src/store/open-store.ts';
import { DuplicateKey } from '../../src/store/store.ts';

const [target, me] = process.argv.slice(2) as [string, string];
const store = await openStore(target);
process.send!('ready');
process.once('message', async () => {
  let names = 0,
    locks = 0;
  const won = (error: unknown) => {
    if (!(error instanceof DuplicateKey)) throw error;
  };
  await Promise.all(
    Array.from({ length: 40 }, async (_, at) => {
      await store
        .write((tx) => tx.insert({ id: `${me}-${at}`, kind: 'names', scope: 'acme', key: `name-${at}`, name: '', body: me }))
        .then(() => {
          names++;
        }, won);
      await store.write(async (tx) => {
        const counter = (await tx.get<number>('counters', 'counter'))!;
        await tx.update(counter, { body: counter.body + 1 });
      });
      await store
        .write(async (tx) => {
          const workspace = (await tx.get<{ by: string | null }>('workspaces', `ws-${at}`))!;
          if (workspace.body.by === null) {
            await tx.update(workspace, { body: { by: me } });
            return true;
          }
          return false;
        })
        .then((locked) => {
          if (locked) locks++;
        });
    }),
  );
  await store.close();
  process.send!({ names, locks }, () => process.disconnect());
});
