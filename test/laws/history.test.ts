import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { type Attributes, isLeftAlone, type Values } from '../../declarations/src/declare/index.ts';
import { resources } from '../../declarations/src/resources/index.ts';
import type { Provider } from '../../src/protocol/provider-server.ts';
import { openService, type RunningService } from '../../service/src/start.ts';
import { schedule } from '../support/scale.ts';
import { numbers } from '../support/seed.ts';
import { applyConfiguration, isSame, plannedChanges, RefusedConfiguration, serverOf } from './history/drive-resource.ts';
import { ciSituations } from './history/ci-situations.ts';
import { configure, type Dialect, startProvider, token, worldOf } from './history/providers.ts';
import type { Situation } from './history/situation.ts';
import { workspaceSituations } from './history/workspace-situations.ts';

const test = suite('what a configuration gives does not depend on the one before');
const dialects = ['neutral', 'hosted'] as const;
let service: RunningService;
const providers = new Map<Dialect, Provider>();

test.before(async () => {
  service = await openService({ store: 'memory', organization: 'acme', token, test: true, settings: { edition: 'self-hosted' } });
  for (const dialect of dialects) providers.set(dialect, await startProvider(service, dialect));
});
test.after(() => service.close());

/** What the configuration decides of a state, in words that are the same upon every base. */
const decided = (attributes: Attributes, state: Values, base: Values, tag: string): Values => {
  const kept = Object.entries(attributes).filter(([, attribute]) => attribute.mode !== 'computed' && !isLeftAlone(attribute));
  let text = JSON.stringify(Object.fromEntries(kept.map(([name]) => [name, state[name] ?? null])));
  for (const [name, id] of Object.entries(base)) if (typeof id === 'string') text = text.replaceAll(JSON.stringify(id), `"<${name}>"`);
  return JSON.parse(text.replaceAll(tag, '<tag>').replace(/"[-\d]{10}T[:\d]{8}\.\d{3}Z"/g, '"<when it was applied>"')) as Values;
};

let count = 0;
const freshTag = (): string => `hist-${++count}`;

const orRefused = async <T>(work: Promise<T>): Promise<T | null> =>
  work.catch((error: unknown) => {
    if (error instanceof RefusedConfiguration) return null;
    throw error;
  });

/** How the state after A, then B differs from that after B alone; null where one of the two is refused by itself. */
const compare = async (
  provider: Provider,
  situation: Situation,
  a: readonly Values[],
  b: readonly Values[],
): Promise<readonly string[] | null> => {
  const [server, world] = [serverOf(provider, situation.type), worldOf(service, provider)];
  const { attributes } = resources[situation.type]!;
  const [tag, otherTag] = [freshTag(), freshTag()];
  const base = await situation.base(world, tag);
  const first = await orRefused(applyConfiguration(server, null, configure(base, a)));
  if (first === null) return null;
  const otherBase = await situation.base(world, otherTag);
  const alone = await orRefused(applyConfiguration(server, null, configure(otherBase, b)));
  if (alone === null) return null;
  const config = configure(base, b);
  const after = await applyConfiguration(server, first, config);
  const [left, right] = [decided(attributes, after.state, base, tag), decided(attributes, alone.state, otherBase, otherTag)];
  return [
    ...Object.keys(right)
      .filter((name) => !isSame(left[name], right[name]))
      .map((name) => `${name}: ${JSON.stringify(left[name])} after the other, ${JSON.stringify(right[name])} alone`),
    ...(await plannedChanges(server, after, config)).map((name) => `${name} is planned again`),
  ];
};

/** Pairs: each choice made and taken back, all of them taken back, one after the other of its group, and random ones. */
const pairsOf = ({ choices }: Situation, random: number): (readonly [readonly Values[], readonly Values[]])[] => {
  const groups = Object.values(choices);
  const below = numbers();
  const draw = (): readonly Values[] => groups.flatMap((group) => (below(2) === 0 ? [] : [group[below(group.length)]!]));
  return [
    ...groups.flat().flatMap((one) => [[[one], []] as const, [[], [one]] as const]),
    [groups.map((group) => group[0]!), []],
    ...groups
      .map((group) => (random === 0 ? group.slice(0, 2) : group))
      .flatMap((group) => group.flatMap((one) => group.filter((other) => other !== one).map((other) => [[one], [other]] as const))),
    ...Array.from({ length: random }, () => [draw(), draw()] as const),
  ];
};

/** The hosted dialect has the same meanings, so fewer pairs are enough to see that each is said in its words. */
const randomPairs = { neutral: schedule(4, 200), hosted: schedule(0, 200) };

for (const dialect of dialects)
  for (const situation of [...workspaceSituations, ...ciSituations])
    test(`${situation.type}: the state after A, then B is that after B alone, in the ${dialect} dialect`, async () => {
      const faults: string[] = [];
      let compared = 0;
      for (const [a, b] of pairsOf(situation, randomPairs[dialect])) {
        const found = await compare(providers.get(dialect)!, situation, a, b).catch((error: Error) => [error.message]);
        if (found !== null) compared++;
        faults.push(...(found ?? []).map((fault) => `${JSON.stringify(a)}, then ${JSON.stringify(b)}: ${fault}`));
      }
      assert.equal(faults.slice(0, 10), []);
      assert.ok(compared >= 2, `only ${compared} pairs were possible`);
    });

/** Resources without a situation: nothing of them changes in place that a configuration may leave out. */
const withoutSituation: { readonly [type: string]: string } = {
  no_code_workspace: 'its module is uploaded first; its attributes are those of a workspace, or sent by every upgrade',
  organization_settings: 'left alone as a whole',
  ssh_key: 'keeps its value, and has no other',
  workspace_lock: 'its other attribute is ours alone',
  ci_project_settings: 'left alone as a whole',
  ci_policy_settings: 'all of it is required',
  ci_policy_bundle: 'all of it is required',
  ci_context_variable: 'keeps its value, and has no other',
  ci_project_variable: 'keeps its value, and has no other',
};
test('every resource with an attribute that can be left out and changed in place has a situation', () => {
  const open = Object.values(resources).filter(({ attributes }) =>
    Object.values(attributes).some(
      (one) => one.mode === 'optional' && one.immutable !== true && !one.pathParameter && !one.local && one.inherits === undefined,
    ),
  );
  const covered = new Set([...workspaceSituations, ...ciSituations].map(({ type }) => type));
  assert.equal(
    open.map(({ name }) => name).filter((name) => !covered.has(name) && !(name in withoutSituation)),
    [],
  );
});

test.run();
