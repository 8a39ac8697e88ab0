import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { skipping } from '../support/skip.ts';
import { engine, type Story, tell } from './support/story.ts';

const Faults = suite('an apply with a fault at every call');
const real = engine.found ? Faults : skipping(Faults, engine.reason);

const platform = `
resource "slipway_project" "p" {
  name = "payments"
  tags = { cost = "42" }
}
resource "slipway_workspace" "a" {
  name       = "network"
  project_id = slipway_project.p.id
  tag_names  = ["eu"]
}
resource "slipway_workspace" "b" { name = "web" }
resource "slipway_remote_state_consumer" "c" {
  workspace_id = slipway_workspace.a.id
  consumer_id  = slipway_workspace.b.id
}
resource "slipway_variable_set" "s" { name = "common" }
resource "slipway_variable_set_variable" "v" {
  variable_set_id = slipway_variable_set.s.id
  key             = "REGION"
  value           = "eu"
  category        = "env"
}
resource "slipway_variable_set_project" "sp" {
  variable_set_id = slipway_variable_set.s.id
  project_id      = slipway_project.p.id
}
resource "slipway_workspace_lock" "l" { workspace_id = slipway_workspace.b.id }
`;

/** What exists at the service, by name: an orphan or a duplicate would show. */
const everything = async (story: Story) => {
  const names = async (path: string, name: string) => (await story.api('GET', path)).body.data.map((one: any) => one.attributes[name]).sort();
  const sets = (await story.api('GET', '/organizations/acme/varsets')).body.data as { id: string; attributes: { name: string } }[];
  return {
    projects: await names('/organizations/acme/projects', 'name'), workspaces: await names('/organizations/acme/workspaces', 'name'),
    sets: sets.map((set) => set.attributes.name),
    variables: (await Promise.all(sets.map((set) => names(`/varsets/${set.id}/relationships/vars`, 'key')))).flat(),
  };
};

const all = { projects: ['Default Project', 'payments'], workspaces: ['network', 'web'], sets: ['common'], variables: ['REGION'] };
const none = { projects: ['Default Project'], workspaces: [], sets: [], variables: [] };
/** No jitter, and a deadline that lets a lasting fault end the call soon. */
const waiting = { random: () => 0, deadline: 1500 };

/** Applies with the fault planted, whatever comes of it; then without it; then looks, and destroys. */
const survive = async (fault: object): Promise<void> => {
  const story = await tell({}, {}, waiting);
  try {
    await story.control('POST', '/faults', fault);
    story.write(platform);
    await story.run(['apply', '-auto-approve', '-no-color']).catch(() => {});
    await story.control('DELETE', '/faults');
    await story.apply(platform);
    assert.equal(await everything(story), all, `after ${JSON.stringify(fault)}`);
    assert.equal(await story.changes(), [], `after ${JSON.stringify(fault)}`);
    await story.run(['destroy', '-auto-approve', '-no-color']);
    assert.equal(await everything(story), none, `destroyed after ${JSON.stringify(fault)}`);
  } finally { await story.end(); }
};

const countCalls = async (): Promise<number> => {
  const story = await tell({}, {}, waiting);
  try {
    await story.control('DELETE', '/journal');
    await story.apply(platform);
    return (await story.control('GET', '/journal')).total;
  } finally { await story.end(); }
};

for (const fault of ['lost-before', 'lost-after', '429', '500']) {
  real(`${fault}, once, at each call in turn: a second apply converges, with no orphan and no duplicate`, async () => {
    const calls = await countCalls();
    assert.ok(calls >= 10, `${calls} calls`);
    const indexes = Array.from({ length: calls }, (_, index) => index + 1);
    const work = async () => { for (let at = indexes.shift(); at !== undefined; at = indexes.shift()) await survive({ fault, at }); };
    await Promise.all([work(), work()]);
  });

  // A connection lost after the service acted, for good, leaves nobody to ask: that one is told, never guessed (bad-input.test.ts).
  if (fault !== 'lost-after') real(`${fault}, from a call on and for as long as the apply tries: the same`, async () => {
    // A limiter that was refused a thousand times has learned to wait longer than this deadline allows.
    for (const at of [2, 5, 9]) await survive({ fault, at, times: fault === '429' ? 4 : 1000 });
  });
}

Faults.run();
