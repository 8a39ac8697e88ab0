import { computed, int, type Kind, like, listOf, mapOf, object, optional, required, string, text, time, uuid } from '../../declare/index.ts';

const withSlashes = (kind: Kind<string>): Kind<string> => ({ ...kind, slashes: true });

export const organizationSlug = withSlashes(like(/^[^/\s]+\/[^/\s]+$/, 'the slug of an organization: provider/organization'));
export const projectSlug = withSlashes(like(/^[^/\s]+\/[^/\s]+\/[^/\s]+$/, 'the slug of a project: provider/organization/project'));
export const organizationRef = withSlashes(like(
  /^([0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}|[^/\s]+\/[^/\s]+)$/, 'the UUID of an organization, or its slug: provider/organization',
));
export const variableName = like(/^[A-Za-z_][A-Za-z0-9_]*$/, 'the name of an environment variable: letters, digits and _, not beginning with a digit');
/** At least one character: an empty one is no value to the service. */
export const filled = text(1, 1024);

/** Pipeline parameters, with the limits of spec 2. */
export const parameters = mapOf(text(0, 512), { key: text(1, 128), most: 100 });

/** In the paths of requests; a change is another object. */
export const inProject = required(projectSlug, 'The project, as provider/organization/project.', { address: true });
export const ofProject = required(uuid, 'The ID of the project.', { address: true });
export const createdAt = computed(time, 'When it was made.');

/** Of a secret that the service shows as a mask, or not at all. */
export const secretValue = (witness: string, more: { readonly masked?: true; readonly brings?: readonly string[] } = {}) => {
  const { masked, brings } = more, along = brings ? { brings } : {};
  return {
    value: optional(string, 'Its value. Kept in the state: for a secret use `value_wo`.', {
      sensitive: true, secret: { witness, ...(masked ? { masked } : {}) }, ...along,
    }),
    value_wo: optional(string, 'Its value, never stored in plan or state. A change is noticed without a version to count.', {
      at: 'value', sensitive: true, writeOnly: { revision: 'value_wo_version', witness, insteadOf: 'value' }, ...along,
    }),
    value_wo_version: optional(int, 'Moves up by one whenever `value_wo` differs from what was last sent; set it to say yourself when to send.', { local: true }),
  };
};

/** Who of the policy service, and which set of policies. */
export const policyOwner = {
  owner_id: required(uuid, 'The organization, by its ID.', { address: true }),
  context: optional(filled, 'Which set of policies.', { address: true, default: 'config' }),
};

export const labels = computed(listOf(object({ key: required(string, 'The key.'), value: required(string, 'The value.') })), 'Its labels.');
