/**
 * Imported into a service process: answers each message with the longest time in milliseconds that its event loop was held since
 * the last one. Time in which the thread was ready and another process had the processor does not count, where Linux tells it.
 */
import { readFileSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';

/** Milliseconds between two turns that are looked at. */
const resolution = 2;

const readWaited = () => {
  try {
    return Number(readFileSync(`/proc/self/task/${process.pid}/schedstat`, 'utf8').split(' ')[1]) / 1e6;
  } catch {
    return 0;
  }
};
function answerMessages() {
  let [before, waited, held] = [performance.now(), readWaited(), 0];
  // Each turn by itself: what another process took from one turn excuses no other one.
  const tick = () => {
    const [now, total] = [performance.now(), readWaited()];
    held = Math.max(held, now - before - resolution - (total - waited));
    [before, waited] = [now, total];
  };
  setInterval(tick, resolution).unref();
  process.on('message', () => {
    tick();
    process.send({ held });
    held = 0;
  });
  // The channel alone keeps no process.
  process.channel.unref();
}

// Worker threads import it as well, and have no channel.
if (isMainThread) answerMessages();
