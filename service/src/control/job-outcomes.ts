import { type JobScript, scriptableStatuses, scriptJob } from '../ci/jobs/script-job.ts';
import type { JobOutcome, TestResult } from '../ci/jobs/job-records.ts';
import { isObject } from '../json-api/parse-document.ts';
import { newId } from '../store/new-id.ts';
import { unprocessable } from '../http/problem.ts';
import { requireMembers, requireInteger } from './request-values.ts';
import type { ControlEndpoints } from './control.ts';

const testResults: readonly TestResult['result'][] = ['success', 'failure', 'error', 'skipped'];
const testTextMembers = ['name', 'classname', 'message', 'file', 'source'] as const;

const requireText = (value: unknown, pointer: string): string => {
  if (typeof value !== 'string') throw unprocessable('expected a text', pointer);
  return value;
};
const parseList = <T>(value: unknown, pointer: string, one: (item: unknown, at: string) => T): readonly T[] => {
  if (!Array.isArray(value)) throw unprocessable('expected a list', pointer);
  return value.map((item: unknown, index) => one(item, `${pointer}/${index}`));
};

/** Parses a test result; only `name` is required. */
const parseTest = (request: unknown, at: string): TestResult => {
  if (!isObject(request)) throw unprocessable('expected a test result', at);
  const [name, classname, message, file, source] = testTextMembers.map((word) =>
    requireText(request[word] ?? (word === 'name' ? undefined : ''), `${at}/${word}`),
  ) as [string, string, string, string, string];
  const { result = 'success', run_time: time = 0 } = request;
  if (!testResults.includes(result as TestResult['result']))
    throw unprocessable(`expected one of ${testResults.join(', ')}`, `${at}/result`);
  if (typeof time !== 'number' || !(time >= 0)) throw unprocessable('expected seconds', `${at}/run_time`);
  return { name, classname, result: result as TestResult['result'], message, run_time: time, file, source };
};
const parseArtifact = (request: unknown, at: string): { readonly path: string; readonly content: string } => {
  if (!isObject(request)) throw unprocessable('expected {"path", "content"}', at);
  return { path: requireText(request['path'], `${at}/path`), content: requireText(request['content'], `${at}/content`) };
};

const parseJobScript = (body: unknown): JobScript => {
  const { project, job, outcome, tests, artifacts, milliseconds } = requireMembers(
    body,
    'project',
    'job',
    'outcome',
    'tests',
    'artifacts',
    'milliseconds',
  );
  if (typeof job !== 'string' || job === '') throw unprocessable('expected the name of a job', '/job');
  if (!scriptableStatuses.includes(outcome as JobScript['outcome']))
    throw unprocessable(`expected one of ${scriptableStatuses.join(', ')}`, '/outcome');
  return {
    job,
    outcome: outcome as JobScript['outcome'],
    ...(project === undefined ? {} : { project: requireText(project, '/project') }),
    ...(tests === undefined ? {} : { tests: parseList(tests, '/tests', parseTest) }),
    ...(artifacts === undefined ? {} : { artifacts: parseList(artifacts, '/artifacts', parseArtifact) }),
    ...(milliseconds === undefined ? {} : { milliseconds: requireInteger(milliseconds, '/milliseconds', 0) }),
  };
};

const renderOutcome = ({ scope, key, body }: { readonly scope: string; readonly key: string; readonly body: JobOutcome }) => ({
  ...(scope ? { project: scope } : {}),
  job: key,
  ...body,
});

export const jobOutcomeControls: ControlEndpoints = {
  'GET /_local/job-outcomes': async ({ store }) => ({
    body: { outcomes: (await store.read((view) => view.list<JobOutcome>({ kind: 'ci-job-outcomes' }))).records.map(renderOutcome) },
  }),
  /** Sets the outcome of future jobs of this name, in every project or in one. */
  'POST /_local/job-outcomes': async ({ store }, request) => {
    const script = parseJobScript(request.json());
    const record = await store.write(async (tx) => {
      if (script.project !== undefined && !(await tx.get('ci-projects', script.project)))
        throw unprocessable('expected the id of a project that is there', '/project');
      return scriptJob(tx, newId, script);
    });
    return { status: 201, body: renderOutcome(record) };
  },
  'DELETE /_local/job-outcomes': async ({ store }) => {
    await store.write(async (tx) => {
      for (const { id } of (await tx.list({ kind: 'ci-job-outcomes' })).records) await tx.delete('ci-job-outcomes', id);
    });
    return {};
  },
};
