/**
 * The same of the CI service, whose rights end at the organization: two organizations have one of everything, some people belong to both,
 * and nothing that a caller gets has an ID or a name of what is in the other one.
 */
// watchdog: 300 s
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { newId } from '../../src/service/store/new-id.ts';
import { createApiToken, createTeam, createUser } from '../../src/service/workspaces/organizations/bootstrap.ts';
import { startPipelineTest, type PipelineTest } from '../service/ci/pipelines/support.ts';
import { plantCi } from './foreign-ids/plant-ci.ts';
import { fillSlots, slottedRequests, type SlotValues } from './foreign-ids/request-slots.ts';

interface Planted {
  readonly bench: PipelineTest;
  readonly values: readonly SlotValues[];
  /** Token, and what the caller must not be told: values of slots and names of things, by what they are. */
  readonly callers: readonly { readonly token: string; readonly name: string; readonly needles: ReadonlyMap<string, string> }[];
}

const requests = slottedRequests.filter(({ service }) => service === 'ci');
/** What is deleted cannot be told any more, so that these come last. */
const inOrder = [...requests.filter(({ row }) => row.startsWith('GET ')), ...requests.filter(({ row }) => /^(POST|PUT|PATCH) /.test(row))];

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

const law = suite<Planted>('what is in another organization is not named');
law.before(async (context) => {
  const bench = await startPipelineTest({ settings: { tier: 'plus' } });
  await addPeople(bench);
  const acme = await plantCi(bench, 'acme', 'owner-token');
  const globex = await plantCi(bench, 'globex', 'stranger-token');
  // Who belongs to both does the same in both.
  for (const organization of ['acme', 'globex'])
    await bench.ci(`POST /project/gh/${organization}/${organization}-web/pipeline`, undefined, { token: 'shared-token' });
  const share = { start: '2026-04-01T00:00:00Z', end: '2026-05-01T00:00:00Z', shared_org_ids: [globex['org_id']] };
  await bench.ci(`POST /organizations/${acme['org_id']}/usage_export_job`, share);
  const [ofAcme, ofGlobex] = [needlesOf(globex, acme), needlesOf(acme, globex)];
  const callers = [
    { name: 'an owner of the first', token: 'owner-token', needles: ofAcme },
    { name: 'an owner of the second', token: 'stranger-token', needles: ofGlobex },
    { name: 'a member of the first', token: 'single-token', needles: ofAcme },
    { name: 'the token of the first', token: 'acme-token', needles: ofAcme },
    { name: 'a wrong token', token: 'no-token', needles: new Map([...ofAcme, ...ofGlobex]) },
  ];
  Object.assign(context, { bench, values: [acme, globex], callers });
});
law.after(async ({ bench }) => {
  await bench.close();
});

law('the world has two of everything that requests name', ({ values: [acme, globex] }) => {
  const slots = [...new Set(requests.flatMap((request) => request.slots))];
  assert.equal(
    slots.filter((slot) => acme![slot] === undefined || acme![slot] === globex![slot]),
    [],
  );
});

law('reads and writes: what they answer, refusals as well', async ({ bench, values, callers }) => {
  const told = new Set<string>();
  for (const { name, token, needles } of callers)
    for (const request of inOrder)
      for (const filled of values) {
        const { line, body } = fillSlots(request, filled);
        const response = await bench.ci(line, body, { token });
        const text = typeof response.body === 'string' ? response.body : (JSON.stringify(response.body) ?? '');
        const sent = decodeURIComponent(`${line} ${body}`);
        for (const [slot, value] of needles)
          if (text.includes(value) && !sent.includes(value)) told.add(`${response.status} ${request.row} tells ${name} ${slot}`);
      }
  assert.equal([...told].sort(), []);
});

law.run();
