import { createHash } from 'node:crypto';
import type { AgentJob } from '@slipway/service/workspaces/agent-jobs/protocol';
import { toPhaseId } from '@slipway/service/workspaces/runs/engine/claimed-run';
import type { ClusterObject } from './run-cluster.ts';

/** The settings of a job's pod. */
export interface PodOptions {
  /** The image of the pod; it contains `slipway` and the engines. */
  readonly image: string;
  /** The service account in the cluster; undefined: the default one of the namespace, whose token is not mounted. */
  readonly serviceAccount: string | undefined;
  /** Quantities of the cluster, as request and limit; undefined: none. */
  readonly cpu: string | undefined;
  readonly memory: string | undefined;
  /** Further words for `slipway agent` in the pod. */
  readonly words: readonly string[];
}

/** The input of the process in the pod: a job, and how to reach the service. */
export interface JobFile {
  readonly address: string;
  readonly agent: string;
  /** A token for this job only. */
  readonly token: string;
  readonly job: AgentJob;
}

const folder = '/var/run/slipway';
const fileName = 'job.json';
export const jobFilePath = `${folder}/${fileName}`;

/** Seconds by which the cluster lets a job outlive its limit, which its own process holds. */
const deadlineMargin = 120;
/** Seconds in which an engine that is interrupted stores what it did. */
const terminationGrace = 60;
/** Seconds after which the cluster removes a finished Job, if the agent has not. */
const timeToLive = 600;

/** The name of what the cluster makes for a job of an agent: IDs have upper-case letters, names of the cluster have not. */
export const nameOfJob = (agent: string, { claim }: AgentJob): string =>
  `slipway-${createHash('sha256')
    .update(`${agent}/${toPhaseId(claim)}`)
    .digest('hex')
    .slice(0, 20)}`;

const renderResources = ({ cpu, memory }: PodOptions): ClusterObject => {
  const amounts = { ...(cpu === undefined ? {} : { cpu }), ...(memory === undefined ? {} : { memory }) };
  return Object.keys(amounts).length === 0 ? {} : { resources: { requests: amounts, limits: amounts } };
};

const renderPod = (name: string, options: PodOptions): ClusterObject => ({
  restartPolicy: 'Never',
  terminationGracePeriodSeconds: terminationGrace,
  automountServiceAccountToken: options.serviceAccount !== undefined,
  ...(options.serviceAccount === undefined ? {} : { serviceAccountName: options.serviceAccount }),
  containers: [
    {
      name: 'run',
      image: options.image,
      command: ['slipway', 'agent', '--job-file', jobFilePath, ...options.words],
      securityContext: { allowPrivilegeEscalation: false },
      volumeMounts: [{ name: 'job', mountPath: folder, readOnly: true }],
      ...renderResources(options),
    },
  ],
  volumes: [{ name: 'job', secret: { secretName: name } }],
});

/** The Job of the cluster for a job of an agent. It is tried once. */
export const renderClusterJob = (name: string, { claim }: AgentJob, options: PodOptions): ClusterObject => {
  const labels = { 'app.kubernetes.io/name': 'slipway-run', 'slipway.dev/job': toPhaseId(claim) };
  return {
    apiVersion: 'batch/v1',
    kind: 'Job',
    metadata: { name, labels },
    spec: {
      backoffLimit: 0,
      activeDeadlineSeconds: Math.ceil(claim.limit / 1000) + deadlineMargin,
      ttlSecondsAfterFinished: timeToLive,
      template: { metadata: { labels }, spec: renderPod(name, options) },
    },
  };
};

/** The secret that its pod waits for; the cluster removes it with the Job. `uid`: of the Job. */
export const renderClusterSecret = (name: string, uid: string, file: JobFile): ClusterObject => ({
  apiVersion: 'v1',
  kind: 'Secret',
  metadata: {
    name,
    labels: { 'app.kubernetes.io/name': 'slipway-run' },
    ownerReferences: [{ apiVersion: 'batch/v1', kind: 'Job', name, uid }],
  },
  stringData: { [fileName]: JSON.stringify(file) },
});
