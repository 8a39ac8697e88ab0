import type { Test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Effect, Role } from './roles.ts';
import type { Way } from './way.ts';
import { observeEffects, Refusal, subtractEffects, type World } from './world.ts';

/** What the role brings about in this way. */
const tryWay = async (world: World, role: Role, way: Way): Promise<readonly Effect[]> => {
  const cell = await world.createCell(role, way.workspace);
  const prepared = (await way.prepare?.(cell)) ?? '';
  const before = await observeEffects(cell);
  await way.go(cell, prepared).catch((error: unknown) => {
    if (!(error instanceof Refusal)) throw new Error(`${role.name}, ${way.name}: ${String(error)}`, { cause: error });
  });
  return subtractEffects(await observeEffects(cell), before);
};

const foresee = ({ reaches }: Role, { brings }: Way): readonly string[] =>
  Object.entries(brings)
    .filter(([, needs]) => needs.every((need) => reaches.includes(need)))
    .map(([effect]) => effect)
    .toSorted();

/** Effects of ways that a role could bring about without reaching them. */
const findUnbound = (ways: readonly Way[]): readonly string[] =>
  ways.flatMap(({ name, brings, byOthers = [] }) =>
    Object.entries(brings)
      .filter(([effect, needs]) => !needs.includes(effect as Effect) && !byOthers.includes(effect as Effect))
      .map(([effect]) => `${name}: ${effect}`),
  );

/** Tests each way with each of these roles, in a service of its own: what waits in one is looked at whenever anything goes on. */
export const testWays = (suite: Test<any>, ways: readonly Way[], roles: readonly Role[], createWorld: () => Promise<World>): void => {
  suite('no way is foreseen to bring about what whoever takes it could not ask for', () => {
    assert.equal(findUnbound(ways), []);
  });
  for (const way of ways)
    suite(way.name, async () => {
      const world = await createWorld();
      try {
        const seen: { [role: string]: readonly string[] } = {};
        for (const role of roles) seen[role.name] = await tryWay(world, role, way);
        assert.equal(seen, Object.fromEntries(roles.map((role) => [role.name, foresee(role, way)])));
      } finally {
        await world.close();
      }
    });
};
