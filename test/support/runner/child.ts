/** One bundled test file in a process of its own: `child.js SCRIPT`. Tells the parent, over IPC, what each suite did. */
import { pathToFileURL } from 'node:url';
import type { Message } from './file.ts';

type Run = () => Promise<[errors: string | true, passed: number, skipped: number, total: number]>;
const queue: Run[][] = [[]];
Object.assign(globalThis, { UVU_DEFER: 1, UVU_INDEX: 0, UVU_QUEUE: queue });

const tell = (message: Message) => {
  process.send?.(message);
};

const script = process.argv[2]!;
process.argv.splice(1, 2, script);
// Not before the globals above: uvu reads them as it is loaded.
const { suites, thrown } = await import('./watched-uvu.ts');
await import(pathToFileURL(script).href);

for (const run of queue.flat()) {
  try {
    const [errors, passed, skipped, total] = await run();
    if (errors !== true) console.log(`\n${errors}`);
    tell({ passed, failed: total - passed, skipped, faults: thrown.splice(0) });
  } catch (error) {
    const faults = thrown.splice(0);
    tell({ passed: 0, failed: 1, skipped: 0, faults: faults.length ? faults : [String(error)] });
  }
}
for (const { name, tests } of suites) {
  if (tests > 0)
    tell({
      passed: 0,
      failed: tests,
      skipped: 0,
      faults: [`suite '${name}' has ${tests} tests after its last .run(): call .run() at its end`],
    });
}
tell('done');
