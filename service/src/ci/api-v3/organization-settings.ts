import { isOwner } from '../../access/organization-owners.ts';
import { booleanValue, enumValue, objectValue, partialObject, uuidValue } from '../../http/body-schemas.ts';
import { forbidden } from '../../http/problem.ts';
import { type RequestContext, route } from '../../http/route.ts';
import type { StoredRecord } from '../../store/store.ts';
import type { CiOrganization } from '../organizations/organization-records.ts';
import { requireOrganizationById } from '../organizations/require-organization.ts';
import { booleanMember, optionalMember, parseCiBody, uuidPathParameter } from '../requests/read-request.ts';
import { answerEntity, apiV3Path } from './envelope.ts';
import { falseMember } from './parameters.ts';
import { entityBody } from './schemas.ts';

/** Settings that are stored and have no effect, and their values before they are set. */
const defaults: { readonly [setting: string]: boolean } = {
  is_runner_terms_of_service_accepted: true,
  enable_ai_error_summarization: false,
  enable_ai_agents: false,
  enable_unversioned_config: false,
  enable_certified_public_orbs: true,
  enable_chunk_ip_ranges: false,
  enable_minor_ai_features: false,
  enable_private_orbs: true,
  enable_uncertified_public_orbs: true,
  is_bitbucket_workspace_member_org_member: false,
  enable_image_brownouts: false,
  enable_resource_class_brownouts: false,
};
/** Settings on whose effect their organization relies, which they would not have here. */
const fixed = {
  is_user_checkout_keys_disabled: false,
  is_running_disabled: false,
  is_context_group_restriction_required: false,
};

const render = ({ id, body }: StoredRecord<CiOrganization>) => ({
  id,
  type: 'org_settings',
  attributes: { ...defaults, ...body.settings, ...fixed },
});

const requireOrganization = (ctx: RequestContext) => requireOrganizationById(ctx, uuidPathParameter(ctx, 'org_id'));

const members = {
  ...Object.fromEntries(Object.keys(defaults).map((name) => [name, optionalMember(booleanMember)])),
  ...Object.fromEntries(Object.keys(fixed).map((name) => [name, optionalMember(falseMember)])),
};
const settingValues = Object.fromEntries(Object.keys(members).map((name) => [name, booleanValue]));
const settingsBody = entityBody(objectValue({ id: uuidValue, type: enumValue('org_settings'), attributes: objectValue(settingValues) }));

export const routes = [
  route(`GET ${apiV3Path}/orgs/{org_id}/settings`, async (ctx) => answerEntity(render(await requireOrganization(ctx))), {
    atRoot: true,
    description: { summary: 'Shows the settings of an organization.', responses: { 200: settingsBody } },
  }),
  route(
    `POST ${apiV3Path}/orgs/{org_id}/update-settings`,
    async (ctx) => {
      const organization = await requireOrganization(ctx);
      if (!isOwner(ctx, organization.key)) throw forbidden('only owners of the organization change its settings');
      const sent = Object.entries(parseCiBody(ctx, members)).filter(([name]) => name in defaults);
      const settings = { ...organization.body.settings, ...(Object.fromEntries(sent) as CiOrganization['settings']) };
      return answerEntity(render(await ctx.tx.update<CiOrganization>(organization, { body: { ...organization.body, settings } })));
    },
    {
      atRoot: true,
      description: {
        summary: 'Changes settings of an organization, which have no effect. Those that are not sent keep their value.',
        request: partialObject(settingValues),
        responses: { 200: settingsBody },
        example: { enable_private_orbs: true },
      },
    },
  ),
];
