import {
  arrayValue,
  booleanValue,
  enumValue,
  nullable,
  objectValue,
  partialObject,
  stringValue,
  timeValue,
  uuidValue,
} from '../../http/body-schemas.ts';
import { type RequestContext, route } from '../../http/route.ts';
import type { StoredRecord } from '../../store/store.ts';
import { requirePipeline, requireWorkflow } from '../pipelines/require-pipeline.ts';
import { callRoute } from '../requests/call-route.ts';
import { booleanMember, invalidRequest, optionalMember, parseCiBody } from '../requests/read-request.ts';
import type { Workflow } from '../workflows/workflow-records.ts';
import { routes as workflows } from '../workflows/workflows.ts';
import { answerEntities, answerEntity, apiV3Path, type Entity } from './envelope.ts';
import { uuidFilter, withPathParameter } from './parameters.ts';
import { phaseOfWorkflow } from './phase.ts';
import { phaseValue, referenceValue } from './render-run.ts';
import { entitiesBody, entityBody, uuidFilterParameter } from './schemas.ts';

const render = ({ id, scope, body }: StoredRecord<Workflow>): Entity => ({
  id,
  type: 'workflow',
  attributes: { name: body.name, ...phaseOfWorkflow(body.status), created_at: body.createdAt, ended_at: body.stoppedAt },
  references: { run: { id: scope }, event: { id: scope }, project: { id: body.project }, user: { id: body.startedBy } },
});

const workflowSchema = objectValue({
  id: uuidValue,
  type: enumValue('workflow'),
  attributes: objectValue({
    name: stringValue,
    phase: phaseValue,
    outcome: nullable(stringValue),
    current_outcome: nullable(stringValue),
    created_at: timeValue,
    ended_at: nullable(timeValue),
  }),
  references: objectValue({ run: referenceValue, event: referenceValue, project: referenceValue, user: referenceValue }),
});
const acknowledgement = entityBody(objectValue({ id: uuidValue }));

const listWorkflows = async (ctx: RequestContext) => {
  const run = uuidFilter(ctx, 'run_id') ?? uuidFilter(ctx, 'event_id');
  if (run === undefined) throw invalidRequest({ detail: 'is required: expected a UUID', parameter: 'filter[run_id]' });
  const { pipeline } = await requirePipeline(withPathParameter(ctx, 'pipeline-id', run));
  return answerEntities((await ctx.tx.list<Workflow>({ kind: 'ci-workflows', scope: pipeline.id })).records.map(render));
};

const path = `${apiV3Path}/workflows`;
export const routes = [
  route(`GET ${path}`, listWorkflows, {
    atRoot: true,
    description: {
      summary: 'Lists the workflows of a run.',
      query: {
        'filter[run_id]': uuidFilterParameter('The run.'),
        'filter[event_id]': uuidFilterParameter('The event that the run began with. Here it has the ID of the run.'),
      },
      responses: { 200: entitiesBody(workflowSchema) },
    },
  }),
  route(`GET ${path}/{id}`, async (ctx) => answerEntity(render((await requireWorkflow(ctx)).workflow)), {
    atRoot: true,
    description: { summary: 'Shows a workflow.', responses: { 200: entityBody(workflowSchema) } },
  }),
  route(
    `POST ${path}/{id}/cancel`,
    async (ctx) => {
      await callRoute(ctx, workflows, 'POST /workflow/{id}/cancel', { body: undefined });
      return answerEntity({ id: ctx.params['id']!.toLowerCase() }, 202);
    },
    { atRoot: true, description: { summary: 'Cancels a workflow.', request: partialObject({}), responses: { 202: acknowledgement } } },
  ),
  route(
    `POST ${path}/{id}/rerun`,
    async (ctx) => {
      const sent =
        ctx.body === undefined
          ? {}
          : parseCiBody(ctx, {
              is_from_failed: optionalMember(booleanMember),
              is_ssh_enabled: optionalMember(booleanMember),
              jobs: optionalMember({ description: 'a list of UUIDs', accepts: Array.isArray }),
            });
      const body = {
        ...(sent['is_from_failed'] === undefined ? {} : { from_failed: sent['is_from_failed'] }),
        ...(sent['is_ssh_enabled'] === undefined ? {} : { enable_ssh: sent['is_ssh_enabled'] }),
        ...(sent['jobs'] === undefined ? {} : { jobs: sent['jobs'] }),
      };
      const id = (await callRoute(ctx, workflows, 'POST /workflow/{id}/rerun', { body })).workflow_id as string;
      return { ...answerEntity({ id }, 201), headers: { location: `${path}/${id}` } };
    },
    {
      atRoot: true,
      description: {
        summary: 'Runs a workflow again, in a new workflow whose ID is returned.',
        request: partialObject({ is_from_failed: booleanValue, is_ssh_enabled: booleanValue, jobs: arrayValue(uuidValue) }),
        responses: { 201: acknowledgement },
        example: { is_from_failed: true },
      },
    },
  ),
];
