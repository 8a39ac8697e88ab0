import { appendFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { buildInputFiles, buildInputFolders } from '../../build/inputs.ts';
import { restartOnChange } from '../../build/restart-on-change.ts';

const development = suite('npm run dev');

const linesOf = (file: string): readonly string[] => (existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : []);
async function until(isSo: () => boolean): Promise<void> {
  for (const end = Date.now() + 20_000; !isSo(); await sleep(20)) assert.ok(Date.now() < end, 'waited 20 s');
}

/** A program that notes each of its starts and ends in `starts`, and runs until it is told to end. */
const program = `
  const { appendFileSync } = require('node:fs');
  appendFileSync(process.argv[1], 'started\\n');
  process.on('SIGTERM', () => { appendFileSync(process.argv[1], 'ended\\n'); process.exit(0); });
  setInterval(() => {}, 1000);
`;

development('a change builds and starts again, once for files that are written together; a failed build keeps what runs', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'slipway-dev-'));
  mkdirSync(join(folder, 'src'));
  const starts = join(folder, 'starts');
  const built: boolean[] = [];
  const log: string[] = [];
  const restarter = restartOnChange({
    folders: [join(folder, 'src')],
    build: () => {
      built.push(!existsSync(join(folder, 'src', 'broken.ts')));
      return built.at(-1)!;
    },
    command: [process.execPath, '-e', program, starts],
    log: (line) => log.push(line),
  });
  await until(() => linesOf(starts).length === 1);
  writeFileSync(join(folder, 'src', 'a.ts'), '1');
  writeFileSync(join(folder, 'src', 'b.ts'), '2');
  appendFileSync(join(folder, 'src', 'a.ts'), '3');
  await until(() => linesOf(starts).length === 3);
  assert.equal(linesOf(starts), ['started', 'ended', 'started']);
  assert.equal(built, [true]);
  writeFileSync(join(folder, 'src', 'broken.ts'), '');
  await until(() => log.length === 3);
  assert.equal(log, [
    '\nA source changed: building.',
    '\nA source changed: building.',
    'The build failed; the service keeps running the previous build.',
  ]);
  assert.equal(linesOf(starts), ['started', 'ended', 'started']);
  await restarter.stop();
  assert.equal(linesOf(starts), ['started', 'ended', 'started', 'ended']);
  rmSync(folder, { recursive: true });
});

development('sources, programs and the lock file are inputs of a build; outputs, tests and pages are not', () => {
  const project = mkdtempSync(join(tmpdir(), 'slipway-inputs-'));
  for (const path of [
    'service/src',
    'schema-tools/src',
    'schema-tools/dist',
    'mesh-config/test',
    'rego/docs',
    'docs',
    'node_modules/kysely',
  ]) {
    mkdirSync(join(project, path), { recursive: true });
    writeFileSync(join(project, path, 'file'), '');
  }
  writeFileSync(join(project, 'package-lock.json'), '{}');
  assert.equal(
    buildInputFiles(project).map((path) => path.slice(project.length + 1)),
    ['service/src/file', 'schema-tools/src/file', 'package-lock.json'],
  );
  assert.equal(
    buildInputFolders(project).map((path) => path.slice(project.length + 1)),
    ['service', 'service/src', 'schema-tools', 'schema-tools/src', 'mesh-config', 'rego'],
  );
  rmSync(project, { recursive: true });
});

development.run();
