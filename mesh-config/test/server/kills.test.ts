// watchdog: 180 s
import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { schedule } from '@slipway/test-support/scale';
import { numbers } from '@slipway/test-support/seed';
import { connectSink, type Sink } from '../mcp/sink.ts';
import { remainingFiles, createProgramFolder, type RunningProgram, waitUntilServing, startProgram, waitUntil } from './start-program.ts';

const test = suite('mesh-config under kills');

const collection = 'istio/networking/v1alpha3/gateways';
const sinks = 5,
  files = 8;

type Way = 'in place' | 'anew' | 'away';
/** Changes before a kill, and the milliseconds between the last of them and the kill; changes while nothing runs. */
interface Round {
  readonly before: readonly Way[];
  readonly pauses: readonly number[];
  readonly dead: readonly Way[];
}

const ways: readonly Way[] = ['in place', 'anew', 'away'];
/**
 * A kill before a change is read (which is after 50 ms of quiet), at about that time, and after; with zero to two unseen changes; the last
 * file written in place, replaced or deleted: each pair of these occurs once.
 */
const each: readonly Round[] = [0, 52, 150].flatMap((pause, phase) =>
  [0, 1, 2].map((missed) => {
    const last = ways[(phase + missed) % 3]!;
    return {
      before: ['in place', last],
      pauses: [5, pause],
      dead: Array.from({ length: missed }, (_, index) => ways[(phase + index) % 3]!),
    };
  }),
);
const pick = numbers();
const any = (): Way => (pick(6) === 0 ? 'away' : pick(2) === 0 ? 'in place' : 'anew');
const random = (): Round => {
  const before = Array.from({ length: 1 + pick(4) }, any);
  return { before, pauses: before.map(() => pick(15)), dead: Array.from({ length: pick(3) }, any) };
};
const rounds = schedule(each, Array.from({ length: 100 }, random));

const document = (name: string, revision: number): string =>
  'apiVersion: networking.istio.io/v1alpha3\nkind: Gateway\n' +
  `metadata: {name: ${name}, namespace: edge, labels: {revision: "${revision}"}}\n` +
  'spec: {servers: [{port: {number: 80, name: http, protocol: HTTP}, hosts: ["*"]}]}\n';

/** A sink that acknowledges all responses, reconnects when its stream ends, and stores the last ones. */
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

test(`after each of ${rounds.length} kills under a stream of changes every sink comes to what the files say`, async () => {
  const here = await createProgramFolder();
  const wanted = new Map<string, Map<string, number>>();
  let revision = 0;
  /** One file is written, as a whole or in place, or taken away. */
  const change = (way: Way): void => {
    const there = [...wanted.keys()];
    const file = way === 'away' && there.length > 0 ? there[pick(there.length)]! : `f${pick(files)}.yaml`;
    const path = join(here.config, file);
    if (way === 'away') {
      wanted.delete(file);
      rmSync(path, { force: true });
      return;
    }
    const content = new Map(Array.from({ length: 1 + pick(3) }, (_, index) => [`${file[1]}-${index}`, (revision += 1)]));
    wanted.set(file, content);
    const text = [...content].map(([name, one]) => document(name, one)).join('---\n');
    if (way === 'in place') writeFileSync(path, text);
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
  for (const { before, pauses, dead } of rounds) {
    for (const [index, way] of before.entries()) {
      change(way);
      await new Promise((done) => {
        setTimeout(done, pauses[index]);
      });
    }
    running.process.kill('SIGKILL');
    dead.forEach(change);
    await running.ended;
    running = await waitUntilServing(startProgram(here, '--watchConfigFiles'));
    change(any());
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
