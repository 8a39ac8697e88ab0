import { conflict } from '../../http/problem.ts';
import { type RequestContext, route, type LookupContext } from '../../http/route.ts';
import type { StoredRecord, Transaction } from '../../store/store.ts';
import type { PipelineValues } from '../configuration/templates/pipeline-values.ts';
import { resolveDefinitionOrigin } from '../pipelines/pipeline-origin.ts';
import { parsePipelineParameters } from '../pipelines/pipeline-parameters.ts';
import { startPipeline, type PipelineStart } from '../pipelines/start-pipeline.ts';
import type { PipelineParameters, Pipeline } from '../pipelines/pipeline-records.ts';
import { type ResolvedProject, requireProjectById } from '../projects/require-project.ts';
import { objectMember, parseCiBody, invalidRequest, optionalMember, requiredMember } from '../requests/read-request.ts';
import { ciOk } from '../responses.ts';
import type { PipelineDefinition } from '../pipeline-definitions/pipeline-definition-records.ts';
import type { ComponentVersion } from './deployment-records.ts';
import { nameMember, textMember } from '../requests/text-members.ts';
import { findComponent, findDeployEnvironment, requireFound, listComponentVersions } from './find-deployments.ts';

interface RollbackBody {
  readonly component_name: string;
  readonly environment_name: string;
  readonly current_version: string;
  readonly target_version: string;
  readonly namespace?: string;
  readonly reason?: string;
}

/** Versions of the namespace; it is required when the component is in several. */
const selectNamespace = (
  versions: readonly StoredRecord<ComponentVersion>[],
  namespace: string | undefined,
): readonly StoredRecord<ComponentVersion>[] => {
  if (namespace !== undefined) return versions.filter(({ body }) => body.namespace === namespace);
  const namespaces = [...new Set(versions.map(({ body }) => body.namespace))];
  if (namespaces.length > 1)
    throw invalidRequest({
      detail: `is required: the component is in the namespaces ${namespaces
        .slice(0, 10)
        .map((one) => `"${one}"`)
        .join(', ')}`,
      pointer: '/namespace',
    });
  return versions;
};

const findTargetVersion = async (
  ctx: RequestContext,
  { project, organization }: ResolvedProject,
  sent: RollbackBody,
): Promise<StoredRecord<ComponentVersion>> => {
  const { component_name: component, environment_name: environment, current_version: current, target_version: target } = sent;
  const componentRecord = requireFound(await findComponent(ctx.tx, organization.id, project.id, component), `the component "${component}"`);
  const environmentRecord = requireFound(
    await findDeployEnvironment(ctx.tx, organization.id, environment),
    `the environment "${environment}"`,
  );
  if (current === target)
    throw invalidRequest({ detail: 'is the current_version; expected a different version', pointer: '/target_version' });
  const versions = selectNamespace(await listComponentVersions(ctx.tx, componentRecord.id, environmentRecord.id), sent.namespace);
  const requireVersion = (name: string): StoredRecord<ComponentVersion> =>
    requireFound(
      versions.find(({ body }) => body.name === name),
      `the version "${name}" of ${component} in ${environment}`,
    );
  const [currentVersion, targetVersion] = [requireVersion(current), requireVersion(target)];
  if (!currentVersion.body.isLive) {
    const liveVersion = versions.find(({ body }) => body.isLive)?.body.name;
    const actual = liveVersion === undefined ? 'no version is live there' : `the live version there is "${liveVersion}"`;
    throw conflict(`current_version: ${actual}, not "${current}"`);
  }
  return targetVersion;
};

const rollbackFile = /(^|\/)rollback[^/]*\.ya?ml$/i;
/** The definition that rolls a project back: the one named `rollback`, or else the one whose file is named so. */
const findRollbackDefinition = async (
  { tx }: RequestContext,
  { project }: ResolvedProject,
): Promise<StoredRecord<PipelineDefinition> | undefined> => {
  const { records } = await tx.list<PipelineDefinition>({ kind: 'ci-definitions', scope: project.id });
  return (
    records.find(({ body }) => body.name.toLowerCase() === 'rollback') ??
    records.find(({ body }) => rollbackFile.test(body.configSource.filePath))
  );
};

/** Starts the pipeline that deployed a version once more: same code, configuration and parameters. */
const repeatPipeline = ({
  body: { vcs, from, config, parameters, withoutSecrets },
}: StoredRecord<Pipeline>): Omit<PipelineStart, 'type'> => ({
  ref: vcs.tag === null ? { branch: vcs.branch ?? '' } : { tag: vcs.tag },
  commit: vcs.commit && vcs.revision !== null ? { revision: vcs.revision, ...vcs.commit } : null,
  url: vcs.url,
  defaultBranch: vcs.isDefault ? (vcs.branch ?? '') : '',
  parameters,
  // A fork's code never receives secrets, even if a member starts it.
  ...(withoutSecrets ? { withoutSecrets } : {}),
  from: from.kind === 'text' && from.continued ? { ...from, text: config.setup, continued: false } : from,
});

const findPipelineStart = async (
  ctx: LookupContext<Transaction>,
  project: ResolvedProject,
  target: StoredRecord<ComponentVersion>,
): Promise<Omit<PipelineStart, 'type'>> => {
  const definition = await findRollbackDefinition(ctx, project);
  if (definition)
    return { ...(await resolveDefinitionOrigin(ctx, project, definition, { config: undefined, checkout: undefined })), parameters: {} };
  const deployed = target.body.pipeline === null ? undefined : await ctx.tx.get<Pipeline>('ci-pipelines', target.body.pipeline);
  if (deployed?.scope !== project.project.id)
    throw invalidRequest({
      detail:
        `there is no way to roll back to "${target.body.name}": create a pipeline definition with the name rollback, ` +
        'or send job_number with each deployment',
    });
  return repeatPipeline(deployed);
};

const rollbackValues = (sent: RollbackBody, namespace: string): PipelineValues => ({
  'pipeline.deploy.component_name': sent.component_name,
  'pipeline.deploy.environment_name': sent.environment_name,
  'pipeline.deploy.target_version': sent.target_version,
  'pipeline.deploy.current_version': sent.current_version,
  'pipeline.deploy.namespace': namespace,
  'pipeline.deploy.reason': sent.reason ?? '',
});

export const rollbackMembers = {
  component_name: requiredMember(nameMember),
  current_version: requiredMember(nameMember),
  environment_name: requiredMember(nameMember),
  target_version: requiredMember(nameMember),
  namespace: optionalMember(textMember),
  parameters: optionalMember(objectMember),
  reason: optionalMember(textMember),
};

/** Starts a pipeline that deploys an earlier version. Which version is live changes when its job records the deployment. */
export const routes = [
  route(
    'POST /projects/{project_id}/rollback',
    async (ctx) => {
      const project = await requireProjectById(ctx, 'start-builds');
      const body = parseCiBody(ctx, rollbackMembers);
      const [sent, parameters]: [RollbackBody, PipelineParameters] = [
        body as unknown as RollbackBody,
        parsePipelineParameters(body['parameters']),
      ];
      const target = await findTargetVersion(ctx, project, sent);
      const start = await findPipelineStart(ctx, project, target);
      const { id } = await startPipeline(ctx, project, {
        ...start,
        type: 'api',
        parameters: { ...start.parameters, ...parameters },
        values: rollbackValues(sent, target.body.namespace),
      });
      return ciOk({ id, rollback_type: 'PIPELINE' });
    },
    { looksUp: true },
  ),
];
