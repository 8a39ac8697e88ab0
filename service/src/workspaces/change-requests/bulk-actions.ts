import { freeObject, stringValue } from '../../http/body-schemas.ts';
import type { JsonSchema } from '@slipway/declarations/derive/json-schema';
import { requireOrganization, requireOrganizationRight } from '../../access/permissions.ts';
import { type ErrorObject, throwIfInvalid } from '../../http/problem.ts';
import { type RequestContext, type RouteResponse, route } from '../../http/route.ts';
import { isObject, type JsonObject } from '../../json-api/parse-document.ts';
import { insertRecord } from '../../nouns/write-records.ts';
import type { Transaction } from '../../store/store.ts';
import { changeRequest } from './change-requests.ts';
import { countChangeRequests } from './count-change-requests.ts';

/** Workspaces of one request. */
const maxTargets = 100;
const maxSubjectLength = 255;

const isText = (value: unknown, most: number): value is string => typeof value === 'string' && value !== '' && value.length <= most;

interface BulkAction {
  readonly subject: string;
  readonly message: string;
  readonly targets: readonly string[];
}

/** The attributes of a request; 422 with every violation. */
const parseBulkAction = ({ body }: RequestContext): BulkAction => {
  const data = isObject(body) && isObject(body['data']) ? body['data'] : {};
  const attributes: JsonObject = isObject(data['attributes']) ? data['attributes'] : {};
  const inputs: JsonObject = isObject(attributes['action_inputs']) ? attributes['action_inputs'] : {};
  const targets = attributes['target_ids'];
  const faults: ErrorObject[] = [];
  const expect = (holds: boolean, name: string, detail: string) => {
    if (!holds) faults.push({ detail, pointer: `/data/attributes/${name}` });
  };
  expect(attributes['action_type'] === 'change_requests', 'action_type', 'expected change_requests');
  expect(isText(inputs['subject'], maxSubjectLength), 'action_inputs/subject', `expected a text of 1 to ${maxSubjectLength} characters`);
  expect(isText(inputs['message'], 65_536), 'action_inputs/message', 'expected a text of 1 to 65536 characters');
  const isList = Array.isArray(targets) && targets.length > 0 && targets.length <= maxTargets;
  expect(
    isList && targets.every((one) => typeof one === 'string'),
    'target_ids',
    `expected a list of 1 to ${maxTargets} IDs of workspaces; this service does not take a query instead`,
  );
  throwIfInvalid(faults);
  return {
    subject: inputs['subject'] as string,
    message: inputs['message'] as string,
    targets: [...new Set(targets as readonly string[])],
  };
};

const createChangeRequests = async (ctx: RequestContext<Transaction>): Promise<RouteResponse> => {
  const organization = (await requireOrganization(ctx)).body.name;
  requireOrganizationRight(ctx, organization, 'manage-workspaces');
  const { subject, message, targets } = parseBulkAction(ctx);
  const found = new Set((await ctx.tx.getMany('workspaces', targets)).filter(({ scope }) => scope === organization).map(({ id }) => id));
  throwIfInvalid(
    targets.flatMap((id, index) =>
      found.has(id)
        ? []
        : [
            {
              detail: `workspaces ${JSON.stringify(id.slice(0, 60))} was not found in this organization, or this token cannot read it`,
              pointer: `/data/attributes/target_ids/${index}`,
            },
          ],
    ),
  );
  const createdBy = ctx.caller.kind === 'user' ? ctx.caller.id : null;
  const createdAt = ctx.clock.now().toISOString();
  const body = { subject, message, archived: false, archivedAt: null, archivedByUser: null, createdAt, createdBy };
  for (const scope of targets) {
    await insertRecord(changeRequest, ctx, { scope, organization }, body);
    await countChangeRequests(ctx.tx, scope, 1);
  }
  const attributes = {
    organization_id: organization,
    action_type: 'change_requests',
    action_inputs: { subject, message },
    created_by: { id: createdBy, type: 'users' },
  };
  return { status: 201, body: { data: { id: ctx.newId('eba'), type: 'explorer-bulk-actions', attributes } } };
};

const request: JsonSchema = {
  type: 'object',
  required: ['data'],
  properties: {
    data: {
      type: 'object',
      properties: {
        type: stringValue,
        attributes: {
          type: 'object',
          properties: {
            action_type: { const: 'change_requests' },
            action_inputs: { type: 'object', properties: { subject: stringValue, message: stringValue } },
            target_ids: { type: 'array', items: stringValue, maxItems: maxTargets },
          },
        },
      },
    },
  },
};

export const routes = [
  route('POST /organizations/{organization_name}/explorer/bulk-actions', createChangeRequests, {
    description: {
      summary: 'Creates a change request in each of the workspaces.',
      request,
      responses: { 201: { type: 'object', required: ['data'], properties: { data: freeObject } } },
    },
  }),
];
