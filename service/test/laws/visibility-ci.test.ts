/**
 * The law of `visibility.test.ts` for the CI service. Two organizations have one of everything, and some people belong to both; in the
 * first one are a secret team, which can be named in many places, and a webhook, which not everybody sees.
 */
// watchdog: 300 s
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { newId } from '../../src/store/new-id.ts';
import { createApiToken, createTeam, createUser } from '../../src/workspaces/organizations/bootstrap.ts';
import { startPipelineTest, type PipelineTest } from '../ci/pipelines/support.ts';
import { plantCi } from './foreign-ids/plant-ci.ts';
import { fillSlots, slottedRequests, type SlottedRequest, type SlotValues } from './foreign-ids/request-slots.ts';
import { memberTokens, plantMembers, plantSecrets, type Secrets } from './visibility-ci/plant-members.ts';

interface Caller {
  readonly name: string;
  readonly token: string;
  /** What the caller must not be told: values of slots and names of things, by what they are. */
  readonly needles: ReadonlyMap<string, string>;
}
interface Planted {
  readonly bench: PipelineTest;
  readonly values: readonly SlotValues[];
  readonly callers: readonly Caller[];
  readonly secrets: Secrets;
}

const ofCi = slottedRequests.filter(({ service }) => service === 'ci');
const contextFields = '{ context(id: "<context_id>") { id name groups { edges { node { id name } } } resources { variable } } }';
const requests: readonly SlottedRequest[] = [
  ...ofCi,
  { ...ofCi.find(({ row }) => row === 'POST /graphql-unstable')!, body: JSON.stringify({ query: contextFields }) },
];
const destroys = ({ row, body }: SlottedRequest): boolean => row.startsWith('DELETE ') || body?.includes('deleteContext') === true;
/** What is deleted cannot be told any more: everybody reads, then writes, then deletes. */
const phases: readonly (readonly SlottedRequest[])[] = [
  requests.filter(({ row }) => row.startsWith('GET ')),
  requests.filter((one) => !one.row.startsWith('GET ') && !destroys(one)),
  requests.filter(destroys),
];

/** Someone of both organizations, who starts pipelines in both, and someone who belongs to the first one only, in one team. */
const addPeople = async ({ store, clock }: PipelineTest): Promise<void> =>
  store.write(async (tx) => {
    const context = { clock, newId };
    for (const [name, organizations] of [
      ['shared', ['acme', 'globex']],
      ['single', ['acme']],
    ] as const) {
      const user = await createUser(tx, context, { name });
      for (const organization of organizations) {
        const team = await createTeam(tx, context, organization, { name: `zq-${name}` });
        await tx.link('organization-members', (await tx.getByKey('organizations', '', organization))!.id, user.id);
        await tx.link('team-members', team.id, user.id);
      }
      await createApiToken(tx, context, { secret: `${name}-token`, owner: { kind: 'user', id: user.id } });
    }
  });

/** Words that say nothing of whose they are. */
const isWord = (value: string): boolean => value.length < 4 || /^(acme|globex|[0-9.]+)$/.test(value);
const needlesOf = (other: SlotValues, own: SlotValues): ReadonlyMap<string, string> =>
  new Map(Object.entries(other).filter(([slot, value]) => !isWord(value) && !Object.values(own).includes(value) && slot !== 'id of user'));

const plantWorld = async (bench: PipelineTest): Promise<Omit<Planted, 'callers'>> => {
  await addPeople(bench);
  const { secretTeam } = await plantMembers(bench);
  const acme = await plantCi(bench, 'acme', 'owner-token');
  const globex = await plantCi(bench, 'globex', 'stranger-token');
  // Who belongs to both does the same in both.
  for (const organization of ['acme', 'globex'])
    await bench.ci(`POST /project/gh/${organization}/${organization}-web/pipeline`, undefined, { token: 'shared-token' });
  const share = { start: '2026-04-01T00:00:00Z', end: '2026-05-01T00:00:00Z', shared_org_ids: [globex['org_id']] };
  await bench.ci(`POST /organizations/${acme['org_id']}/usage_export_job`, share);
  const secrets = await plantSecrets(bench, acme, secretTeam);
  const named = { ...acme, 'webhook-id': secrets.webhook['the ID of a webhook']!, 'pipeline-id': secrets.pipeline };
  return { bench, values: [acme, named, globex], secrets };
};

