/**
 * A process for tests: opens a store, and until it is told to stop, creates records, counts one up that others count up as well, and reads
 * back what it wrote. Messages: `{ready: true}` or `{refused}`, then `{units, failure}`.
 */
import { openStore } from '../../../src/store/open-store.ts';

const [target, name] = process.argv.slice(2) as [string, string];
let stopped = false;
process.once('message', () => {
  stopped = true;
});

const work = async (): Promise<{ units: number; failure?: string }> => {
  const store = await openStore(target);
  process.send!({ ready: true });
  let units = 0;
  try {
    while (!stopped) {
      const id = `${name}-${units}`;
      await store.write(async (tx) => {
        await tx.insert({ id, kind: 'workspaces', scope: 'acme', key: id, name: id, body: { by: name } });
        await tx.link('tags', id, 'tag-1');
        const counter = (await tx.get<number>('counters', 'counter'))!;
        await tx.update(counter, { body: counter.body + 1 });
      });
      units += 1;
      const found = await store.read((view) => view.getByKey<{ by: string }>('workspaces', 'acme', id));
      if (found?.body.by !== name) throw new Error(`${id} is not there`);
    }
    return { units };
  } catch (error) {
    return { units, failure: (error as Error).message };
  } finally {
    await store.close();
  }
};

work().then(
  (report) => process.send!(report, () => process.disconnect()),
  (error: Error) => process.send!({ refused: error.message }, () => process.disconnect()),
);
