import { stringValue } from '../../http/body-schemas.ts';
import { badRequest, notFound, Problem } from '../../http/problem.ts';
import { sha256Hex } from '../../access/callers.ts';
import { type RequestContext, route } from '../../http/route.ts';
import type { StoredRecord } from '../../store/store.ts';
import { hasSkipMarker } from '../configuration/skip-marker.ts';
import { requireCiProject } from '../projects/require-project.ts';
import {
  objectMember,
  parseCiBody,
  invalidRequest,
  optionalMember,
  type MemberRules,
  parseMembers,
  requiredMember,
} from '../requests/read-request.ts';
import { objectOf } from '../requests/request-schema.ts';
import { ciCreated, acknowledged } from '../responses.ts';
import type { PipelineDefinition } from '../pipeline-definitions/pipeline-definition-records.ts';
import { refMember, uuidMember } from '../requests/text-members.ts';
import type { GitRef } from '../../code-hosts/git.ts';
import { resolveDefinitionOrigin, resolveProjectOrigin } from './pipeline-origin.ts';
import { parsePipelineParameters } from './pipeline-parameters.ts';
import { startPipeline } from './start-pipeline.ts';
import { type Continuation, isSentConfiguration, pendingLink, type Pipeline, type PipelineParameters } from './pipeline-records.ts';

const hour = 3_600_000;
/** How long after its creation a pipeline may be continued. */
const continuationLimits = { within: 6 * hour };

const secretMember = {
  description: 'a string',
  accepts: (value: unknown) => typeof value === 'string' && value !== '',
  schema: { type: 'string', minLength: 1 },
};
/** A text that is too long becomes an error of the pipeline, like all faults of its configuration. */
const configurationMember = {
  description: 'the text of a configuration',
  accepts: (value: unknown) => typeof value === 'string' && !value.includes('\0'),
  schema: stringValue,
};

const toRef = ({ branch, tag }: { readonly branch?: string; readonly tag?: string }): GitRef | undefined =>
  branch !== undefined ? { branch } : tag !== undefined ? { tag } : undefined;

const refMembers: MemberRules = { branch: optionalMember(refMember), tag: optionalMember(refMember) };
/** The hosted service also takes a configuration as text; an empty one counts as missing. */
const configMembers = ({ dialect }: Pick<RequestContext, 'dialect'>): MemberRules => ({
  ...refMembers,
  ...(dialect === 'hosted' ? { content: { ...optionalMember(configurationMember), hidden: true } } : {}),
});
export const newPipelineMembers: MemberRules = { ...refMembers, parameters: optionalMember(objectMember) };
export const pipelineRunMembers = (ctx: Pick<RequestContext, 'dialect'>): MemberRules => ({
  definition_id: optionalMember(uuidMember),
  config: optionalMember(objectOf(configMembers(ctx))),
  checkout: optionalMember(objectOf(refMembers)),
  parameters: optionalMember(objectMember),
});
export const continuationMembers: MemberRules = {
  'continuation-key': { ...requiredMember(secretMember), hidden: true },
  configuration: { ...requiredMember(configurationMember), hidden: true },
  parameters: optionalMember(objectMember),
};

/** Parses `{branch}` or `{tag}`; undefined if the member is missing. `members`: the rules. */
const parseRef = (ctx: RequestContext, value: unknown, pointer: string, members = refMembers): GitRef | undefined => {
  if (value === undefined) return undefined;
  const sent = parseMembers(ctx, value, members, pointer) as {
    readonly branch?: string;
    readonly tag?: string;
  };
  if ((sent.branch === undefined) === (sent.tag === undefined)) throw invalidRequest({ detail: 'expected either branch or tag', pointer });
  return toRef(sent);
};

const renderSummary = ({ id, body }: StoredRecord<Pipeline>) => ({
  id,
  state: body.state,
  number: body.number,
  created_at: body.createdAt,
});

/** The definition of this id, or without an id the only one of the project. */
const requireRequestedDefinition = async (
  ctx: RequestContext,
  project: string,
  id: string | undefined,
): Promise<StoredRecord<PipelineDefinition>> => {
  if (id === undefined) {
    const { records, total } = await ctx.tx.list<PipelineDefinition>({ kind: 'ci-definitions', scope: project });
    if (total !== 1)
      throw invalidRequest({
        detail: `is required: expected a UUID; the project has ${total} pipeline definitions`,
        pointer: '/definition_id',
      });
    return records[0]!;
  }
  const definition = await ctx.tx.get<PipelineDefinition>('ci-definitions', id.toLowerCase());
  if (definition?.scope !== project) throw notFound(`the pipeline definition ${id}`);
  return definition;
};

