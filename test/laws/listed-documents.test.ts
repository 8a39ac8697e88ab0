// watchdog: 300 s
// Values of its secrets would be redacted in the messages of other files.
// process: own
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { Resource, Values } from '../../declarations/src/declare/index.ts';
import { decodeDocument, documentFormatOf, toNeutralDocument } from '../../declarations/src/dialects/index.ts';
import { resources } from '../../declarations/src/resources/index.ts';
import { canFillPath, fillPath, responseDocument, toNeutralItem } from '../../src/apply/call-endpoint.ts';
import { openServiceClient } from '../../src/client/open-service-client.ts';
import type { ServiceClient } from '../../src/client/contract/service-client.ts';
import { openService, type RunningService } from '../../service/src/start.ts';
import { ciSituations } from './history/ci-situations.ts';
import { applyConfiguration, isSame, RefusedConfiguration, serverOf } from './history/drive-resource.ts';
import { configure, type Dialect, startProvider, token, worldOf } from './history/providers.ts';
import type { Situation } from './history/situation.ts';
import { workspaceSituations } from './history/workspace-situations.ts';

const test = suite('documents in lists');
let service: RunningService;

test.before(async () => {
  service = await openService({ store: 'memory', organization: 'acme', token, test: true, settings: { edition: 'self-hosted' } });
});
test.after(() => service.close());

const decode = ({ service: of, attributes }: Resource, document: Values): Values =>
  decodeDocument(documentFormatOf(of), attributes, document);

/** What a list says of an object, and what the object's own document says; null where the service lists none. */
const readBoth = async (resource: Resource, state: Values, client: ServiceClient): Promise<readonly [Values, Values] | null> => {
  const { read, list } = resource.endpoints;
  if (!canFillPath(read, state) || !canFillPath(list, state)) return null;
  const { body } = await client.call({ method: 'GET', effect: 'read', path: fillPath(read, state) });
  const alone = decode(resource, responseDocument(resource, toNeutralDocument(body, resource.service))!);
  for await (const item of client.list({ path: fillPath(list, state) })) {
    const listed = decode(resource, toNeutralItem(item, resource.service));
    if (resource.key.every((name) => !(name in listed) || listed[name] === state[name])) return [listed, alone];
  }
  throw new Error(`the list of ${resource.name} lacks ${JSON.stringify(state)}`);
};

/** The attributes that differ, by what was configured; and how many objects were compared. */
const compare = async ({ type, base, choices }: Situation, dialect: Dialect, tag: string) => {
  const resource = resources[type]!;
  const provider = await startProvider(service, dialect);
  const client = openServiceClient({ service: resource.service, address: service.address, token, organization: 'acme', dialect });
  const differences: string[] = [];
  let compared = 0;
  const chosen = [[], ...Object.values(choices).flatMap((values) => values.map((one) => [one]))];
  for (const [index, values] of chosen.entries()) {
    const ground = await base(worldOf(service, provider), `${tag}${index}`);
    try {
      const { state } = await applyConfiguration(serverOf(provider, type), null, configure(ground, values));
      const both = await readBoth(resource, state, client);
      if (both === null) continue;
      compared += 1;
      const names = Object.keys({ ...both[0], ...both[1] }).filter((name) => !isSame(both[0][name], both[1][name]));
      if (names.length > 0) differences.push(`${JSON.stringify(values)}: ${names.join(', ')}`);
    } catch (error) {
      if (!(error instanceof RefusedConfiguration)) throw error;
    }
  }
  return { differences, compared };
};

/** Types that have no list, or no read of one object: there is nothing to compare. */
const notCompared = [
  'data_retention_policy',
  'no_code_module',
  'remote_state_consumers',
  'variable_set_variable',
  'ci_context_restriction',
];

for (const dialect of ['neutral', 'hosted'] as const)
  for (const situation of [...workspaceSituations, ...ciSituations].filter(({ type }) => !notCompared.includes(type)))
    test(`${situation.type}, ${dialect}: a list has each attribute as the document of the object has it`, async () => {
      const { differences, compared } = await compare(
        situation,
        dialect,
        `${situation.type.slice(0, 12)}-${dialect[0]}-`.replaceAll('_', '-'),
      );
      assert.ok(compared > 0);
      assert.equal(differences, []);
    });

test.run();
