import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { CiPolicyBundle } from '../src/generated/ci-policy-bundle.ts';
import { NoCodeModule, NoCodeWorkspace, Project, Slipway, Workspace } from '../src/index.ts';
import { synthesisErrors } from './support/synth.ts';

const test = suite('maps of texts');
const generated = join(import.meta.dirname, '..', 'src', 'generated');
const none = undefined as never;

test('a key without a value is refused with its key, in the configuration and where it is added', () => {
  assert.equal(
    synthesisErrors((stack) => {
      new Slipway(stack);
      new Workspace(stack, 'w', { name: 'w', tags: { team: none, env: 'prod' } });
      new Workspace(stack, 'added', { name: 'added' }).tag({ team: none, zone: none });
      new Project(stack, 'p', { name: 'pay' }).tag({ team: none });
      new CiPolicyBundle(stack, 'b', { organizationId: '0190a5c4-7b1e-7cc3-9d3e-1f0e6f0c2a11', policies: { a: none, b: 'package org' } });
      new NoCodeWorkspace(stack, 'n', { name: 'n', module: new NoCodeModule(stack, 'm', { registryModuleId: 'mod-1' }) }).tag({
        team: none,
      });
    }),
    [
      '[stack/w] `tags.team` is undefined. Give it a value, or leave the key out.',
      '[stack/added] `tags.team` is undefined. Give it a value, or leave the key out.',
      '[stack/added] `tags.zone` is undefined. Give it a value, or leave the key out.',
      '[stack/p] `tags.team` is undefined. Give it a value, or leave the key out.',
      '[stack/b] `policies.a` is undefined. Give it a value, or leave the key out.',
      '[stack/n/tag-binding-team] Missing "value". It is required: The tag\'s value. Write `value = …`, a tag value: at most 256 ' +
        'letters, digits and _ . = + - @ :.',
    ],
  );
});
test('every map of texts is checked', () => {
  const checked = readdirSync(generated).flatMap((file) => {
    const text = readFileSync(join(generated, file), 'utf8');
    const maps = [...text.matchAll(/^ {2}private _(\w+)\?: \{ \[key: string\]: string \};/gm)].map(([, name]) => name);
    const named = /validateAtSynthesis\(this, '[^']+', \[([^\]]*)\]\)/.exec(text)?.[1] ?? '';
    return maps.map((name) => `${file} ${name}: ${named.includes(`'${name}'`)}`);
  });
  assert.equal(checked, [
    'ci-policy-bundle.ts policies: true',
    'ci-schedule.ts parameters: true',
    'data-slipway-workspaces.ts tags: true',
    'no-code-workspace.ts variableValuesWo: true',
    'project.ts tags: true',
    'workspace.ts tags: true',
  ]);
});
test.run();
