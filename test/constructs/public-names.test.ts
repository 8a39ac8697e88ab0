import { TerraformStack, Testing } from 'cdktf';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { counterparts } from '../../cli/src/adopt/from-hcl/counterparts.ts';
import { publicNamesOf } from '../../constructs/generate/public-names.ts';
import { meta, Slipway } from '../../constructs/src/index.ts';
import { SshKey } from '../../constructs/src/generated/ssh-key.ts';

const test = suite('names of the public providers in constructs');

/** What is written in a configuration, in one line each: `data.ci_context organization_id -> organization`. */
const written = (
  block: string,
  { attributes = {}, values = {} }: { readonly attributes?: object | undefined; readonly values?: object | undefined },
): readonly string[] => {
  const own = meta[block.replace(/^(data\.)?/, '$1slipway_')]!.attributes;
  const settable = (name: string) => own[name] !== undefined && own[name].mode !== 'computed';
  return [
    ...Object.entries(attributes).flatMap(([theirs, ours]) => (settable(ours as string) ? [`${block} ${theirs} -> ${String(ours)}`] : [])),
    ...Object.entries(values).flatMap(([attribute, words]) =>
      Object.entries(words as object).map(([theirs, ours]) => `${block} ${attribute} ${theirs} -> ${String(ours)}`),
    ),
  ];
};

test('what adoption rewrites, constructs accept', () => {
  const rewritten = (['resource', 'data'] as const).flatMap((form) =>
    Object.values(counterparts[form])
      .flat()
      .flatMap((one) => written(`${form === 'data' ? 'data.' : ''}${one.to}`, one)),
  );
  const accepted = Object.entries(meta).flatMap(([type, facts]) => {
    const names = publicNamesOf(facts, type.startsWith('data.') ? 'data source' : type.startsWith('ephemeral.') ? 'ephemeral' : 'resource');
    return names ? written(type.replace('slipway_', ''), names) : [];
  });
  assert.equal([...new Set(accepted)].sort(), [...new Set(rewritten)].sort());
  assert.ok(accepted.includes('workspace terraform_version -> engine_version'));
});
test('a name of theirs beside ours does not count, and one of ours is no hint', () => {
  const stack = new TerraformStack(Testing.app(), 'stack');
  new Slipway(stack);
  new SshKey(stack, 'key', { name: 'k', keyWo: 'theirs', valueWo: 'ours' });
  assert.is(JSON.parse(Testing.synth(stack)).resource.slipway_ssh_key.key.value_wo, 'ours');
});
test.run();
