import { existsSync, readdirSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { serveCommand } from '../../cli/src/commands/serve.ts';
import { createProgram } from '../../cli/src/program.ts';
import { controls } from '../../service/src/control/controls.ts';
import { runSlipway } from '../support/cli.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { roomsOf } from './architecture-page.ts';
import { repositoryFiles, root, readText } from '../support/repository-files.ts';

const test = suite('docs');
const pages = repositoryFiles().filter((file) => file.endsWith('.md') && !file.includes('fixtures/'));

test('links lead somewhere', () => {
  const broken = pages.flatMap((page) =>
    [...readText(page).matchAll(/\]\((?!https?:|#)([^)#\s]+)/g)]
      .filter(([, target]) => !existsSync(join(root, dirname(page), target!)))
      .map(([, target]) => `${page}: ${target}`),
  );
  assert.equal(broken, []);
});
/** The anchor of a heading, as forges derive it: lower case, no punctuation, hyphens for spaces, a number when it is there again. */
const anchorsOf = (text: string): Set<string> => {
  const anchors = new Set([...text.matchAll(/<a (?:id|name)="([^"]+)"/g)].map(([, name]) => name!));
  for (const [, heading] of text.replace(/^```[^]*?^```/gm, '').matchAll(/^#+ (.+)$/gm)) {
    const written = heading!.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1').toLowerCase();
    const anchor = written.replace(/[^\p{L}\p{N}_\- ]/gu, '').replaceAll(' ', '-');
    let repeated = anchor;
    for (let times = 1; anchors.has(repeated); times++) repeated = `${anchor}-${times}`;
    anchors.add(repeated);
  }
  return anchors;
};
test('links to a heading of a page find it', () => {
  const anchors = new Map(pages.map((page) => [page, anchorsOf(readText(page))]));
  const broken = pages.flatMap((page) =>
    [...readText(page).matchAll(/\]\((?!https?:)([^)#\s]*)#([^)\s]+)\)/g)]
      .filter(([, target, anchor]) => anchors.get(target ? join(dirname(page), target) : page)?.has(anchor!) === false)
      .map(([link]) => `${page}: ${link}`),
  );
  assert.equal(broken, []);
});
test('the README names every command, and only commands there are', () => {
  const row = /^\| `slipway` \|[^|]*\|$/m.exec(readText('README.md'))![0];
  assert.equal(
    [...row.matchAll(/`([a-z-]+)`/g)]
      .slice(1)
      .map(([, name]) => name)
      .sort(),
    createProgram()
      .commands.map((command) => command.name())
      // What completion scripts call: in no help.
      .filter((name) => name !== 'complete')
      .sort(),
  );
});
test('the pages of the service name every flag that sets something', () => {
  const page = ['service', 'team-service', 'workspace-service', 'ci-service', 'control']
    .map((name) => readText(`docs/${name}.md`))
    .join('\n');
  const silent = ['--port', '--json', '--token', '--organization'];
  assert.equal(
    serveCommand()
      .options.map(({ long }) => long!)
      .filter((flag) => !silent.includes(flag) && !page.includes(`\`${flag}`)),
    [],
  );
});
test('the page of the controls names every control, and only controls there are', () => {
  const page = readText('docs/control.md');
  const told = [...page.matchAll(/^\| `((?:GET|POST|PUT|PATCH|DELETE) \/(?:_local|metrics)[^`]*)`/gm)].map(([, row]) => row!);
  assert.equal(told.sort(), Object.keys(controls).sort());
});
test('pages say what is reported, returned or sent, not what is told or heard', () => {
  // Decisions and the changelog are records of their time.
  const current = pages.filter((page) => !page.startsWith('docs/decisions/') && page !== 'CHANGELOG.md');
  const idioms = current.flatMap((page) =>
    [...readText(page).matchAll(/.{0,40}\b(?:told(?! apart)|heard)\b.{0,20}/g)].map(([text]) => `${page}: ${text}`),
  );
  assert.equal(idioms, []);
});
test('the first page of the table by task is that of the start', () => {
  const [, table] = /^## Documentation by task\n\n([^]*?)\n\n/m.exec(readText('README.md'))!;
  assert.match(table!.split('\n')[2]!, '[docs/start.md](docs/start.md)');
});
/** The test that runs blocks of a page of the table by task as they stand, from an empty folder, to the result that its title names. */
const runBy: Readonly<Record<string, string>> = {
  'docs/start.md': 'test/cli/start-page.test.ts',
  'docs/first-remote-run.md': 'test/cli/first-remote-run-page.test.ts',
  'docs/hosted.md': 'test/cli/task-pages.test.ts',
  'docs/team-service.md': 'test/cli/task-pages.test.ts',
  'docs/ci-service.md': 'test/cli/task-pages.test.ts',
  'docs/control.md': 'test/cli/task-pages.test.ts',
  'docs/agents.md': 'test/cli/task-pages.test.ts',
  'docs/pipelines.md': 'test/cli/task-pages.test.ts',
  'docs/moves.md': 'test/cli/task-pages.test.ts',
  'schema-tools/docs/lint.md': 'test/cli/task-pages.test.ts',
  'docs/provider.md': 'test/engine/provider-page.test.ts',
  'docs/test-double.md': 'test/build/test-double-page.test.ts',
  'docs/testing-constructs.md': 'test/constructs/testing-page.test.ts',
  'docs/policies.md': 'cli/test/policies-page.test.ts',
  'docs/seed.md': 'service/test/seed-example.test.ts',
};
/** Pages of the table that are looked up, not followed, with the reason. */
const references: Readonly<Record<string, string>> = {
  'docs/operating.md': 'sizes, several machines, metrics: each section is a decision of an operator, without one result',
  'docs/runs.md': 'isolation and limits of what docs/first-remote-run.md does',
  'docs/cli.md': 'options, exit codes and JSON; its first commands are those of docs/start.md, in TypeScript',
  'docs/state-stores.md': 'its block needs a pre-release of the engine; test/house/state-stores.test.ts holds its tables',
  'docs/release.md': 'files of a release, which needs a release: test/build/release.test.ts builds and installs them',
  'docs/mesh-config.md':
    'its commands are for the files of a checkout, with fixed ports: mesh-config/test/command-line/example.test.ts runs that server',
  'docs/rights.md': 'a table, each cell of which a test asks',
  'docs/ci-rights.md': 'a table, each cell of which a test asks',
  'constructs/README.md': 'what the package exports; README.md and docs/testing-constructs.md have the task',
  'schema-tools/docs/rules.md': 'one section for each rule, held by the tests of the rules',
  'schema-tools/docs/editor.md': 'settings of editors, which are not installed',
  'CHANGELOG.md': 'a record',
  'CONTRIBUTING.md': 'for changes of Slipway itself; docs/nouns.md has its example',
  'SECURITY.md': 'how to report a vulnerability',
};
test('each page of the table by task has blocks that a test runs, or is a reference, with its reason', () => {
  const [, table] = /^## Documentation by task\n\n([^]*?)\n\n/m.exec(readText('README.md'))!;
  const linked = new Set([...table!.matchAll(/\]\(([^)#\s]+\.md)/g)].map(([, page]) => page!));
  assert.equal([...linked].sort(), [...Object.keys(runBy), ...Object.keys(references)].sort());
  const silent = Object.entries(runBy).filter(([page, file]) => !readText(file).includes(page.split('/').at(-1)!));
  assert.equal(silent, [], 'the test does not name the page');
});
test('the pages of a task begin with what they do: a block stands before the first heading below the title', () => {
  const tasks = Object.keys(runBy).filter((page) => /\/(?:start|first-remote-run|task-pages)(?:-page)?\.test\.ts$/.test(runBy[page]!));
  assert.equal(
    [...tasks, 'docs/workspace-service.md'].filter((page) => !readText(page).split(/^## /m)[0]!.includes('\n```')),
    [],
  );
});
test('every decision is listed', () => {
  const list = readText('docs/decisions/README.md');
  assert.equal(
    readdirSync(join(root, 'docs/decisions')).filter((file) => file !== 'README.md' && !list.includes(`](${file})`)),
    [],
  );
});
test('the pictures of the architecture name every folder and loose file, and only what exists', () => {
  for (const [name, folder] of [
    ['declarations', 'declarations/src/'],
    ['provider', 'src/'],
    ['service', 'service/src/'],
  ] as const) {
    const shown = roomsOf(name, folder).map(({ path }) => path);
    const entries = readdirSync(join(root, folder), { withFileTypes: true }).filter(
      (entry) => (entry.isDirectory() || entry.name.endsWith('.ts')) && !['test', 'node_modules'].includes(entry.name),
    );
    const existing = entries.map((entry) => `${folder}${entry.name}${entry.isDirectory() ? '/' : ''}`);
    assert.equal(
      existing.filter((path) => !shown.includes(path)),
      [],
      `not in the picture "${name}"`,
    );
    assert.equal(
      shown.filter((path) => !existsSync(join(root, path))),
      [],
      `only in the picture "${name}"`,
    );
  }
});
test('the example of the README is synthesized as it stands', async () => {
  const [, example] = /```ts\n([^]*?)```/.exec(readText('README.md'))!;
  const folder = temporaryFolder({ 'main.ts': example!, 'package.json': '{ "type": "module" }' });
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  const { code, stdout, stderr } = await runSlipway(['synth', '--app', 'npx tsx main.ts'], { folder });
  assert.equal(
    { code, stderr: stderr.replace(/^npm warn.*\n/gm, ''), stdout },
    { code: 0, stderr: '', stdout: 'platform  cdktf.out/stacks/platform\n' },
  );
});
test.run();
