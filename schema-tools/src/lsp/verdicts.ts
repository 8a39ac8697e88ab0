import type { TextDocument } from 'vscode-languageserver-textdocument';
import type { Finding } from '../lint/finding.ts';
import { aboutFile, type Done, type Job } from '../lint/run/job.ts';
import { configFindings } from './config-findings.ts';
import type { Jobs } from './jobs.ts';
import type { Lane } from './lane.ts';
import { type Place, placeOf } from './place-of.ts';

/** What is to be said of one version of a document. */
export interface Verdict {
  readonly version: number;
  /** What was judged; `name` is what the findings call it. */
  readonly text: string; readonly name: string; readonly file: string;
  readonly findings: readonly Finding[];
  /** Absolute: what it depends on. */
  readonly files: readonly string[];
  /** How it was judged; absent where it was left alone, or its config is wrong. */
  readonly job?: Job;
  /** More about this version; undefined once it is no longer the last one, or nobody waits for the answer. */
  ask(job: Job, signal: AbortSignal): Promise<Done | undefined>;
}

export interface Verdicts {
  /** Of a document as it is now, judged once. Undefined: it is not for this linter, or there is a newer version by now. */
  of(document: TextDocument): Promise<Verdict | undefined>;
  /** Whether a document is for this linter. */
  isOurs(document: TextDocument): boolean;
  /** What was said of a document is out of date. */
  drop(uri: string): void;
  /** A document is no longer open. */
  close(uri: string): void;
  /** What was last said of each document, out of date or not. */
  last(): readonly Verdict[];
  /** So is everything that was said: a config or a schema changed. */
  forget(): void;
}

/** A document that is itself a schema is read anew as one when it is saved. */
const dependencies = ({ file, find: { tableFile } }: Job, { files, choices }: Done): readonly string[] =>
  [...files, ...tableFile === undefined ? [] : [tableFile], ...choices.some(({ how }) => how === 'meta-schema') ? [file] : []];

interface Entry { readonly version: number; readonly controller: AbortController; readonly verdict: Promise<Verdict | undefined> }

/** `folder`: where documents without a file are taken to be. `trouble` hears of what should not have happened. */
export function verdicts(work: { readonly lane: Lane; readonly jobs: Jobs; readonly folder: () => string; readonly trouble: (error: unknown) => void }): Verdicts {
  const { lane, jobs, folder, trouble } = work;
  const entries = new Map<string, Entry>();
  const last = new Map<string, Verdict>();
  const drop = (uri: string): void => { entries.get(uri)?.controller.abort(); entries.delete(uri); };

  async function judge({ file, format }: Place, version: number, text: string, signal: AbortSignal): Promise<Verdict | undefined> {
    const verdict = (name: string, findings: readonly Finding[], files: readonly string[] = [], job?: Job): Verdict =>
      ({ version, text, name, file, findings, files, ...(job ? { job } : {}), ask: (other, asker) => lane.run(other, AbortSignal.any([signal, asker])) });
    try {
      const job = await jobs.of({ file, ...(format === undefined ? {} : { format }) }, text);
      if (!job) return verdict(file, []);
      const done = await lane.run(job, signal);
      return done && verdict(job.judge.file, done.findings, dependencies(job, done), job);
    } catch (error) {
      const found = configFindings(error, file);
      if (found) return verdict(file, found.findings, found.files);
      trouble(error);
      return verdict(file, [aboutFile(file, `${error instanceof Error ? error.message : String(error)} This was not expected and is our fault; please report it.`)]);
    }
  }
  return {
    drop,
    close(uri) { drop(uri); last.delete(uri); },
    last: () => [...last.values()],
    isOurs: (document) => placeOf(document, folder()) !== undefined,
    of(document) {
      const { uri, version } = document;
      const known = entries.get(uri);
      if (known?.version === version) return known.verdict;
      drop(uri);
      const place = placeOf(document, folder());
      if (!place) return Promise.resolve(undefined);
      const controller = new AbortController();
      const verdict = judge(place, version, document.getText(), controller.signal).then((made) => {
        if (controller.signal.aborted || !made) return undefined;
        last.set(uri, made);
        return made;
      });
      entries.set(uri, { version, controller, verdict });
      return verdict;
    },
    forget() {
      for (const uri of [...entries.keys()]) drop(uri);
      jobs.forget();
      lane.forget();
    },
  };
}
