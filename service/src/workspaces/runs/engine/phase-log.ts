import { StringDecoder } from 'node:string_decoder';
import type { OutputMask } from '../../../runner/mask/output-mask.ts';
import { maxLogBytes } from '../run-log.ts';

/** Milliseconds until output is readable for others. */
const flushDelay = 150;
const flushBytes = 64 * 1024;

/** The log of a plan or an apply while it runs. */
export interface PhaseLog {
  /** Masked; rejects when a piece before it could not be stored. */
  write(chunk: Uint8Array): Promise<void>;
  /** Adds a message of the service at the end, masked; it is stored even if the log exceeds its limit. */
  addClosingMessage(text: string): void;
  /** What was not stored yet: it is stored with the end of the phase. */
  end(): Promise<string>;
}

const maskWhole = (mask: OutputMask, text: string): string => Buffer.concat([mask.push(Buffer.from(text)), mask.end()]).toString('utf8');

/** Stores output in pieces, in its order. `store`: called with the next piece when the one before is stored. */
export const openPhaseLog = (store: (text: string) => Promise<void>, createMask: () => OutputMask): PhaseLog => {
  const mask = createMask();
  const decoder = new StringDecoder('utf8');
  let [pending, closingMessage, size] = ['', '', 0];
  let timer: NodeJS.Timeout | undefined;
  let stored: Promise<void> = Promise.resolve();
  const flush = (): Promise<void> => {
    clearTimeout(timer);
    timer = undefined;
    const text = pending;
    pending = '';
    if (text !== '') stored = stored.then(() => store(text));
    return stored;
  };
  const append = (text: string): void => {
    // The log contains a note about its limit; what follows is not kept here either.
    const kept = text.slice(0, Math.max(0, maxLogBytes + flushBytes - size));
    size += Buffer.byteLength(kept);
    pending += kept;
  };
  return {
    write: async (chunk) => {
      append(decoder.write(mask.push(chunk)));
      if (pending.length >= flushBytes) await flush();
      else
        timer ??= setTimeout(() => {
          void flush().catch(() => undefined);
        }, flushDelay);
    },
    addClosingMessage: (text) => {
      closingMessage += maskWhole(createMask(), text);
    },
    end: async () => {
      clearTimeout(timer);
      await stored;
      append(decoder.write(mask.end()) + decoder.end());
      return pending + closingMessage;
    },
  };
};
