import * as assert from 'uvu/assert';
import { suite } from 'uvu';
import { skipWithReason } from '../../support/skip.ts';
import { engine, type EngineFixture, startFixture } from './engine-fixture.ts';
import type { StartOptions } from '../../../service/src/start.ts';

/** A resource's life under the real engine, step by step; what a step expects is written out in it. */
export interface Lifecycle {
  readonly resource: string;
  /** Configuration of what it stands on; of ids that `prepare` made, as locals. */
  readonly ground?: string | ((fixture: EngineFixture) => string);
  /** Bodies of `resource "slipway_…" "it" { … }`. */
  readonly create: string;
  readonly created: { readonly [name: string]: unknown };
  readonly update?: { readonly body: string; readonly attributes: { readonly [name: string]: unknown } };
  readonly replace?: { readonly body: string };
  /** Import texts, from the state. */
  readonly imports: readonly ((state: { [name: string]: any }, fixture: EngineFixture) => string)[];
  /** What imports cannot know and the next plan writes: [] unless said. */
  readonly afterImport?: readonly string[];
  /** A change by another user: the plan has the expected changes, and an apply reverts it. */
  readonly drift?: { by(fixture: EngineFixture, state: { [name: string]: any }): Promise<unknown>; readonly shows: readonly string[] };
  /** A deletion by another user. */
  readonly vanish?: { by(fixture: EngineFixture, state: { [name: string]: any }): Promise<unknown> };
  /** After the destroy. */
  gone(fixture: EngineFixture, state: { [name: string]: any }): Promise<boolean>;
  readonly options?: Partial<StartOptions>;
  readonly prepare?: (fixture: EngineFixture) => Promise<void>;
}

const pick = (state: { [name: string]: unknown }, names: readonly string[]) => Object.fromEntries(names.map((name) => [name, state[name]]));

/** Registers and runs the suite of one life. */
export const testLifecycle = (life: Lifecycle): void => {
  const Life = suite(`slipway_${life.resource} under the real engine`);
  const real = engine.found ? Life : skipWithReason(Life, engine.reason);
  const address = `slipway_${life.resource}.it`;
  const ground = () => (typeof life.ground === 'function' ? life.ground(fixture) : (life.ground ?? ''));
  const complete = (body: string) => `${ground()}\nresource "slipway_${life.resource}" "it" {\n${body}\n}`;
  let fixture: EngineFixture;
  if (engine.found) {
    Life.before(async () => {
      fixture = await startFixture(life.options);
      await life.prepare?.(fixture);
    });
    Life.after(async () => {
      await fixture.close();
    });
  }

  real('is created, and a second plan is empty', async () => {
    await fixture.apply(complete(life.create));
    assert.equal(pick(fixture.state(address), Object.keys(life.created)), life.created);
    assert.equal(await fixture.plannedChanges(), []);
  });

  if (life.update) {
    const { body, attributes } = life.update;
    real('is updated in place, and a second plan is empty', async () => {
      assert.equal(await fixture.plannedChanges(complete(body)), [`update ${address}`]);
      await fixture.run(['apply', '-auto-approve', '-no-color']);
      assert.equal(pick(fixture.state(address), Object.keys(attributes)), attributes);
      assert.equal(await fixture.plannedChanges(), []);
      await fixture.apply(complete(life.create));
      assert.equal(pick(fixture.state(address), Object.keys(life.created)), life.created);
      assert.equal(await fixture.plannedChanges(), []);
    });
  }

  for (const [index, idOf] of life.imports.entries()) {
    real(`is imported by form ${index + 1}, and the plan after it is as expected`, async () => {
      const id = idOf(fixture.state(address), fixture);
      await fixture.run(['state', 'rm', address]);
      await fixture.run(['import', '-no-color', address, id]);
      assert.equal(await fixture.plannedChanges(), life.afterImport ?? []);
      await fixture.run(['apply', '-auto-approve', '-no-color']);
      assert.equal(await fixture.plannedChanges(), []);
    });
  }

  if (life.drift) {
    const { by, shows } = life.drift;
    real('shows what somebody else changed, and puts it right', async () => {
      await by(fixture, fixture.state(address));
      assert.equal(await fixture.plannedChanges(), shows);
      await fixture.run(['apply', '-auto-approve', '-no-color']);
      assert.equal(pick(fixture.state(address), Object.keys(life.created)), life.created);
      assert.equal(await fixture.plannedChanges(), []);
    });
  }

  if (life.vanish) {
    const { by } = life.vanish;
    real('is made again when somebody else deleted it', async () => {
      await by(fixture, fixture.state(address));
      assert.equal(await fixture.plannedChanges(), [`create ${address}`]);
      await fixture.run(['apply', '-auto-approve', '-no-color']);
      assert.equal(await fixture.plannedChanges(), []);
    });
  }

  if (life.replace) {
    const { body } = life.replace;
    real('is replaced where it cannot change in place', async () => {
      assert.equal(await fixture.plannedChanges(complete(body)), [`delete/create ${address}`]);
      await fixture.run(['apply', '-auto-approve', '-no-color']);
      assert.equal(await fixture.plannedChanges(), []);
    });
  }

  real('is destroyed', async () => {
    const state = fixture.state(address);
    await fixture.apply(ground());
    assert.is(await life.gone(fixture, state), true);
    await fixture.run(['destroy', '-auto-approve', '-no-color']);
  });

  Life.run();
};