/** Throws 400 if a continuation has a parameter that the pipeline was started with; the key stays valid. */
const requireNoConflict = ({ changedParameters = [] }: Pipeline, sent: PipelineParameters): void => {
  const both = changedParameters.filter((name) => Object.hasOwn(sent, name));
  if (both.length > 0)
    throw badRequest(`Conflicting pipeline parameters: ${both.join(', ')}. The pipeline was started with other values than the defaults`);
};

export const routes = [
  route(
    'POST /project/{project-slug}/pipeline',
    async (ctx) => {
      const here = await requireCiProject(ctx, 'start-builds');
      if (here.project.body.host === 'native')
        throw invalidRequest({
          detail: 'is for projects of a code host; send POST /project/{provider}/{organization}/{project}/pipeline/run',
          parameter: 'project-slug',
        });
      const body = ctx.body === undefined ? {} : parseCiBody(ctx, newPipelineMembers);
      const { branch, tag } = body as { readonly branch?: string; readonly tag?: string };
      if (branch !== undefined && tag !== undefined) throw invalidRequest({ detail: 'branch and tag exclude each other' });
      const parameters = parsePipelineParameters(body['parameters']);
      return ciCreated(
        renderSummary(await startPipeline(ctx, here, { ...(await resolveProjectOrigin(ctx, here, toRef(body))), parameters, type: 'api' })),
      );
    },
    { looksUp: true },
  ),
  route(
    'POST /project/{provider}/{organization}/{project}/pipeline/run',
    async (ctx) => {
      const here = await requireCiProject(ctx, 'start-builds');
      const body = parseCiBody(ctx, pipelineRunMembers(ctx));
      const refs = {
        config: parseRef(ctx, body['config'], '/config', configMembers(ctx)),
        checkout: parseRef(ctx, body['checkout'], '/checkout'),
      };
      const parameters = parsePipelineParameters(body['parameters']);
      const origin = await resolveDefinitionOrigin(
        ctx,
        here,
        await requireRequestedDefinition(ctx, here.project.id, body['definition_id'] as string | undefined),
        refs,
      );
      if (origin.commit && hasSkipMarker(origin.commit))
        return acknowledged('No pipeline was started: the commit message has a skip marker.');
      const text = (body['config'] as { readonly content?: string } | undefined)?.content;
      return ciCreated(
        renderSummary(
          await startPipeline(ctx, here, {
            ...origin,
            ...(text ? { from: { kind: 'text', text, continued: false, sent: true } } : {}),
            parameters,
            type: 'api',
          }),
        ),
      );
    },
    { looksUp: true },
  ),
  /** A continuation key is valid once, for some hours. Its pipeline continues with this configuration. */
  route(
    'POST /pipeline/continue',
    async (ctx) => {
      const body = parseCiBody(ctx, continuationMembers);
      const parameters = parsePipelineParameters(body['parameters']);
      const { tx, clock, settings } = ctx;
      const key = await tx.getByKey<Continuation>('ci-continuations', '', sha256Hex(body['continuation-key'] as string));
      const pipeline = key && (await tx.get<Pipeline>('ci-pipelines', key.body.pipeline));
      if (!key || pipeline?.body.state !== 'setup')
        throw new Problem(404, [{ detail: 'this continuation-key continues nothing: it is none, was used, or its pipeline was canceled' }]);
      const now = clock.now();
      if (now.getTime() - Date.parse(pipeline.body.createdAt) > continuationLimits.within)
        throw badRequest(`the pipeline was made more than ${continuationLimits.within / hour} hours ago; it cannot be continued any more`);
      requireNoConflict(pipeline.body, parameters);
      await tx.delete('ci-continuations', key.id);
      await tx.update<Pipeline>(pipeline, {
        body: {
          ...pipeline.body,
          state: 'pending',
          updatedAt: now.toISOString(),
          movesAt: new Date(now.getTime() + settings.ciStatusMilliseconds).toISOString(),
          parameters: { ...pipeline.body.parameters, ...parameters },
          from: {
            kind: 'text',
            text: body['configuration'] as string,
            continued: true,
            ...(isSentConfiguration(pipeline.body) ? { sent: true } : {}),
          },
        },
      });
      await tx.link(pendingLink, 'all', pipeline.id);
      return acknowledged('Accepted.');
      // The key authenticates the request: a setup job has no token.
    },
    { anonymous: true },
  ),
];
