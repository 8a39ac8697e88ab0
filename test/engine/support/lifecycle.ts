import * as assert from 'uvu/assert';
import { suite } from 'uvu';
import { skipWithReason } from '../../support/skip.ts';
import { engine, type EngineFixture, startFixture } from './engine-fixture.ts';
import type { StartOptions } from '../../../src/service/start.ts';

/** A resource's life under the real engine, step by step; what a step expects is written out in it. */
export interface Lifecycle {
  readonly resource: string;
  /** Configuration of what it stands on; of ids that `prepare` made, as locals. */
  readonly ground?: string | ((story: EngineFixture) => string);
  /** Bodies of `resource "slipway_…" "it" { … }`. */
  readonly create: string;
  readonly created: { readonly [name: string]: unknown };
  readonly update?: { readonly body: string; readonly attributes: { readonly [name: string]: unknown } };
  readonly replace?: { readonly body: string };
  /** Import texts, from the state. */
  readonly imports: readonly ((state: { [name: string]: any }, story: EngineFixture) => string)[];
  /** What imports cannot know and the next plan writes: [] unless said. */
  readonly afterImport?: readonly string[];
  /** Somebody else changes it: the plan says what is expected, and an apply puts it right. */
  readonly drift?: { by(story: EngineFixture, state: { [name: string]: any }): Promise<unknown>; readonly shows: readonly string[] };
  /** Somebody else deletes it. */
  readonly vanish?: { by(story: EngineFixture, state: { [name: string]: any }): Promise<unknown> };
  /** After the destroy. */
  gone(story: EngineFixture, state: { [name: string]: any }): Promise<boolean>;
  readonly options?: Partial<StartOptions>;
  readonly prepare?: (story: EngineFixture) => Promise<void>;
}

const pick = (state: { [name: string]: unknown }, names: readonly string[]) => Object.fromEntries(names.map((name) => [name, state[name]]));

/** Registers and runs the suite of one life. */
export const testLifecycle = (life: Lifecycle): void => {
  const Life = suite(`slipway_${life.resource} under the real engine`);
  const real = engine.found ? Life : skipWithReason(Life, engine.reason);
  const address = `slipway_${life.resource}.it`;
  const ground = () => (typeof life.ground === 'function' ? life.ground(story) : (life.ground ?? ''));
  const whole = (body: string) => `${ground()}\nresource "slipway_${life.resource}" "it" {\n${body}\n}`;
  let story: EngineFixture;
  if (engine.found) {
    Life.before(async () => {
      story = await startFixture(life.options);
      await life.prepare?.(story);
    });
    Life.after(async () => {
      await story.close();
    });
  }

  real('is created, and a second plan is empty', async () => {
    await story.apply(whole(life.create));
    assert.equal(pick(story.state(address), Object.keys(life.created)), life.created);
    assert.equal(await story.plannedChanges(), []);
  });

  if (life.update) {
    const { body, attributes } = life.update;
    real('is updated in place, and a second plan is empty', async () => {
      assert.equal(await story.plannedChanges(whole(body)), [`update ${address}`]);
      await story.run(['apply', '-auto-approve', '-no-color']);
      assert.equal(pick(story.state(address), Object.keys(attributes)), attributes);
      assert.equal(await story.plannedChanges(), []);
      await story.apply(whole(life.create));
      assert.equal(pick(story.state(address), Object.keys(life.created)), life.created);
      assert.equal(await story.plannedChanges(), []);
    });
  }

  for (const [index, idOf] of life.imports.entries()) {
    real(`is imported by form ${index + 1}, and the plan after it is as expected`, async () => {
      const id = idOf(story.state(address), story);
      await story.run(['state', 'rm', address]);
      await story.run(['import', '-no-color', address, id]);
      assert.equal(await story.plannedChanges(), life.afterImport ?? []);
      await story.run(['apply', '-auto-approve', '-no-color']);
      assert.equal(await story.plannedChanges(), []);
    });
  }

  if (life.drift) {
    const { by, shows } = life.drift;
    real('shows what somebody else changed, and puts it right', async () => {
      await by(story, story.state(address));
      assert.equal(await story.plannedChanges(), shows);
      await story.run(['apply', '-auto-approve', '-no-color']);
      assert.equal(pick(story.state(address), Object.keys(life.created)), life.created);
      assert.equal(await story.plannedChanges(), []);
    });
  }

  if (life.vanish) {
    const { by } = life.vanish;
    real('is made again when somebody else deleted it', async () => {
      await by(story, story.state(address));
      assert.equal(await story.plannedChanges(), [`create ${address}`]);
      await story.run(['apply', '-auto-approve', '-no-color']);
      assert.equal(await story.plannedChanges(), []);
    });
  }

  if (life.replace) {
    const { body } = life.replace;
    real('is replaced where it cannot change in place', async () => {
      assert.equal(await story.plannedChanges(whole(body)), [`delete/create ${address}`]);
      await story.run(['apply', '-auto-approve', '-no-color']);
      assert.equal(await story.plannedChanges(), []);
    });
  }

  real('is destroyed', async () => {
    const state = story.state(address);
    await story.apply(ground());
    assert.is(await life.gone(story, state), true);
    await story.run(['destroy', '-auto-approve', '-no-color']);
  });

  Life.run();
};
