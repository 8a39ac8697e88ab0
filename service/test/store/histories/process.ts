/** A process of the histories: runs its clients when it is told, and sends what they met. */
import { numbers } from '@slipway/test-support/seed';
import { openStore } from '../../../src/store/open-store.ts';
import { runClient } from './client.ts';

const [url, name, seed, clients, count] = process.argv.slice(2) as [string, string, string, string, string];
const store = await openStore(url);
process.once('message', async () => {
  const running = Array.from({ length: Number(clients) }, (_, at) =>
    runClient(store, `${name}-${at}`, numbers(Number(seed) + at), Number(count)),
  );
  const events = (await Promise.all(running)).flat();
  await store.close();
  process.send!(events, () => process.disconnect());
});
process.send!('ready');
