import type { FinishedSpan } from './span.ts';

/** `again`: the collector may accept the same spans later. */
export type SendResult = { readonly ok: true } | { readonly ok: false; readonly reason: string; readonly again: boolean };

export interface SpanQueueOptions {
  /** Sends spans; never rejects, and ends early when the signal is aborted. */
  readonly send: (spans: readonly FinishedSpan[], signal: AbortSignal) => Promise<SendResult>;
  /** Reports a message to the operator of the service. */
  readonly report: (message: string) => void;
  /** Spans that wait at most; those beyond are dropped. */
  readonly maxQueue: number;
  readonly maxBatch: number;
  /** Milliseconds between two batches that are not full, and after one that failed. */
  readonly delay: number;
}

/** Milliseconds that the end of the service waits for what is still to be sent. */
const stopMilliseconds = 2000;

/** The spans that wait, and what takes a batch of them to the collector. */
const createBatches = ({ send, report, maxQueue, maxBatch }: SpanQueueOptions, signal: AbortSignal) => {
  const waiting: FinishedSpan[] = [];
  let [dropped, isFailing] = [0, false];
  const noteResult = (result: SendResult): void => {
    if (!result.ok && !isFailing) report(`${result.reason}. The service continues; ${maxQueue} spans are queued, the others are dropped.`);
    if (result.ok && isFailing) report(`traces are sent again; ${dropped} spans were dropped meanwhile`);
    if (result.ok) dropped = 0;
    isFailing = !result.ok;
  };
  return {
    waiting,
    isFailing: () => isFailing,
    add: (span: FinishedSpan): void => {
      if (waiting.length < maxQueue) waiting.push(span);
      else dropped += 1;
    },
    /** Whether the batch was taken. */
    send: async (): Promise<boolean> => {
      const batch = waiting.slice(0, maxBatch);
      const result = await send(batch, signal);
      if (result.ok || !result.again) waiting.splice(0, batch.length);
      if (!result.ok && !result.again) dropped += batch.length;
      noteResult(result);
      return result.ok;
    },
  };
};

/**
 * Sends spans in batches, one batch at a time, in the background: adding a span never waits. While the collector does not accept them, the
 * oldest are kept and new ones are dropped.
 */
export const createSpanQueue = (options: SpanQueueOptions) => {
  const { maxBatch, delay } = options;
  const stopping = new AbortController();
  const batches = createBatches(options, stopping.signal);
  const { waiting } = batches;
  let isStopped = false;
  let timer: NodeJS.Timeout | undefined;
  let sending: Promise<boolean> | undefined;

  const send = (): Promise<boolean> => (sending ??= batches.send().finally(() => (sending = undefined)));
  const schedule = (): void => {
    if (timer || sending || isStopped || waiting.length === 0) return;
    const pause = waiting.length >= maxBatch && !batches.isFailing() ? 0 : delay;
    timer = setTimeout(() => {
      timer = undefined;
      void send().then(schedule);
    }, pause).unref();
  };
  return {
    add: (span: FinishedSpan): void => {
      if (isStopped) return;
      batches.add(span);
      // A batch is full before its time.
      if (waiting.length === maxBatch && !batches.isFailing()) {
        clearTimeout(timer);
        timer = undefined;
      }
      schedule();
    },
    stop: async (): Promise<void> => {
      isStopped = true;
      clearTimeout(timer);
      const limit = setTimeout(() => stopping.abort(), stopMilliseconds);
      await sending;
      while (waiting.length > 0 && !stopping.signal.aborted && (await send()));
      clearTimeout(limit);
    },
  };
};
