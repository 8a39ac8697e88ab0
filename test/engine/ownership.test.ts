import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { skipWithReason } from '../support/skip.ts';
import { engine, type EngineFixture, startFixture } from './support/engine-fixture.ts';

const Ownership = suite('tags and their owners under the real engine');
const real = engine.found ? Ownership : skipWithReason(Ownership, engine.reason);
let fixture: EngineFixture;

if (engine.found) {
  Ownership.before(async () => {
    fixture = await startFixture();
  });
  Ownership.after(async () => {
    await fixture.close();
  });
}

const workspace = (more: string) => `resource "slipway_workspace" "w" {\n  name = "web"\n  ${more}\n}\n`;
const idOf = () => fixture.state('slipway_workspace.w')['id'] as string;
const bindings = async () =>
  Object.fromEntries(
    (await fixture.api('GET', `/workspaces/${idOf()}/tag-bindings`)).body.data.map(({ attributes: { key, value } }: any) => [key, value]),
  );
const flatTags = async () =>
  (await fixture.api('GET', `/workspaces/${idOf()}/relationships/tags`)).body.data.map((tag: any) => tag.attributes.name).sort();
const bindElsewhere = (key: string, value: string) =>
  fixture.api('PATCH', `/workspaces/${idOf()}/tag-bindings`, { data: [{ type: 'tag-bindings', attributes: { key, value } }] });
const tagElsewhere = (name: string) =>
  fixture.api('POST', `/workspaces/${idOf()}/relationships/tags`, { data: [{ type: 'tags', attributes: { name } }] });

real('tags that are not said are not ours: what others bind is no difference', async () => {
  await fixture.apply(workspace(''));
  await bindElsewhere('theirs', '1');
  await tagElsewhere('their-flat');
  assert.equal(await fixture.plannedChanges(), []);
  assert.equal(await bindings(), { theirs: '1' });
});

real('some: ours are added, changed and removed among those of others', async () => {
  await fixture.apply(workspace('tags = { env = "prod", team = "a" }\n  ignore_additional_tags = true'));
  assert.equal(await bindings(), { theirs: '1', env: 'prod', team: 'a' });
  assert.equal(await fixture.plannedChanges(), []);
  await fixture.apply(workspace('tags = { env = "dev" }\n  ignore_additional_tags = true'));
  assert.equal(await bindings(), { theirs: '1', env: 'dev' });
  await bindElsewhere('more', '2');
  assert.equal(await fixture.plannedChanges(), []);
});

real('all: what others bind is shown, and removed', async () => {
  await fixture.apply(workspace('tags = { env = "dev" }'));
  assert.equal(await bindings(), { env: 'dev' });
  await bindElsewhere('rogue', 'x');
  assert.equal(await fixture.plannedChanges(), ['update slipway_workspace.w']);
  await fixture.run(['apply', '-auto-approve', '-no-color']);
  assert.equal(await bindings(), { env: 'dev' });
});

real('none: {} takes all of them away', async () => {
  await fixture.apply(workspace('tags = {}'));
  assert.equal(await bindings(), {});
  assert.equal(await fixture.plannedChanges(), []);
});

real('flat tags: some, then all', async () => {
  await fixture.apply(workspace('tag_names = ["eu"]\n  ignore_additional_tag_names = true'));
  assert.equal(await flatTags(), ['eu', 'their-flat']);
  assert.equal(await fixture.plannedChanges(), []);
  await fixture.apply(workspace('tag_names = ["eu", "prod"]'));
  assert.equal(await flatTags(), ['eu', 'prod']);
  assert.equal(await fixture.plannedChanges(), []);
});

real('a tag and a binding of their own stay beside a workspace without tags, which gives back those that it had set', async () => {
  const beside = `${workspace('')}
resource "slipway_workspace_tag" "t" {
  workspace_id = slipway_workspace.w.id
  name         = "beside"
}
resource "slipway_workspace_tag_binding" "b" {
  workspace_id = slipway_workspace.w.id
  key          = "beside"
  value        = "1"
}`;
  await fixture.apply(beside);
  assert.equal(await fixture.plannedChanges(), []);
  assert.equal([await flatTags(), await bindings()], [['beside'], { beside: '1' }]);
});

Ownership.run();
