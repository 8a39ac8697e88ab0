import { randomFillSync, randomUUID } from 'node:crypto';

const idLetters = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz123456789123456';
const randomPool = new Uint8Array(4096);
let poolOffset = randomPool.length;

/** `newId('ws')` is `ws-` and 16 letters and digits: 92 bits of chance. `newId('uuid')` is a UUID, as service 2 names things. */
export const newId = (prefix: string): string => {
  if (prefix === 'uuid') return randomUUID();
  if (poolOffset + 16 > randomPool.length) {
    randomFillSync(randomPool);
    poolOffset = 0;
  }
  let id = `${prefix}-`;
  for (const end = poolOffset + 16; poolOffset < end; poolOffset++) id += idLetters[randomPool[poolOffset]! & 63];
  return id;
};
