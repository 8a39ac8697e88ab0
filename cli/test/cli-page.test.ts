import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createProgram } from '../src/program.ts';

const test = suite('docs/cli.md');
const page = readFileSync(resolve(import.meta.dirname, '../../docs/cli.md'), 'utf8');
const table = page.slice(page.indexOf('## Exit codes and JSON'), page.indexOf('## Plan, deploy and destroy'));

test('the table of exit codes and JSON has every command', () => {
  const missing = createProgram()
    .commands.filter((command) => command.name() !== 'complete')
    .filter((command) => !new RegExp(`^\\| \`${command.name()}[ \`]`, 'm').test(table));
  assert.equal(
    missing.map((command) => command.name()),
    [],
  );
});
test('the table says which commands have --json', () => {
  const having = createProgram()
    .commands.filter((command) => command.options.some(({ long }) => long === '--json'))
    .map((command) => command.name());
  assert.equal(having, ['adopt', 'serve', 'doctor', 'status', 'plan', 'watch', 'deploy', 'destroy', 'list', 'output']);
  for (const name of having) assert.match(table, new RegExp(`^\\| \`${name}\` .*\`--json\``, 'm'));
});

test.run();
