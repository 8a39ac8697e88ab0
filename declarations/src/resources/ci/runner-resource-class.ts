import { type AttributeKind, computed, optional, required, resource, stringMatching, stringOfLength, uuid } from '../../declare/index.ts';
import { moveFromCircleci } from '../state-moves.ts';

const segment = '[A-Za-z0-9][A-Za-z0-9._-]{0,99}';
/** Has a slash: several segments of an import text. */
export const resourceClassKind: AttributeKind<string> = {
  ...stringMatching(new RegExp(`^${segment}/${segment}$`), 'a namespace and a name, such as acme/linux'),
  multiSegment: true,
};

/** One part of the name with its namespace, which is what documents contain. */
const partOfName = (index: 0 | 1, words: string): AttributeKind<string> => ({
  ...stringMatching(new RegExp(`^${segment}$`), words),
  fromWire: (text) => String(text).split('/')[index] ?? '',
});

export const runnerAddressNote =
  'The hosted service has this API at an address of its own: use a second `provider` block with an `alias` and that `ci.address`.';

export const ciRunnerResourceClass = resource('ci_runner_resource_class', {
  service: 'ci',
  doc: 'A resource class of self-hosted runners: jobs that name it run on its runners.',
  type: 'runner-resource-class',
  naturalKey: ['namespace', 'name'],
  imports: ['{namespace}/{id}', '{namespace}/{name}'],
  stateMoves: [
    moveFromCircleci('circleci_runner_resource_class', { id: 'id', namespace: ({ resource_class: name }) => String(name).split('/')[0] }),
  ],

  endpoints: {
    create: 'POST /api/v3/runner/resource',
    list: 'GET /api/v3/runner/resource?namespace={namespace}',
    delete: 'DELETE /api/v3/runner/resource/{id}',
  },

  attributes: {
    id: computed(uuid, 'The ID of the resource class.'),
    resource_class: required(resourceClassKind, 'Its namespace and its name, as a job writes them.', { immutable: true }),
    description: optional(stringOfLength(0, 1000), 'What it is for.', { default: '', immutable: true }),
    namespace: computed(partOfName(0, 'a namespace'), 'Its namespace.', { at: 'resource_class' }),
    name: computed(partOfName(1, 'a name'), 'Its name in the namespace.', { at: 'resource_class' }),
  },

  notes: ['A resource class that has tokens is not deleted: delete them first.', runnerAddressNote],
});
