/**
 * What public clients say, and what satisfied them: recorded conversations are replayed against the service, and what is not as recorded
 * is listed in `recorded-differences.txt`. Skipped where the recordings are absent. Runs of the engines: `recorded-runs.test.ts`.
 */
import { execFile } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { startService } from '../../src/service/start.ts';
import { skipWithReason } from '../support/skip.ts';
// watchdog: 600 s

const recorded = join(import.meta.dirname, '..', '..', '..', 'shared', 'data', 'recorded');
const isThere = existsSync(join(recorded, 'replay.mjs'));
const suiteOf = suite('recorded conversations of public clients');
const test = isThere ? suiteOf : skipWithReason(suiteOf, 'the recordings are not beside this checkout');
const token = 'given-token-for-replay';

interface Client {
  readonly seed: 'seed-workspaces.yaml' | 'seed-ci.yaml';
  /** Milliseconds in each status of a run. */
  readonly run?: number;
}
const clients: { readonly [folder: string]: Client } = {
  'circleci-provider': { seed: 'seed-ci.yaml' },
  'circleci-cli': { seed: 'seed-ci.yaml' },
  'tfe-provider': { seed: 'seed-workspaces.yaml' },
  tfci: { seed: 'seed-workspaces.yaml', run: 150 },
  'terraform-mcp-server': { seed: 'seed-workspaces.yaml', run: 150 },
  'engine-cloud': { seed: 'seed-workspaces.yaml' },
};

/** `file: what the player prints of an exchange`, one on each line; a line that begins with # is a comment. */
const known = readFileSync(join(import.meta.dirname, 'recorded-differences.txt'), 'utf8')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'));

const replay = (address: string, files: readonly string[]): Promise<string> =>
  new Promise((done) => {
    const args = [join(recorded, 'replay.mjs'), address, token, ...files, '--wait', '5'];
    execFile(process.execPath, args, { maxBuffer: 64 * 1024 * 1024 }, (_error, stdout) => done(stdout));
  });

/** The player names the file behind its exchanges. */
const listDifferences = (output: string): readonly string[] => {
  const differences: string[] = [];
  let lines: string[] = [];
  for (const line of output.split('\n')) {
    const file = /^\d+ of \d+ exchanges as recorded: (.+)$/.exec(line)?.[1];
    if (file !== undefined) {
      differences.push(...lines.map((one) => `${file}: ${one}`));
      lines = [];
    } else if (line.startsWith('NO ')) lines.push(line.slice(3).trim());
  }
  return differences;
};

for (const [folder, { seed, run }] of Object.entries(clients))
  test(folder, async () => {
    const files = readdirSync(join(recorded, folder)).filter((file) => file.endsWith('.ndjson') && !file.includes('.run.'));
    const service = await startService({
      store: 'memory',
      seed: join(recorded, seed),
      dialect: 'hosted',
      settings: { engineVersions: ['1.11.4', '1.12.6', '1.15.9'], ...(run === undefined ? {} : { runStatusMilliseconds: run }) },
    });
    try {
      const output = await replay(
        service.address,
        files.map((file) => join(recorded, folder, file)),
      );
      assert.match(output, /exchanges as recorded/);
      assert.equal(
        listDifferences(output),
        known.filter((line) => line.startsWith(`${folder}/`)),
      );
    } finally {
      await service.close();
    }
  });

suiteOf.run();
