// watchdog: 400 s
import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { connectSink, type Sink } from '../mcp/sink.ts';
import { remainingFiles, createProgramFolder, type RunningProgram, waitUntilServing, startProgram, waitUntil } from './start-program.ts';

const test = suite('mesh-config under kills');

const collection = 'istio/networking/v1alpha3/gateways';
const rounds = 100,
  sinks = 5,
  files = 8;

/** Numbers that are the same in every run. */
const random =
  (seed: number) =>
  (below: number): number => {
    seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
    return Math.floor((seed / 2 ** 32) * below);
  };
const document = (name: string, revision: number): string =>
  `apiVersion: networking.istio.io/v1alpha3\nkind: Gateway\nmetadata: {name: ${name}, namespace: edge, labels: {revision: "${revision}"}}\nspec: {servers: [{port: {number: 80, name: http, protocol: HTTP}, hosts: ["*"]}]}\n`;

/** A sink that acks what it gets, dials again when its stream ends, and knows what it was told last. */
const follower = (address: string): { state(): string; close(): void } => {
  let [closed, told] = [false, ''];
  let current: Sink | undefined;
  const follow = async (): Promise<void> => {
    while (!closed) {
      const one = (current = connectSink(address));
      one.sendRequest({ collection });
      let over = false;
      void one.ended.then(() => {
        over = true;
      });
      while (!over && !closed) {
        const response = await Promise.race([one.next(), one.ended.then(() => undefined)]);
        if (!response) break;
        told = response.resources
          .map(({ metadata }) => `${metadata.name}=${(metadata as unknown as { labels: Record<string, string> }).labels['revision']}`)
          .join(' ');
        one.sendRequest({ collection, response_nonce: response.nonce });
      }
      one.close();
      await new Promise((done) => {
        setTimeout(done, 20);
      });
    }
  };
  void follow();
  return {
    state: () => told,
    close: () => {
      closed = true;
      current?.close();
    },
  };
};

test('after each of 100 kills under a stream of changes every sink comes to what the files say', async () => {
  const here = await createProgramFolder();
  const pick = random(20261121);
  const wanted = new Map<string, Map<string, number>>();
  let revision = 0;
  /** One file is written anew, as a whole or in place, or taken away. */
  const change = (): void => {
    const file = `f${pick(files)}.yaml`;
    const path = join(here.config, file);
    if (pick(6) === 0) {
      wanted.delete(file);
      rmSync(path, { force: true });
      return;
    }
    const content = new Map(Array.from({ length: 1 + pick(3) }, (_, index) => [`${file[1]}-${index}`, (revision += 1)]));
    wanted.set(file, content);
    const text = [...content].map(([name, one]) => document(name, one)).join('---\n');
    if (pick(2) === 0) writeFileSync(path, text);
    else {
      writeFileSync(`${path}.new`, text);
      renameSync(`${path}.new`, path);
    }
  };
  const expected = (): string =>
    [...wanted.values()]
      .flatMap((content) => [...content])
      .map(([name, one]) => `edge/${name}=${one}`)
      .sort((a, b) => (a < b ? -1 : 1))
      .join(' ');

  const followers = Array.from({ length: sinks }, () => follower(`unix:${here.socket}`));
  let running: RunningProgram = await waitUntilServing(startProgram(here, '--watchConfigFiles'));
  for (let round = 0; round < rounds; round += 1) {
    for (let changes = pick(4); changes >= 0; changes -= 1) {
      change();
      await new Promise((done) => {
        setTimeout(done, pick(15));
      });
    }
    running.process.kill('SIGKILL');
    for (let changes = pick(3); changes > 0; changes -= 1) change();
    await running.ended;
    running = await waitUntilServing(startProgram(here, '--watchConfigFiles'));
    change();
    const should = expected();
    await waitUntil(() => followers.every(({ state }) => state() === should));
  }
  assert.equal(
    followers.map(({ state }) => state()),
    Array.from({ length: sinks }, () => expected()),
  );
  running.process.kill('SIGTERM');
  assert.equal([await running.ended, remainingFiles(here)], [0, []]);
  for (const one of followers) one.close();
});
test.run();
