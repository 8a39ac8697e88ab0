/**
 * Every route of both services, asked for something of another organization and for something that does not exist: the two responses
 * are equal, byte by byte, but for what the request itself carried.
 */
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { addMember } from '../members.ts';
import { startPipelineTest, type PipelineTest } from '../ci/pipelines/support.ts';
import { plantCi } from './foreign-ids/plant-ci.ts';
import { plantWorkspaces } from './foreign-ids/plant-workspaces.ts';
import { fillSlots, slottedRequests, type SlottedRequest, type SlotValues } from './foreign-ids/request-slots.ts';

interface Planted {
  readonly bench: PipelineTest;
  /** Of the organization that the caller does not belong to. */
  readonly foreign: SlotValues;
  /** Of the caller's own organization. */
  readonly own: SlotValues;
  /** Like `foreign`; names nothing. */
  readonly missing: SlotValues;
}

/** Of the same form, and different for each value. */
const inventValue = (value: string, number: number): string => {
  const letters = `MadeUp${String(number).padStart(10, '0')}`;
  if (/^[0-9a-f]{8}-/.test(value)) return `00000000-1111-4222-8333-${String(number).padStart(12, '0')}`;
  if (/^[a-z]+-[A-Za-z0-9]{16}$/.test(value)) return `${value.split('-')[0]}-${letters}`;
  if (/^[a-z]+-[^.]+[.]/.test(value)) return `${value.split('-')[0]}-${letters}.${letters}`;
  return /^[0-9.]+$/.test(value) ? '9.8.7' : /^[0-9a-f:]+$/.test(value) ? value.replaceAll(/[0-9a-f]/g, '0') : `made-up-${number}`;
};

/** A member of the foreign organization in a team of their own; the token. */
const addCaller = async (bench: PipelineTest, name: string, workspace?: string): Promise<string> => {
  const access = { access: 'custom', runs: 'read' } as const;
  await addMember(bench, { name, team: `${name}s`, given: workspace === undefined ? [] : [['team-workspaces', workspace, access]] });
  return `${name}-token`;
};

const law = suite<Planted>('what belongs to others is as if it did not exist');
law.before(async (context) => {
  const bench = await startPipelineTest({ settings: { tier: 'plus' } });
  const plant = async (organization: string, token: string): Promise<SlotValues> => ({
    ...(await plantWorkspaces(bench, organization, token)),
    ...(await plantCi(bench, organization, token)),
  });
  const foreign = await plant('acme', 'owner-token');
  const own = await plant('globex', 'stranger-token');
  const missing = Object.fromEntries(
    Object.entries(foreign).map(([slot, value]) => [slot, inventValue(value, Object.values(foreign).indexOf(value))]),
  );
  Object.assign(context, { bench, foreign, own, missing });
});
law.after(async ({ bench }) => {
  await bench.close();
});

const send = async (bench: PipelineTest, request: SlottedRequest, values: SlotValues, token: string): Promise<string> => {
  const { line, body } = fillSlots(request, values);
  const ask = request.service === 'ci' ? bench.ci : bench.request;
  const response = await ask(line, body, { token });
  const sent = request.slots.map((slot) => values[slot]!).sort((one, other) => other.length - one.length);
  const text = sent.reduce(
    (whole, value) => whole.replaceAll(encodeURIComponent(value), '<sent>').replaceAll(value, '<sent>'),
    typeof response.body === 'string' ? response.body : (JSON.stringify(response.body) ?? ''),
  );
  return `${response.status} ${text}`;
};

/** Names that mean something within an organization only: one that another organization uses is free. */
const isScopedName = (slot: string): boolean => /^(name of |ci project$|env-var-name$|policyName$|version$)/.test(slot);
/** Each slot alone, and all together. */
const chooseSlots = (slots: readonly string[]): readonly (readonly string[])[] => [
  ...slots.filter((slot) => !isScopedName(slot)).map((slot) => [slot]),
  ...(slots.length > 1 ? [slots] : []),
];
/** Whether the owner finds nothing there either: then the 404 is no refusal. */
const isMissing = async (bench: PipelineTest, request: SlottedRequest, values: SlotValues): Promise<boolean> =>
  request.row.startsWith('GET ') && (await send(bench, request, values, 'owner-token')).startsWith('404');
const pick = (values: SlotValues, slots: readonly string[]): SlotValues => Object.fromEntries(slots.map((slot) => [slot, values[slot]!]));

law('each parameter and reference of each route is planted, in both organizations', ({ foreign, own }) => {
  const slots = [...new Set(slottedRequests.flatMap((request) => request.slots))];
  assert.equal(
    slots.filter((slot) => foreign[slot] === undefined || own[slot] === undefined),
    [],
  );
  assert.equal(
    slots.filter((slot) => foreign[slot] === own[slot]),
    [],
  );
});

law('a stranger: a foreign id is answered as one that does not exist', async ({ bench, foreign, own, missing }) => {
  const told: string[] = [];
  for (const request of slottedRequests)
    for (const slots of chooseSlots(request.slots)) {
      const [there, nowhere] = [
        await send(bench, request, { ...own, ...pick(foreign, slots) }, 'stranger-token'),
        await send(bench, request, { ...own, ...pick(missing, slots) }, 'stranger-token'),
      ];
      if (there !== nowhere) told.push(`${request.row} with another's ${slots.join(', ')}\n  foreign: ${there}\n  missing: ${nowhere}`);
    }
  assert.is(told.join('\n'), '');
});

law('a member without the right: a refusal is answered as if there were nothing', async ({ bench, foreign, missing }) => {
  const told: string[] = [];
  for (const token of [await addCaller(bench, 'guest'), await addCaller(bench, 'reader', foreign['workspace_id'])])
    for (const request of slottedRequests.filter(({ service }) => service === 'workspaces'))
      for (const slots of chooseSlots(request.slots)) {
        const there = await send(bench, request, foreign, token);
        if (!there.startsWith('404') || (await isMissing(bench, request, foreign))) continue;
        const nowhere = await send(bench, request, { ...foreign, ...pick(missing, slots) }, token);
        if (there !== nowhere) told.push(`${request.row} with ${slots.join(', ')}\n  foreign: ${there}\n  missing: ${nowhere}`);
      }
  assert.is(told.join('\n'), '');
});

law.run();
