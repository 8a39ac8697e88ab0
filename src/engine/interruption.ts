import { constants } from 'node:os';
import { isatty } from 'node:tty';

/** Whether one of the standard streams is a terminal. With `nohup` none is. */
const hasTerminal = (): boolean => [0, 1, 2].some((stream) => isatty(stream));

/**
 * The signals that ask a command to end: Ctrl-C, a cancelled pipeline, a closed terminal. On Windows the console also sends Ctrl-C to
 * engines, and the others cannot be sent.
 */
const findSignals = (): readonly NodeJS.Signals[] =>
  process.platform === 'win32' ? ['SIGINT'] : ['SIGINT', 'SIGTERM', ...(hasTerminal() ? (['SIGHUP'] as const) : [])];

/** Milliseconds. Some versions of npm repeat a Ctrl-C that the terminal sends to all of its processes: two signals so close are one. */
const repeatTime = 1000;

const listeners = new Set<() => void>();
let signals: readonly NodeJS.Signals[] = [];
let lastTime = -Infinity;
let count = 0;
let firstSignal: NodeJS.Signals | undefined;

/** Interrupts as this signal does; without one, as a reader that closed the output. False: there is no listener. */
export function interrupt(signal?: NodeJS.Signals): boolean {
  const now = performance.now();
  if (now - lastTime >= repeatTime) {
    lastTime = now;
    if (count++ === 0) firstSignal = signal;
    for (const listener of listeners) listener();
  }
  return listeners.size > 0;
}

/**
 * Keeps the process alive when it is asked to end, and calls `listener` instead, until the returned function is called. Who listens ends
 * what it does in good order; the process ends when all have.
 */
export function onInterruption(listener: () => void): () => void {
  if (listeners.size === 0) {
    signals = findSignals();
    for (const signal of signals) process.on(signal, interrupt as NodeJS.SignalsListener);
  }
  // A wrapper per call, because a caller may pass the same function twice.
  const own = () => listener();
  listeners.add(own);
  return () => {
    if (listeners.delete(own) && listeners.size === 0)
      for (const signal of signals) process.off(signal, interrupt as NodeJS.SignalsListener);
  };
}

/** Whether the process was asked to end while something listened. */
export const isInterrupted = (): boolean => count > 0;

/** Whether it was asked a second time, so that engines end at once. */
export const isForced = (): boolean => count > 1;

/** The process was asked to end. */
export class InterruptedError extends Error {
  override readonly name = 'InterruptedError';
  /** As shells have it: 128 and the number of the signal, 130 for Ctrl-C; 1 without a signal. */
  readonly exitCode = firstSignal === undefined ? 1 : 128 + constants.signals[firstSignal];
  constructor(message = 'Interrupted. Nothing more was started.') {
    super(message);
  }
}

/** To be called before starting something new: throws after an interruption. */
export function throwIfInterrupted(): void {
  if (isInterrupted()) throw new InterruptedError();
}

/** Does `work`, which may take several steps, to its end: an interruption stops the step that is under way, and none begins after it. */
export async function finishWhenInterrupted<T>(work: () => Promise<T>): Promise<T> {
  const stopListening = onInterruption(() => {});
  try {
    return await work();
  } finally {
    stopListening();
  }
}
