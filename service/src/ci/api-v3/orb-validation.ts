import { arrayValue, booleanValue, enumValue, objectValue, stringValue, uuidValue } from '../../http/body-schemas.ts';
import { type PreparationContext, type RequestContext, route } from '../../http/route.ts';
import { requireOrganizationById } from '../organizations/require-organization.ts';
import { type CheckedOrb, checkOrbInWorker } from '../orbs/check-orb-in-worker.ts';
import { createOrbFinder } from '../orbs/find-published.ts';
import { optionalMember, parseCiBody, requiredMember } from '../requests/read-request.ts';
import { organizationIdMember, stringMember } from '../requests/text-members.ts';
import { answerEntity, apiV3Path } from './envelope.ts';
import { entityBody } from './schemas.ts';

/** Checks before the transaction. The caller has to belong to the organization, whose private orbs the text may use. */
const prepare = async (ctx: PreparationContext): Promise<CheckedOrb> => {
  const sent = parseCiBody(ctx, {
    yaml: { ...requiredMember(stringMember), hidden: true },
    org_id: optionalMember(organizationIdMember),
  }) as { readonly yaml: string; readonly org_id?: string };
  const owner = sent.org_id === undefined || sent.org_id === '' ? undefined : sent.org_id.toLowerCase();
  if (owner !== undefined) await ctx.read((reading) => requireOrganizationById(reading, owner));
  return checkOrbInWorker(sent.yaml, ctx.settings.orbsFolder, createOrbFinder(ctx, owner));
};

const answerCheck = async (ctx: RequestContext) => {
  const checked = ctx.prepared as CheckedOrb;
  const errors = 'errors' in checked ? checked.errors : [];
  const attributes = { is_valid: errors.length === 0, output_yaml: 'yaml' in checked ? checked.yaml : '', errors };
  return answerEntity({ id: ctx.newId('uuid'), type: 'orb_validation', attributes });
};

export const routes = [
  route(`POST ${apiV3Path}/orb/packages/validate`, answerCheck, {
    atRoot: true,
    prepare,
    description: {
      summary: 'Checks the text of an orb, with the orbs that it uses. Nothing is published.',
      request: objectValue({ yaml: stringValue }, { org_id: stringValue }),
      responses: {
        200: entityBody(
          objectValue({
            id: uuidValue,
            type: enumValue('orb_validation'),
            attributes: objectValue({ is_valid: booleanValue, output_yaml: stringValue, errors: arrayValue(stringValue) }),
          }),
        ),
      },
      example: { yaml: 'version: 2.1\ncommands: { say: { steps: [run: echo hi] } }\n' },
    },
  }),
];
