import { delimiter } from 'node:path';
import type { Configured } from './node.ts';
import type { Described } from './described.ts';
import { mark } from './strays.ts';

type Names = Record<string, string>;

/** What every job is told of itself, by the part of the name behind `CI_`, or `CIRCLE_` where hosted names are spoken. */
const told = ({ job, workflow, pipeline, project, organization, continuation }: Described, index: number, total: number, address: string): Names => {
  const { vcs, number } = pipeline.body;
  const known: { readonly [name: string]: string | null | undefined } = {
    JOB: job.body.name, BUILD_NUM: String(job.body.number), NODE_INDEX: String(index), NODE_TOTAL: String(total), WORKFLOW_ID: workflow.id, WORKFLOW_JOB_ID: job.id,
    PIPELINE_ID: pipeline.id, PIPELINE_NUMBER: String(number), BRANCH: vcs.branch, TAG: vcs.tag, SHA1: vcs.revision, REPOSITORY_URL: vcs.url, PROJECT_ID: project.id, PROJECT_REPONAME: project.name,
    ORGANIZATION_ID: organization.id, PROJECT_USERNAME: organization.body.hostName || organization.body.name, USERNAME: pipeline.body.login, CONTINUATION_KEY: continuation,
    BUILD_URL: `${address}/output/job/${job.id}`,
  };
  return Object.fromEntries(Object.entries(known).flatMap(([name, value]) => (value === null || value === undefined || value === '' ? [] : [[name, value]])));
};

/** Where a job's processes find programs and their own folders; nothing else of the service's own environment reaches them. */
const clean = (home: string, temporary: string): Names => ({
  PATH: process.env['PATH'] ?? ['/usr/local/bin', '/usr/bin', '/bin'].join(delimiter), HOME: home, TMPDIR: temporary, LANG: 'C.UTF-8', BASH_ENV: `${temporary}/bash_env`,
});

export interface Surroundings { readonly index: number; readonly total: number; readonly home: string; readonly folder: string; readonly temporary: string; readonly mark: string }

const texts = (environment: Configured['environment']): Names => Object.fromEntries(Object.entries(environment ?? {}).flatMap(([name, value]) => (value === null ? [] : [[name, String(value)]])));
const possible = ([name, value]: readonly [string, string]): boolean => /^[A-Za-z_][A-Za-z0-9_.-]*$/.test(name) && !value.includes('\0');

/** A job's environment; what comes later wins: the project's variables, contexts, what the service tells, the image's, the job's own. */
export const environmentOf = (described: Described, job: Configured, at: Surroundings, address: string, hosted: boolean): Names => {
  const own = told(described, at.index, at.total, address);
  const named = (prefix: string): Names => Object.fromEntries(Object.entries({ ...own, WORKING_DIRECTORY: at.folder }).map(([name, value]) => [`${prefix}_${name}`, value]));
  const all: Names = {
    ...clean(at.home, at.temporary), ...Object.fromEntries(described.variables.map(({ name, value }) => [name, value])),
    CI: 'true', CI_SERVICE_URL: address, ...named('CI'), ...(hosted ? { CIRCLECI: 'true', ...named('CIRCLE') } : {}),
    ...texts(job.docker?.[0]?.['environment'] as Configured['environment']), ...texts(job.environment), [mark]: at.mark,
  };
  return Object.fromEntries(Object.entries(all).filter(possible));
};

/** Everything whose value must not be seen in output. */
export const secretsOf = ({ variables, continuation }: Described): readonly string[] => [...variables.map(({ value }) => value), ...(continuation === undefined ? [] : [continuation])];
