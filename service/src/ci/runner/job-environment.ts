import { delimiter } from 'node:path';
import type { JobConfig } from '../configuration/configuration.ts';
import type { ClaimedJob } from './claimed-job.ts';
import { programsFolder } from './install-agent.ts';
import type { Isolation } from '../../runner/isolation/isolation.ts';
import type { SecretValue } from '../../runner/mask/secret-leaves.ts';
import { markVariable } from '../../runner/marked-processes.ts';
import type { WorkCgroups } from '../../runner/work-cgroups.ts';
import type { WorkLimits } from '../../runner/watch-work.ts';

type Variables = Record<string, string>;

/** Variables that describe the job, by the name after `CI_`, and after `CIRCLE_` in the hosted dialect. */
const buildJobVariables = (
  { job, workflow, pipeline, project, organization, continuation }: ClaimedJob,
  index: number,
  total: number,
  address: string,
): Variables => {
  const { vcs, number } = pipeline.body;
  const known: { readonly [name: string]: string | null | undefined } = {
    JOB: job.body.name,
    BUILD_NUM: String(job.body.number),
    NODE_INDEX: String(index),
    NODE_TOTAL: String(total),
    WORKFLOW_ID: workflow.id,
    WORKFLOW_JOB_ID: job.id,
    PIPELINE_ID: pipeline.id,
    PIPELINE_NUMBER: String(number),
    BRANCH: vcs.branch,
    TAG: vcs.tag,
    SHA1: vcs.revision,
    REPOSITORY_URL: vcs.url,
    PROJECT_ID: project.id,
    PROJECT_REPONAME: project.name,
    ORGANIZATION_ID: organization.id,
    PROJECT_USERNAME: organization.body.hostName || organization.body.name,
    USERNAME: pipeline.body.login,
    CONTINUATION_KEY: continuation,
    BUILD_URL: `${address}/output/job/${job.id}`,
  };
  return Object.fromEntries(
    Object.entries(known).flatMap(([name, value]) => (value === null || value === undefined || value === '' ? [] : [[name, value]])),
  );
};

/** The search path and folders of a job's processes. They receive nothing else of the service's environment. */
const buildBaseVariables = (home: string, temporary: string): Variables => ({
  PATH: [programsFolder(temporary), process.env['PATH'] ?? ['/usr/local/bin', '/usr/bin', '/bin'].join(delimiter)].join(delimiter),
  HOME: home,
  TMPDIR: temporary,
  LANG: 'C.UTF-8',
  BASH_ENV: `${temporary}/bash_env`,
});

export interface NodeLocation {
  readonly index: number;
  readonly total: number;
  readonly home: string;
  readonly folder: string;
  readonly temporary: string;
  readonly mark: string;
  /** The cgroups that each process of the job enters. */
  readonly cgroups: WorkCgroups;
  /** The isolation of the processes of the job; undefined: none. */
  readonly isolation: Isolation | undefined;
  /** Limits of all processes of the job together. */
  readonly limits: WorkLimits;
}

const toVariables = (environment: JobConfig['environment']): Variables =>
  Object.fromEntries(Object.entries(environment ?? {}).flatMap(([name, value]) => (value === null ? [] : [[name, String(value)]])));
const isValidVariable = ([name, value]: readonly [string, string]): boolean =>
  /^[A-Za-z_][A-Za-z0-9_.-]*$/.test(name) && !value.includes('\0');

/**
 * The environment of a job. In order of precedence: project variables, contexts, CI variables, the image's, the job's own; the last
 * wins.
 */
export const buildJobEnvironment = (claimed: ClaimedJob, job: JobConfig, at: NodeLocation, address: string, hosted: boolean): Variables => {
  const own = buildJobVariables(claimed, at.index, at.total, address);
  const named = (prefix: string): Variables =>
    Object.fromEntries(Object.entries({ ...own, WORKING_DIRECTORY: at.folder }).map(([name, value]) => [`${prefix}_${name}`, value]));
  const all: Variables = {
    ...buildBaseVariables(at.home, at.temporary),
    ...Object.fromEntries(claimed.variables.map(({ name, value }) => [name, value])),
    CI: 'true',
    CI_SERVICE_URL: address,
    ...named('CI'),
    ...(hosted ? { CIRCLECI: 'true', ...named('CIRCLE') } : {}),
    ...toVariables(job.docker?.[0]?.['environment'] as JobConfig['environment']),
    ...toVariables(job.environment),
    [markVariable]: at.mark,
  };
  return Object.fromEntries(Object.entries(all).filter(isValidVariable));
};

/** All values that are masked in output. */
export const listSecrets = ({ variables, continuation }: ClaimedJob): readonly SecretValue[] => [
  ...variables.map(({ value }) => ({ text: value })),
  ...(continuation === undefined ? [] : [{ text: continuation }]),
];
