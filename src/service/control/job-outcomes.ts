import { type JobScript, scriptable, scriptJob } from '../ci/pipelines/script.ts';
import type { JobOutcome, Test } from '../ci/pipelines/stored.ts';
import { isObject } from '../json-api/read.ts';
import { newId } from '../new-id.ts';
import { unprocessable } from '../problem.ts';
import { objectOf, whole } from './asked.ts';
import type { Controls } from './control.ts';

const results: readonly Test['result'][] = ['success', 'failure', 'error', 'skipped'];
const words = ['name', 'classname', 'message', 'file', 'source'] as const;

const text = (value: unknown, pointer: string): string => {
  if (typeof value !== 'string') throw unprocessable('expected a text', pointer);
  return value;
};
const listOf = <T>(value: unknown, pointer: string, one: (item: unknown, at: string) => T): readonly T[] => {
  if (!Array.isArray(value)) throw unprocessable('expected a list', pointer);
  return value.map((item: unknown, index) => one(item, `${pointer}/${index}`));
};

/** Only its name must be said. */
const testSent = (sent: unknown, at: string): Test => {
  if (!isObject(sent)) throw unprocessable('expected a test result', at);
  const [name, classname, message, file, source] = words.map((word) => text(sent[word] ?? (word === 'name' ? undefined : ''), `${at}/${word}`)) as [string, string, string, string, string];
  const { result = 'success', run_time: time = 0 } = sent;
  if (!results.includes(result as Test['result'])) throw unprocessable(`expected one of ${results.join(', ')}`, `${at}/result`);
  if (typeof time !== 'number' || !(time >= 0)) throw unprocessable('expected seconds', `${at}/run_time`);
  return { name, classname, result: result as Test['result'], message, run_time: time, file, source };
};
const artifactSent = (sent: unknown, at: string): { readonly path: string; readonly content: string } => {
  if (!isObject(sent)) throw unprocessable('expected {"path", "content"}', at);
  return { path: text(sent['path'], `${at}/path`), content: text(sent['content'], `${at}/content`) };
};

const scriptSent = (body: unknown): JobScript => {
  const { project, job, outcome, tests, artifacts, milliseconds } = objectOf(body, 'project', 'job', 'outcome', 'tests', 'artifacts', 'milliseconds');
  if (typeof job !== 'string' || job === '') throw unprocessable('expected the name of a job', '/job');
  if (!scriptable.includes(outcome as JobScript['outcome'])) throw unprocessable(`expected one of ${scriptable.join(', ')}`, '/outcome');
  return {
    job, outcome: outcome as JobScript['outcome'], ...(project === undefined ? {} : { project: text(project, '/project') }),
    ...(tests === undefined ? {} : { tests: listOf(tests, '/tests', testSent) }), ...(artifacts === undefined ? {} : { artifacts: listOf(artifacts, '/artifacts', artifactSent) }),
    ...(milliseconds === undefined ? {} : { milliseconds: whole(milliseconds, '/milliseconds', 0) }),
  };
};

const told = ({ scope, key, body }: { readonly scope: string; readonly key: string; readonly body: JobOutcome }) => ({ ...(scope ? { project: scope } : {}), job: key, ...body });

export const jobControls: Controls = {
  'GET /_local/job-outcomes': async ({ store }) => ({
    body: { outcomes: (await store.read((view) => view.list<JobOutcome>({ kind: 'ci-job-outcomes' }))).records.map(told) },
  }),
  /** What becomes of jobs of this name from now on, in every project or in one. */
  'POST /_local/job-outcomes': async ({ store }, sent) => {
    const script = scriptSent(sent.json());
    const record = await store.write(async (tx) => {
      if (script.project !== undefined && !await tx.get('ci-projects', script.project)) throw unprocessable('expected the id of a project that is there', '/project');
      return scriptJob(tx, newId, script);
    });
    return { status: 201, body: told(record) };
  },
  'DELETE /_local/job-outcomes': async ({ store }) => {
    await store.write(async (tx) => { for (const { id } of (await tx.list({ kind: 'ci-job-outcomes' })).records) await tx.delete('ci-job-outcomes', id); });
    return {};
  },
};
