import type { MaskedSpan } from './lint-job.ts';

/** A text for a report, with asterisks instead of secrets: as many, so that columns are kept. */
export function maskSpans(text: string, spans: readonly MaskedSpan[]): string {
  let [shown, done] = ['', 0];
  for (const [start, end] of spans) {
    if (end <= done) continue;
    shown += text.slice(done, Math.max(start, done)) + text.slice(Math.max(start, done), end).replace(/\S/g, '*');
    done = end;
  }
  return shown + text.slice(done);
}
