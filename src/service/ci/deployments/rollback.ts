import { conflict } from '../../problem.ts';
import { type RequestContext, route } from '../../route.ts';
import type { StoredRecord, Transaction } from '../../store/store.ts';
import type { PipelineValues } from '../configuration/index.ts';
import { resolveDefinitionOrigin } from '../pipelines/origin.ts';
import { parsePipelineParameters } from '../pipelines/parameters-sent.ts';
import { startPipeline, type PipelineStart } from '../pipelines/start.ts';
import type { PipelineParameters, Pipeline } from '../pipelines/stored.ts';
import { type Here, projectWithId } from '../projects/here.ts';
import { anObject, bodyOf, invalid, may, must } from '../read.ts';
import { ok } from '../replies.ts';
import type { Definition, Version } from '../stored.ts';
import { aName, aText } from '../texts.ts';
import { componentNamed, environmentNamed, orNotFound, versionsAt } from './place.ts';

interface Sent { readonly component_name: string; readonly environment_name: string; readonly current_version: string; readonly target_version: string; readonly namespace?: string; readonly reason?: string }

/** Of versions in several namespaces a request names one; in a single one it need not. */
const oneNamespace = (versions: readonly StoredRecord<Version>[], namespace: string | undefined): readonly StoredRecord<Version>[] => {
  if (namespace !== undefined) return versions.filter(({ body }) => body.namespace === namespace);
  const all = [...new Set(versions.map(({ body }) => body.namespace))];
  if (all.length > 1) throw invalid({ detail: `is required: the component is in the namespaces ${all.slice(0, 10).map((one) => `"${one}"`).join(', ')}`, pointer: '/namespace' });
  return versions;
};

const targetOf = async (asking: RequestContext, { project, organization }: Here, sent: Sent): Promise<StoredRecord<Version>> => {
  const { component_name: component, environment_name: environment, current_version: current, target_version: target } = sent;
  const found = orNotFound(await componentNamed(asking.tx, organization.id, project.id, component), `the component "${component}"`);
  const place = orNotFound(await environmentNamed(asking.tx, organization.id, environment), `the environment "${environment}"`);
  if (current === target) throw invalid({ detail: 'is the current_version; expected another one', pointer: '/target_version' });
  const versions = oneNamespace(await versionsAt(asking.tx, found.id, place.id), sent.namespace);
  const named = (name: string): StoredRecord<Version> => orNotFound(versions.find(({ body }) => body.name === name), `the version "${name}" of ${component} in ${environment}`);
  const [now, wanted] = [named(current), named(target)];
  if (!now.body.isLive) {
    const live = versions.find(({ body }) => body.isLive)?.body.name;
    throw conflict(`current_version: ${live === undefined ? 'no version is live there' : `the version that is live there is "${live}"`}, not "${current}"`);
  }
  return wanted;
};

const rollbackFile = /(^|\/)rollback[^/]*\.ya?ml$/i;
/** What a project rolls back with: the definition called `rollback`, else the one whose file is. */
const rollbackDefinition = async ({ tx }: RequestContext, { project }: Here): Promise<StoredRecord<Definition> | undefined> => {
  const { records } = await tx.list<Definition>({ kind: 'ci-definitions', scope: project.id });
  return records.find(({ body }) => body.name.toLowerCase() === 'rollback') ?? records.find(({ body }) => rollbackFile.test(body.configSource.filePath));
};

/** The pipeline that deployed a version, again: the same code, configuration and parameters. */
const again = ({ body: { vcs, from, config, parameters } }: StoredRecord<Pipeline>): Omit<PipelineStart, 'type'> => ({
  ref: vcs.tag === null ? { branch: vcs.branch ?? '' } : { tag: vcs.tag }, commit: vcs.commit && vcs.revision !== null ? { revision: vcs.revision, ...vcs.commit } : null,
  url: vcs.url, defaultBranch: vcs.isDefault ? vcs.branch ?? '' : '', parameters,
  from: from.kind === 'text' && from.continued ? { kind: 'text', text: config.setup, continued: false } : from,
});

const startingOf = async (asking: RequestContext<Transaction>, here: Here, target: StoredRecord<Version>): Promise<Omit<PipelineStart, 'type'>> => {
  const definition = await rollbackDefinition(asking, here);
  if (definition) return { ...await resolveDefinitionOrigin(asking, here, definition, { config: undefined, checkout: undefined }), parameters: {} };
  const deployed = target.body.pipeline === null ? undefined : await asking.tx.get<Pipeline>('ci-pipelines', target.body.pipeline);
  if (deployed?.scope !== here.project.id)
    throw invalid({ detail: `nothing says how to go back to "${target.body.name}": give the project a pipeline definition called rollback, or tell with each deployment the job that made it` });
  return again(deployed);
};

const valuesOf = (sent: Sent, namespace: string): PipelineValues => ({
  'pipeline.deploy.component_name': sent.component_name, 'pipeline.deploy.environment_name': sent.environment_name, 'pipeline.deploy.target_version': sent.target_version,
  'pipeline.deploy.current_version': sent.current_version, 'pipeline.deploy.namespace': namespace, 'pipeline.deploy.reason': sent.reason ?? '',
});

/** Goes back to a version that was there before, by a pipeline: what is live changes when a job of it says so (record.ts). */
export const routes = [
  route('POST /projects/{project_id}/rollback', async (asking) => {
    const here = await projectWithId(asking);
    const body = bodyOf(asking, {
      component_name: must(aName), current_version: must(aName), environment_name: must(aName), target_version: must(aName), namespace: may(aText), parameters: may(anObject), reason: may(aText),
    });
    const [sent, parameters]: [Sent, PipelineParameters] = [body as unknown as Sent, parsePipelineParameters(body['parameters'])];
    const target = await targetOf(asking, here, sent);
    const starting = await startingOf(asking, here, target);
    const { id } = await startPipeline(asking, here, { ...starting, type: 'api', parameters: { ...starting.parameters, ...parameters }, values: valuesOf(sent, target.body.namespace) });
    return ok({ id, rollback_type: 'PIPELINE' });
  }),
];
