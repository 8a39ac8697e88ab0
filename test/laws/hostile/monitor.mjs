/**
 * Imported into a service process: answers each message with the longest time in milliseconds that its event loop was held since
 * the last one. Time in which the thread was ready and another process had the processor does not count, where Linux tells it.
 */
import { readFileSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { isMainThread } from 'node:worker_threads';

const resolution = 2;

const readWaited = () => {
  try {
    return Number(readFileSync(`/proc/self/task/${process.pid}/schedstat`, 'utf8').split(' ')[1]) / 1e6;
  } catch {
    return 0;
  }
};
function answerMessages() {
  const delays = monitorEventLoopDelay({ resolution });
  delays.enable();
  let before = readWaited();
  process.on('message', () => {
    const waited = readWaited();
    const held = delays.count === 0 ? 0 : delays.max / 1e6 - resolution - (waited - before);
    before = waited;
    delays.reset();
    process.send({ held });
  });
  // The channel alone keeps no process.
  process.channel.unref();
}

// Worker threads import it as well, and have no channel.
if (isMainThread) answerMessages();
