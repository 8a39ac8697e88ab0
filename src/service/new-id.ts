import { randomFillSync, randomUUID } from 'node:crypto';

const letters = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz123456789123456';
const pool = new Uint8Array(4096);
let used = pool.length;

/** `newId('ws')` is `ws-` and 16 letters and digits: 92 bits of chance. `newId('uuid')` is a UUID, as service 2 names things. */
export const newId = (prefix: string): string => {
  if (prefix === 'uuid') return randomUUID();
  if (used + 16 > pool.length) { randomFillSync(pool); used = 0; }
  let id = `${prefix}-`;
  for (const end = used + 16; used < end; used++) id += letters[pool[used]! & 63];
  return id;
};
