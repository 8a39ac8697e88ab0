import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from '@slipway/test-support/temporary-folder';
import { createRepository } from '../../../ingress/support.ts';
import type { ServiceSettings } from '../../../../src/http/route.ts';
import type { PipelineTest } from '../../../ci/pipelines/support.ts';
import { plantCi } from '../../foreign-ids/plant-ci.ts';
import { plantWorkspaces } from '../../foreign-ids/plant-workspaces.ts';
import type { SlottedRequest, SlotValues } from '../../foreign-ids/request-slots.ts';
import type { AcceptedRequests } from './accepted-request.ts';
import { agents } from './agents.ts';
import { ciPipelines } from './ci-pipelines.ts';
import { ciOrbs, ciSettings } from './ci-settings.ts';
import { commandRequests } from './commands.ts';
import { login } from './login.ts';
import { organizations } from './organizations.ts';
import { others } from './others.ts';
import { registry } from './registry.ts';
import { repositories } from './repositories.ts';
import { runs } from './runs.ts';
import { selfHosted } from './self-hosted.ts';
import { settings } from './settings.ts';
import { states } from './states.ts';
import { variables } from './variables.ts';

/** A service in which requests are measured. */
export interface ServiceWorld {
  createSettings(): Partial<ServiceSettings>;
  plant(bench: PipelineTest): Promise<SlotValues>;
  /** Requests that are accepted where those of the fuzz are refused. */
  readonly requests: { readonly [service in SlottedRequest['service']]: AcceptedRequests };
}

const plantNothing = async (): Promise<SlotValues> => ({});

/** One of everything; here all other rows are measured as well. */
const whole: ServiceWorld = {
  createSettings: () => ({ tier: 'plus', privateDestinations: true }),
  plant: async (bench) => ({
    ...(await plantWorkspaces(bench, 'acme', 'owner-token')),
    ...(await plantCi(bench, 'acme', 'owner-token')),
  }),
  requests: {
    workspaces: { ...commandRequests, ...login, ...organizations, ...others, ...registry, ...settings, ...runs, ...states, ...variables },
    ci: { ...ciPipelines, ...ciSettings },
  },
};
/** Each has the rows that need it, and no others. */
const particular: readonly ServiceWorld[] = [
  {
    createSettings: () => ({ runsJobs: true, jobMilliseconds: 90_000 }),
    plant: plantNothing,
    requests: { workspaces: agents, ci: {} },
  },
  { createSettings: () => ({ edition: 'self-hosted' }), plant: plantNothing, requests: { workspaces: selfHosted, ci: {} } },
  {
    createSettings: () => {
      const repository = createRepository();
      repository.commit('Create the site', { 'main.tf': 'output "n" {\n  value = 1\n}\n' });
      return { repositoriesFolder: repository.folder };
    },
    plant: plantNothing,
    requests: { workspaces: repositories, ci: {} },
  },
  {
    createSettings: () => {
      const orbsFolder = temporaryFolder();
      mkdirSync(join(orbsFolder, 'acme'));
      writeFileSync(join(orbsFolder, 'acme/slack@1.0.0.yml'), 'version: 2.1\ndescription: tells\n');
      return { orbsFolder };
    },
    plant: plantNothing,
    requests: { workspaces: {}, ci: ciOrbs },
  },
];

const has = ({ requests }: ServiceWorld, { service, row }: SlottedRequest): boolean => row in requests[service];

/** The worlds, each with the requests that are measured there. */
export const listWorlds = (
  all: readonly SlottedRequest[],
): readonly { readonly world: ServiceWorld; readonly requests: readonly SlottedRequest[] }[] => [
  { world: whole, requests: all.filter((request) => !particular.some((world) => has(world, request))) },
  ...particular.map((world) => ({ world, requests: all.filter((request) => has(world, request)) })),
];

/** Whether another request stands for those of the fuzz. */
export const isAccepted = (request: SlottedRequest): boolean => [whole, ...particular].some((world) => has(world, request));
