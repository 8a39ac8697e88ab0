import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Recorded conversations of public clients, beside the checkout or absent. */
export const recordings = join(import.meta.dirname, '..', '..', '..', '..', 'shared', 'data', 'recorded');
export const hasRecordings = existsSync(join(recordings, 'replay.mjs'));

export interface RecordedExchange {
  readonly step: string;
  readonly request: { readonly method: string; readonly path: string; readonly body?: unknown; readonly content_type?: string };
  readonly response?: { readonly status: number; readonly body?: any };
}
/** The exchanges of a recording, such as `tfci/run-show.ndjson`. */
export const readExchanges = (file: string): readonly RecordedExchange[] =>
  readFileSync(join(recordings, file), 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as RecordedExchange);

/** Replays files, by their full paths, against the service at the address. Returns what the player prints. `wait`: seconds. */
export const replay = (address: string, files: readonly string[], wait: number): Promise<string> =>
  new Promise((done) => {
    const args = [join(recordings, 'replay.mjs'), address, 'given-token-for-replay', ...files, '--wait', String(wait)];
    execFile(process.execPath, args, { maxBuffer: 64 * 1024 * 1024 }, (_error, stdout) => done(stdout));
  });

/** The differences that the player prints, each with the file that it names behind its exchanges. */
export const listDifferences = (output: string): readonly string[] => {
  const differences: string[] = [];
  let lines: string[] = [];
  for (const line of output.split('\n')) {
    const file = /^\d+ of \d+ exchanges as recorded: (.+)$/.exec(line)?.[1];
    if (file !== undefined) {
      differences.push(...lines.map((one) => `${file}: ${one}`));
      lines = [];
    } else if (line.startsWith('NO ')) lines.push(line.slice(3).trim());
  }
  return differences;
};

/** What somebody else does, or time does, in a conversation: a request before the nth exchange (1: the first) that matches. */
export interface Insertion {
  /** Of `step: METHOD path`. */
  readonly before: RegExp;
  readonly nth?: number;
  /** `POST /api/v2/runs/{{run:1}}/actions/discard` */
  readonly request: string;
  readonly body?: object;
}

/** A copy of a recording below `folder` with these insertions; its full path. Throws where one has no place. */
export const insertExchanges = (folder: string, file: string, insertions: readonly Insertion[]): string => {
  const pending = insertions.map((insertion) => ({ ...insertion, left: insertion.nth ?? 1 }));
  const lines = readExchanges(file).flatMap((exchange) => {
    const title = `${exchange.step}: ${exchange.request.method} ${exchange.request.path}`;
    const due = pending.filter((one) => one.before.test(title) && --one.left === 0);
    const inserted = due.map(({ request, body }) => {
      const [method, path] = request.split(' ');
      return { step: 'inserted', request: { method, path, content_type: 'application/json', body } };
    });
    return [...inserted, exchange].map((one) => JSON.stringify(one));
  });
  const misplaced = pending.find(({ left }) => left > 0);
  if (misplaced) throw new Error(`${file} has no exchange ${misplaced.before.source}`);
  const path = join(folder, file);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, lines.join('\n'));
  return path;
};
