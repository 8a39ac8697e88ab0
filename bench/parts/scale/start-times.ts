import type { Figure } from '../figure.ts';
import { sizes } from './sizes.ts';
import { startOn, type Storage } from './storage.ts';

/** Starts over what the storage holds: after a clean end, and after one that was killed, when SQLite's file is read as a whole. */
export const measureStarts = async (storage: Storage, words: string): Promise<readonly Figure[]> => {
  const [clean, killed]: [number[], number[]] = [[], []];
  await (await startOn(storage)).end();
  for (let at = 0; at < sizes.starts; at++) {
    const first = await startOn(storage);
    clean.push(first.readyAfter);
    await first.kill();
    const second = await startOn(storage);
    killed.push(second.readyAfter);
    await second.end();
  }
  return [
    { title: `${words}: exec to ready`, unit: 'ms', samples: clean, target: { atMost: 300 } },
    { title: `${words}: exec to ready after a kill`, unit: 'ms', samples: killed },
  ];
};
