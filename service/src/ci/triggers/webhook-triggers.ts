import { isLongerThan } from '../../http/characters.ts';
import { isSameSecret } from '../../access/is-same-secret.ts';
import { findJsonExcess, jsonLimits } from '../../http/bounded-json.ts';
import { notFound } from '../../http/problem.ts';
import { type RequestContext, type RouteResponse, route, type LookupContext } from '../../http/route.ts';
import type { StoredRecord, Transaction } from '../../store/store.ts';
import { isObject } from '../../json-api/parse-document.ts';
import { hasSkipMarker } from '../configuration/skip-marker.ts';
import type { PipelineValues } from '../configuration/templates/pipeline-values.ts';
import { startPipeline } from '../pipelines/start-pipeline.ts';
import type { ResolvedProject } from '../projects/require-project.ts';
import { invalidRequest } from '../requests/read-request.ts';
import { ciCreated, acknowledged } from '../responses.ts';
import { isUuid } from '../slugs/short-id.ts';
import type { CiOrganization } from '../organizations/organization-records.ts';
import type { CiProject } from '../projects/project-records.ts';
import type { PipelineDefinition } from '../pipeline-definitions/pipeline-definition-records.ts';
import type { CiTrigger } from './trigger-records.ts';
import { renderPipelineSummary } from '../pipelines/render-pipeline-summary.ts';
import { readDeliveryId } from '../code-host-events/delivery-id.ts';
import { resolveTriggerOrigin } from './trigger-origin.ts';
import { buildTriggerValues } from '../code-host-events/event-values.ts';
import { runOnce } from '../code-host-events/run-once.ts';
import { decodeBody } from '../../code-hosts/payloads/payload.ts';

/** Size limit of a body in bytes: it is stored as a value of the pipeline. */
const maxBodyBytes = 256 * 1024;
const valueLimits = { most: 500, depth: 8, characters: 1024 };
const bodyValueName = 'pipeline.trigger_parameters.webhook.body';

/** Collects the members of a body by dotted path, up to the limits: not all items of a long list, no long texts. */
const collectValues = (value: unknown, name: string, lookup: Map<string, string | number | boolean>, depth = 0): void => {
  if (lookup.size >= valueLimits.most || depth > valueLimits.depth || !/^[\w.-]+$/.test(name)) return;
  if (
    typeof value === 'boolean' ||
    (typeof value === 'number' && Number.isSafeInteger(value)) ||
    (typeof value === 'string' && !isLongerThan(value, valueLimits.characters))
  )
    lookup.set(name, value);
  else if (Array.isArray(value))
    value.slice(0, valueLimits.most).forEach((one, index) => {
      collectValues(one, `${name}.${index}`, lookup, depth + 1);
    });
  else if (isObject(value)) for (const [member, one] of Object.entries(value)) collectValues(one, `${name}.${member}`, lookup, depth + 1);
};

/** The pipeline values of a body: its text, and the members of JSON. */
export const buildBodyValues = (text: string): PipelineValues => {
  const lookup = new Map<string, string | number | boolean>();
  // What is nested deeper or has more values is a text like any other.
  if (/^\s*[{[]/.test(text) && !findJsonExcess(text, jsonLimits))
    try {
      collectValues(JSON.parse(text), bodyValueName, lookup);
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error; /* A text like any other. */
    }
  return { ...Object.fromEntries(lookup), [bodyValueName]: text };
};

/** The trigger of this ID and secret. Throws an identical 404 for a wrong ID and a wrong secret. */
const requireWebhookTrigger = async (ctx: RequestContext): Promise<StoredRecord<CiTrigger>> => {
  const { id } = ctx.params;
  const trigger = isUuid(id!) ? await ctx.tx.get<CiTrigger>('ci-triggers', id!.toLowerCase()) : undefined;
  const secret = ctx.query.get('secret');
  if (!trigger?.body.webhook || secret === null || !isSameSecret(secret, trigger.body.webhook.secret))
    throw notFound('a webhook with this id and secret');
  return trigger;
};

const loadTriggerTarget = async (
  { tx }: RequestContext<Transaction>,
  trigger: StoredRecord<CiTrigger>,
): Promise<ResolvedProject & { readonly definition: StoredRecord<PipelineDefinition> }> => {
  const project = await tx.get<CiProject>('ci-projects', trigger.scope);
  const organization = project && (await tx.get<CiOrganization>('ci-organizations', project.scope));
  const definition = await tx.get<PipelineDefinition>('ci-definitions', trigger.body.definition);
  if (!project || !organization || !definition) throw notFound('what this webhook starts');
  return { project, organization, definition, host: project.body.host };
};

const startTriggeredPipeline = async (ctx: LookupContext<Transaction>, trigger: StoredRecord<CiTrigger>): Promise<RouteResponse> => {
  const text = decodeBody(ctx.body);
  if (text.includes('\0')) throw invalidRequest({ detail: 'the body holds a NUL character' });
  const { definition, ...here } = await loadTriggerTarget(ctx, trigger);
  const origin = await resolveTriggerOrigin(ctx, here, definition, trigger.body);
  if (origin.commit && hasSkipMarker(origin.commit)) return acknowledged('No pipeline was started: the commit message has a skip marker.');
  return ciCreated(
    renderPipelineSummary(
      await startPipeline(ctx, here, {
        ...origin,
        parameters: {},
        type: 'webhook',
        values: { ...buildTriggerValues(trigger.id, trigger.body), ...buildBodyValues(text) },
        actor: { id: here.organization.id, login: trigger.body.webhook!.sender },
      }),
    ),
  );
};

/** The route of webhook triggers. */
export const routes = [
  route(
    'POST /hooks/{id}',
    async (ctx) => {
      const trigger = await requireWebhookTrigger(ctx);
      if (trigger.body.disabled) return acknowledged('No pipeline was started: the trigger is disabled.');
      const delivery = readDeliveryId(ctx);
      return runOnce(ctx, trigger.scope, delivery === undefined ? undefined : `hook ${trigger.id} ${delivery}`, () =>
        startTriggeredPipeline(ctx, trigger),
      );
    },
    { atRoot: true, anonymous: true, binaryBody: true, maxBodyBytes, looksUp: true },
  ),
];
