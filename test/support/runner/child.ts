/**
 * Runs bundled test files one after the other in one process: `child.js MARKER SCRIPT...`. Tells the parent, over IPC, what each suite
 * did. Between two files it waits until nothing is left open, as a process does before it ends, puts the environment back, and compares
 * what else the whole process shares: a file that leaves it changed is the last one here, and the parent runs the rest in another process.
 */
import { pathToFileURL } from 'node:url';
import type { Message } from './messages.ts';
import { describeChanges, type ProcessState, readProcessState, restoreEnvironment } from './process-state.ts';
import { createProcessorClock } from './processor-clock.ts';

type Run = () => Promise<[errors: string | true, passed: number, skipped: number, total: number]>;
const queue: Run[][] = [[]];
/** What answers of embedded services say against the services' own OpenAPI documents (service/test/answer-faults.ts). */
const answerFaults = new Set<string>();
const answerFaultsKey = Symbol.for('slipway: answers that contradict the OpenAPI document');
Object.assign(globalThis, { UVU_DEFER: 1, UVU_INDEX: 0, UVU_QUEUE: queue, [answerFaultsKey]: answerFaults });

/** Bytes. Files after one that needs so much run in a process of their own. */
const maxMemory = 700_000_000;

const [marker, ...scripts] = process.argv.slice(2) as [string, ...string[]];
const send = process.send!.bind(process);
const write = [process.stdout, process.stderr].map((stream) => stream.write.bind(stream));
const tell = (message: Message): void => {
  send(message);
};
// Each file may listen for the end of the process.
process.setMaxListeners(0);
// Not before the globals above: uvu reads them as it is loaded.
const { suites, thrown } = await import('./watched-uvu.ts');

const tellAnswerFaults = (): void => {
  if (answerFaults.size === 0) return;
  tell({ passed: 0, failed: answerFaults.size, skipped: 0, faults: [...answerFaults] });
  answerFaults.clear();
};

const runSuites = async (): Promise<void> => {
  for (const run of queue[0]!.splice(0)) {
    try {
      const [errors, passed, skipped, total] = await run();
      if (errors !== true) console.log(`\n${errors}`);
      tell({ passed, failed: total - passed, skipped, faults: thrown.splice(0) });
    } catch (error) {
      const faults = thrown.splice(0);
      tell({ passed: 0, failed: 1, skipped: 0, faults: faults.length ? faults : [String(error)] });
    }
  }
  tellAnswerFaults();
  for (const { name, tests } of suites.splice(0)) {
    if (tests > 0)
      tell({
        passed: 0,
        failed: tests,
        skipped: 0,
        faults: [`suite '${name}' has ${tests} tests after its last .run(): call .run() at its end`],
      });
  }
};

const readProcessorSeconds = createProcessorClock();
const environment = { ...process.env };
let state: ProcessState | undefined;
let index = 0;
let isRunning = false;

const runFile = async (): Promise<void> => {
  isRunning = true;
  const script = scripts[index]!;
  process.argv.splice(1, process.argv.length, script);
  tell('begin');
  await import(pathToFileURL(script).href);
  await runSuites();
  tell('done');
  isRunning = false;
};

/** What keeps the next file from running here. */
const findChanges = (): readonly string[] => [
  ...(state ? describeChanges(state, readProcessState()) : []),
  ...(process.memoryUsage.rss() > maxMemory ? ['its memory'] : []),
];

/** The file has ended and left nothing open. */
const endFile = (): void => {
  const exitCode = Number(process.exitCode ?? 0);
  process.exitCode = 0;
  restoreEnvironment(environment);
  const changes = findChanges();
  for (const one of write) one(marker);
  tell({ exitCode, processorSeconds: readProcessorSeconds(), changes });
  index = changes.length > 0 ? scripts.length : index + 1;
};

// Nothing is left open: without another file, the process would end now.
process.on('beforeExit', () => {
  if (isRunning || index >= scripts.length) return;
  endFile();
  if (index < scripts.length) void runFile();
});
if (scripts.length > 1) state = readProcessState();
void runFile();
