import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { skipWithReason } from '@slipway/test-support/skip';
import { temporaryFolder } from '@slipway/test-support/temporary-folder';
import { findEngine, createMirror, type CommandResult, type Workbench, createWorkbench } from './engine.ts';
import { bundleFixture } from './plugin.ts';

export const engine = findEngine();

/** Of all suites of this process. */
export const folder = { path: temporaryFolder() };
export const store = join(folder.path, 'notes.json');
export const reported = join(folder.path, 'told');
export const environment = { FIXTURE_STORE: store, FIXTURE_TOLD: reported };
export const bundle = engine === undefined ? '' : await bundleFixture(folder.path);
export const mirror = engine === undefined ? '' : createMirror(folder.path, bundle);
export const mirrored = `provider_installation {\n  filesystem_mirror {\n    path = ${JSON.stringify(mirror)}\n  }\n}\n`;

/** A suite of the real engine, skipped without one. Every test begins without notes. */
export const engineSuite = (name: string) => {
  const test = suite(name);
  test.before.each(() => {
    for (const file of [store, reported]) rmSync(file, { force: true });
  });
  return { test, real: engine === undefined ? skipWithReason(test, 'no terraform or tofu on PATH') : test };
};

let benches = 0;
export const bench = (cli = mirrored, more: Record<string, string> = {}): Workbench =>
  createWorkbench(engine!, join(folder.path, `bench-${++benches}`), { ...environment, ...more }, cli);
/** Runs and must succeed. */
export const good = async (one: Workbench, ...args: string[]): Promise<string> => {
  const { status, text }: CommandResult = await one.run([...args, '-no-color']);
  assert.is(status, 0, text);
  return text;
};
export const initialised = async (configuration: string, more: Record<string, string> = {}): Promise<Workbench> => {
  const one = bench(mirrored, more);
  one.write(configuration);
  await good(one, 'init');
  return one;
};
export const state = (one: Workbench): string => readFileSync(join(one.folder, 'terraform.tfstate'), 'utf8');
export const attributes = (one: Workbench, name: string): any =>
  JSON.parse(state(one)).resources.find((resource: any) => resource.name === name).instances[0].attributes;
