import {
  computed,
  int,
  type AttributeKind,
  stringMatching,
  listOf,
  mapOf,
  object,
  oneOf,
  optional,
  renamed,
  required,
  serviceDefault,
  string,
  stringOfLength,
  time,
  uuid,
} from '../../declare/index.ts';

const withSlashes = (kind: AttributeKind<string>): AttributeKind<string> => ({ ...kind, multiSegment: true });

export const organizationSlugKind = withSlashes(stringMatching(/^[^/\s]+\/[^/\s]+$/, 'the slug of an organization: provider/organization'));
export const projectSlugKind = withSlashes(
  stringMatching(/^[^/\s]+\/[^/\s]+\/[^/\s]+$/, 'the slug of a project: provider/organization/project'),
);
export const organizationRef = withSlashes(
  stringMatching(
    /^([0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}|[^/\s]+\/[^/\s]+)$/,
    'the UUID of an organization, or its slug: provider/organization',
  ),
);
export const variableName = stringMatching(
  /^[A-Za-z_][A-Za-z0-9_]*$/,
  'the name of an environment variable: letters, digits and _, not beginning with a digit',
);
/** At least one character: the service treats an empty text as absent. */
export const nonEmptyString = stringOfLength(1, 1024);

/** Pipeline parameters, with the limits of spec 2. */
export const pipelineParameterMap = mapOf(stringOfLength(0, 512), { key: stringOfLength(1, 128), most: 100 });

/** A segment of request paths; immutable. */
export const projectSlugAttribute = required(projectSlugKind, 'The project, as provider/organization/project.', { pathParameter: true });
export const projectIdAttribute = required(uuid, 'The ID of the project.', { pathParameter: true });
export const createdAt = computed(time, 'When it was made.');

/** What a create does if a variable of that name exists. */
export const onConflict = optional(
  oneOf('error', 'adopt', 'overwrite'),
  'What to do if the variable already exists: `error` stops the plan, `adopt` takes it over and leaves a value that cannot be ' +
    'read, `overwrite` takes it over and replaces its value.',
  { default: 'overwrite', local: true },
);

/** For a secret that the service masks or omits. */
export const secretValue = (changeMarker: string, more: { readonly masked?: true; readonly companions?: readonly string[] } = {}) => {
  const { masked, companions } = more;
  const sentWith = companions ? { companions } : {};
  return {
    value: optional(string, 'Its value. Kept in the state: for a secret use `value_wo`.', {
      default: serviceDefault,
      leftAlone: true,
      sensitive: true,
      secret: { changeMarker, ...(masked ? { masked } : {}) },
      ...sentWith,
    }),
    value_wo: optional(
      string,
      'Its value, stored neither in the plan nor in the state. A change is noticed by a fingerprint of 20 bits in private state.',
      {
        at: 'value',
        sensitive: true,
        writeOnly: { revision: 'value_wo_version', changeMarker, insteadOf: 'value' },
        ...sentWith,
      },
    ),
    value_wo_version: optional(
      int,
      'Moves up by one whenever `value_wo` differs from what was last sent; set it to decide yourself when the value is sent.',
      { local: true },
    ),
  };
};

/** Who of the policy service, and which set of policies. */
export const policyOwner = {
  organization_id: required(uuid, 'The organization, by its ID.', { pathParameter: true, renamedFrom: renamed('owner_id') }),
  context: optional(nonEmptyString, 'Which set of policies.', { pathParameter: true, default: 'config' }),
};

export const labels = computed(listOf(object({ key: required(string, 'The key.'), value: required(string, 'The value.') })), 'Its labels.');
