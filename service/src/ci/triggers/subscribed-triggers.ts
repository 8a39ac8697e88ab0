import type { StoredRecord, ReadTransaction } from '../../store/store.ts';
import type { CiOrganization, Repository } from '../organizations/organization-records.ts';
import type { CiProject } from '../projects/project-records.ts';
import type { PipelineDefinition } from '../pipeline-definitions/pipeline-definition-records.ts';
import type { EventProvider, CiTrigger } from './trigger-records.ts';
import type { CodeHostEvent } from '../../code-hosts/code-host-event.ts';

/** The providers whose triggers receive the events of a host. */
const providersByHost: { readonly [host in CodeHostEvent['host']]: readonly EventProvider[] } = {
  github: ['codehost_app', 'github_oauth', 'github_server'],
  bitbucket: ['codehost_dc'],
  any: ['codehost_app', 'codehost_dc', 'github_oauth', 'github_server'],
};

export interface SubscribedTrigger {
  readonly trigger: StoredRecord<CiTrigger>;
  readonly definition: StoredRecord<PipelineDefinition>;
  readonly project: StoredRecord<CiProject>;
}

/** The triggers of an organization for events of this repository, oldest first. A neutral event may contain its name instead of its id. */
export const findSubscribedTriggers = async (
  view: ReadTransaction,
  organization: StoredRecord<CiOrganization>,
  { host, repository }: CodeHostEvent,
): Promise<readonly SubscribedTrigger[]> => {
  const projects = new Map(
    (await view.list<CiProject>({ kind: 'ci-projects', scope: organization.id })).records.map((one) => [one.id, one]),
  );
  if (projects.size === 0) return [];
  const lookup = async (path: string) =>
    (await view.list<CiTrigger>({ kind: 'ci-triggers', scope: [...projects.keys()], body: [{ path, is: repository }] })).records;
  const triggers = [...(await lookup('repository.externalId')), ...(host === 'any' ? await lookup('repository.fullName') : [])].filter(
    ({ body }) => providersByHost[host].includes(body.provider),
  );
  const definitions = new Map(
    (
      await view.getMany<PipelineDefinition>(
        'ci-definitions',
        triggers.map(({ body }) => body.definition),
      )
    ).map((one) => [one.id, one]),
  );
  return [...new Map(triggers.map((one) => [one.id, one])).values()]
    .sort((a, b) => a.seq - b.seq)
    .flatMap((trigger) => {
      const [definition, project] = [definitions.get(trigger.body.definition), projects.get(trigger.scope)];
      return definition && project ? [{ trigger, definition, project }] : [];
    });
};

/** Adds the default branch: of the event, of the known repository, or of the project. */
export const addDefaultBranch = async (
  view: ReadTransaction,
  organization: string,
  { trigger, project }: SubscribedTrigger,
  event: CodeHostEvent,
): Promise<CodeHostEvent> => {
  const known = await view.getByKey<Repository>('ci-repositories', organization, trigger.body.repository!.externalId);
  return {
    ...event,
    repository: trigger.body.repository!.externalId,
    defaultBranch: event.defaultBranch ?? known?.body.defaultBranch ?? project.body.defaultBranch,
  };
};
