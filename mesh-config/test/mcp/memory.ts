import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

const megabyte = 1024 * 1024;
setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

/**
 * Bytes of reachable buffers after a garbage collection. Buffers are freed some time later: while there are more than `limit`, it measures
 * again, up to ten times.
 */
export const measureBuffers = async (limit: number): Promise<number> => {
  for (let time = 0; ; time++) {
    collect();
    const { arrayBuffers } = process.memoryUsage();
    if (arrayBuffers < limit || time === 10) return arrayBuffers;
    await new Promise((done) => {
      setTimeout(done, 50);
    });
  }
};
export const megabytes = (count: number): number => count * megabyte;
