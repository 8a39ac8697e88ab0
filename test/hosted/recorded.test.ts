/**
 * What public clients say, and what satisfied them: recorded conversations are replayed against the service, and what is not as recorded
 * is listed in `recorded-differences.txt`, below the reason. Skipped where the recordings are absent. Runs of the engines:
 * `recorded-runs.test.ts`.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { ServiceSettings } from '../../service/src/http/route.ts';
import { openService } from '../../service/src/start.ts';
import { skipWithReason } from '../support/skip.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { hasRecordings, insertExchanges, type Insertion, listDifferences, recordings, replay } from './support/recordings.ts';
// watchdog: 600 s

const suiteOf = suite('recorded conversations of public clients');
const test = hasRecordings ? suiteOf : skipWithReason(suiteOf, 'the recordings are not beside this checkout');

/** Files of one client that are replayed against one service. */
interface Play {
  readonly folder: string;
  readonly files?: RegExp;
  readonly seed: 'seed-workspaces.yaml' | 'seed-ci.yaml';
  readonly settings?: Partial<ServiceSettings>;
  /** All users of the seed are members of its organization. */
  readonly joined?: true;
  /** The last file first. */
  readonly reversed?: true;
  readonly insertions?: { readonly [file: string]: readonly Insertion[] };
}
/** The client was in no hurry: its pipelines were over when it asked on. */
const pauses = [/^get_job_details/, /^rerun_workflow:/, /^cancel_workflow/].map((before) => ({
  before,
  request: 'POST /_local/move',
  body: { until: 'still' },
}));
const workspaces = { seed: 'seed-workspaces.yaml' } as const;
const moving = { ...workspaces, settings: { runStatusMilliseconds: 50 } } as const;
/** Later plays do not take what an earlier one of the same folder took. The README of the recordings says how they were made. */
const plays: readonly Play[] = [
  { folder: 'circleci-provider', seed: 'seed-ci.yaml' },
  { folder: 'circleci-cli', seed: 'seed-ci.yaml' },
  // The builds that version 1.1 asks for are those that version 2 starts.
  { folder: 'pycircleci', seed: 'seed-ci.yaml', reversed: true, insertions: { 'pycircleci/v2.ndjson': pauses } },
  // Only the self-hosted edition has retention policies.
  { folder: 'tfe-provider', files: /tfe_data_retention_policy/, ...workspaces, settings: { edition: 'self-hosted' } },
  // Recorded when a request could put a user into an organization unasked: here they have joined it before.
  { folder: 'tfe-provider', files: /tfe_team_members?\./, ...workspaces, joined: true },
  { folder: 'tfe-provider', ...workspaces },
  { folder: 'tfci', ...moving },
  { folder: 'terraform-mcp-server', files: /teams/, ...moving, joined: true },
  { folder: 'terraform-mcp-server', ...moving },
  { folder: 'engine-cloud', ...workspaces, settings: { engineVersions: ['1.11.4', '1.12.6', '1.15.9'] } },
];

const differences = readFileSync(join(import.meta.dirname, 'recorded-differences.txt'), 'utf8')
  .split('\n')
  .filter(Boolean);
/** `file: what the player prints of an exchange`, one on each line. */
const known = differences.filter((line) => !line.startsWith('#')).toSorted();

const taken = new Set<string>();
const takeFiles = ({ folder, files, reversed }: Play): readonly string[] => {
  const all = readdirSync(join(recordings, folder)).filter((file) => file.endsWith('.ndjson') && !file.includes('.run.'));
  const own = all.filter((file) => (files?.test(file) ?? true) && !taken.has(`${folder}/${file}`));
  for (const file of own) taken.add(`${folder}/${file}`);
  return (reversed ? own.toReversed() : own).map((file) => `${folder}/${file}`);
};

const folder = temporaryFolder();
const seedOf = ({ seed, joined }: Play): string => {
  const file = join(recordings, seed);
  if (!joined) return file;
  const text = readFileSync(file, 'utf8');
  writeFileSync(join(folder, seed), text.replace('owners: [keeper]', 'owners: [keeper], teams: [{ name: crew, members: [pilot, mate] }]'));
  return join(folder, seed);
};

for (const play of hasRecordings ? plays : []) {
  const files = takeFiles(play);
  test(`${play.folder}${play.files ? ` ${play.files.source}` : ''}`, async () => {
    const service = await openService({
      store: 'memory',
      seed: seedOf(play),
      dialect: 'hosted',
      test: true,
      settings: play.settings ?? {},
    });
    try {
      const paths = files.map((file) => {
        const insertions = play.insertions?.[file];
        return insertions ? insertExchanges(folder, file, insertions) : join(recordings, file);
      });
      const output = await replay(service.address, paths, 5);
      assert.match(output, /exchanges as recorded/);
      const own = known.filter((line) => files.includes(line.slice(0, line.indexOf(': '))));
      assert.equal(listDifferences(output).toSorted(), own);
    } finally {
      await service.close();
    }
  });
}

suiteOf('every difference that is listed stands below a reason', () => {
  let reason = '';
  for (const line of differences) {
    if (line.startsWith('## ')) reason = line;
    else if (!line.startsWith('#')) assert.is.not(reason, '', line);
  }
});

suiteOf.run();