/** Whether the groups and the webhook of the first organization are shown to the token: what is not, must not be told. */
const listSecrets = async (
  { bench, values: [acme], secrets: { secretGroup, webhook } }: Omit<Planted, 'callers'>,
  token: string,
): Promise<readonly (readonly [string, string])[]> => {
  const groups = (await bench.ci(`GET /organizations/${acme!['org_id']}/groups`, undefined, { token })).body.items ?? [];
  const hook = await bench.ci(`GET /webhook/${webhook['the ID of a webhook']}`, undefined, { token });
  return [
    ...(groups.some(({ name }: any) => name === 'zq-secret') ? [] : Object.entries(secretGroup)),
    ...(hook.status === 200 ? [] : Object.entries(webhook)),
  ];
};

const law = suite<Planted>('what is hidden in the CI service is not named');
law.before(async (context) => {
  const world = await plantWorld(await startPipelineTest({ settings: { tier: 'plus' } }));
  const [acme, , globex] = world.values as readonly [SlotValues, SlotValues, SlotValues];
  const [ofAcme, ofGlobex] = [needlesOf(globex, acme), needlesOf(acme, globex)];
  const callers: Caller[] = [];
  const add = async (name: string, token: string, needles: ReadonlyMap<string, string>): Promise<void> => {
    callers.push({ name, token, needles: new Map([...needles, ...(await listSecrets(world, token)), ['an email', '@people.example']]) });
  };
  await add('a wrong token', 'no-token', new Map([...ofAcme, ...ofGlobex]));
  await add('an owner of the second', 'stranger-token', ofGlobex);
  for (const [name, token] of Object.entries(memberTokens)) await add(name, token, ofAcme);
  await add('a member of the first', 'single-token', ofAcme);
  await add('the token of the first', 'acme-token', ofAcme);
  await add('an owner of the first', 'owner-token', ofAcme);
  Object.assign(context, world, { callers });
});
law.after(async ({ bench }) => {
  await bench.close();
});

law('the world has two of everything that requests name', ({ values: [acme, , globex] }) => {
  const slots = [...new Set(requests.flatMap((request) => request.slots))];
  assert.equal(
    slots.filter((slot) => acme![slot] === undefined || acme![slot] === globex![slot]),
    [],
  );
});

law('who sees the secret team and the webhook', ({ callers }) => {
  const hidden = callers.map(({ name, needles }) => [
    name,
    ...(needles.has('the name of a group') ? ['team'] : []),
    ...(needles.has('the ID of a webhook') ? ['webhook'] : []),
  ]);
  assert.equal(hidden, [
    ['a wrong token', 'team', 'webhook'],
    ['an owner of the second', 'team', 'webhook'],
    ['an agent', 'team', 'webhook'],
    ['a run', 'team', 'webhook'],
    ['a run task', 'team', 'webhook'],
    ['the audit token', 'team', 'webhook'],
    ['an organization viewer', 'team', 'webhook'],
    ['a viewer of one project', 'team'],
    ["a context's outsider", 'team'],
    ['a member of a group', 'team'],
    ['the token of a group', 'team', 'webhook'],
    ['the admin of one project', 'team'],
    ['the token of a secret team'],
    ['a member of a secret team'],
    ['a member of the first', 'team'],
    ['the token of the first'],
    ['an owner of the first'],
  ]);
});

/** In both dialects: in the hosted one contexts have further members. */
const headersOf = (token: string): readonly Record<string, string>[] => [{ 'ci-token': token }, { 'circle-token': token }];

law('responses to reads, writes and deletions, including refusals', async ({ bench, values, callers }) => {
  const told = new Set<string>();
  for (const asked of phases)
    for (const { name, token, needles } of callers)
      for (const request of asked)
        for (const filled of values)
          for (const headers of headersOf(token)) {
            const { line, body } = fillSlots(request, filled);
            const response = await bench.ci(line, body, { token: null, headers });
            const text = typeof response.body === 'string' ? response.body : (JSON.stringify(response.body) ?? '');
            const sent = decodeURIComponent(`${line} ${body}`);
            for (const [slot, value] of needles)
              if (text.includes(value) && !sent.includes(value)) told.add(`${response.status} ${request.row} tells ${name} ${slot}`);
          }
  assert.equal([...told].sort(), []);
});

law.run();
