import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as assert from 'uvu/assert';
import { address } from './support/engine.ts';

import { engineSuite, store, reported, good, initialised, state, attributes } from './support/engine-suite.ts';

const { test, real } = engineSuite('protocol under the real engine');

real('a resource with every kind of value is created, stays as it is, and is destroyed', async () => {
  const one = await initialised(`
    provider "fixture" {}
    resource "fixture_note" "a" {
      title    = "One"
      weight   = 0.1
      labels   = { a = "b", "c.d" = "e" }
      readers  = ["x", "y"]
      lines    = [{ text = "first" }, { text = "second" }]
      place    = { room = "hall" }
      anything = ["a", 1, { b = tolist(["c"]) }]
      pin      = "1234567890"
    }
    resource "fixture_note" "b" {
      title  = "Two"
      weight = 12345678901234567890123
      body   = fixture_note.a.body
    }`);
  assert.match(await good(one, 'validate'), 'Success! The configuration is valid.');
  assert.match(await good(one, 'apply', '-auto-approve'), '2 added, 0 changed, 0 destroyed');
  assert.equal(attributes(one, 'a'), {
    id: 'note-one',
    title: 'One',
    body: 'About One',
    weight: 0.1,
    loud: null,
    labels: { a: 'b', 'c.d': 'e' },
    readers: ['x', 'y'],
    lines: [
      { text: 'first', number: 1 },
      { text: 'second', number: 2 },
    ],
    place: { room: 'hall' },
    anything: { value: ['a', 1, { b: ['c'] }], type: ['tuple', ['string', 'number', ['object', { b: ['list', 'string'] }]]] },
    pin: '1234567890',
    key_wo: null,
    key_length: null,
    writes: 1,
  });
  assert.match(state(one), '"weight": 12345678901234567890123');
  assert.is(attributes(one, 'b').body, 'About One');
  assert.match(await good(one, 'plan', '-detailed-exitcode'), 'No changes.');
  assert.match(await good(one, 'destroy', '-auto-approve'), '2 destroyed');
  assert.is(readFileSync(store, 'utf8'), '{}');
});

real('a change is planned in place, a new title replaces, and private state survives both', async () => {
  const note = (title: string, body: string) => `resource "fixture_note" "a" {\n  title = "${title}"\n  body = "${body}"\n}`;
  const one = await initialised(note('One', 'first'));
  await good(one, 'apply', '-auto-approve');
  one.write(note('One', 'second'));
  assert.match(await good(one, 'apply', '-auto-approve'), '0 added, 1 changed, 0 destroyed');
  assert.equal([attributes(one, 'a').body, attributes(one, 'a').writes], ['second', 2]);
  one.write(note('Other', 'second'));
  const replaced = await good(one, 'apply', '-auto-approve');
  assert.match(replaced, 'must be replaced');
  assert.match(replaced, 'forces replacement');
  assert.equal([attributes(one, 'a').id, attributes(one, 'a').writes], ['note-other', 1]);
});

real('an ephemeral value reaches a write-only attribute, and neither reaches state or plan', async () => {
  const one = await initialised(`
    ephemeral "fixture_ticket" "t" { name = "canary-joe" }
    resource "fixture_note" "a" {
      title  = "One"
      key_wo = ephemeral.fixture_ticket.t.ticket
    }`);
  await good(one, 'plan', '-out=plan.bin');
  await good(one, 'apply', 'plan.bin');
  assert.is(attributes(one, 'a').key_length, 'ticket-for-canary-joe'.length);
  assert.not.match(state(one), 'ticket-for-canary-joe');
  assert.not.match(await good(one, 'show', '-json', 'plan.bin'), 'ticket-for-canary-joe');
  assert.match(readFileSync(reported, 'utf8'), 'open\nclose stub\n');
  assert.match(await good(one, 'plan', '-detailed-exitcode'), 'No changes.');
});

real('functions answer, and an argument that is wrong is pointed at', async () => {
  const one = await initialised(
    'output "joined" { value = provider::fixture::join("-", "a", "b") }\noutput "same" { value = provider::fixture::same(tolist(["x"])) }',
  );
  const applied = await good(one, 'apply', '-auto-approve');
  assert.match(applied, 'joined = "a-b"');
  assert.match(applied, 'same = tolist([');
  one.write('output "joined" { value = provider::fixture::join("", "a") }');
  const { status, text } = await one.run(['plan', '-no-color']);
  assert.is(status, 1);
  assert.match(text, 'Invalid value for "separator" parameter: separator must not be empty.');
});

real("a data source is read with the provider's configuration", async () => {
  const one = await initialised(
    'provider "fixture" { greeting = "Hi" }\ndata "fixture_greeting" "g" { name = "Ann" }\n' +
      'output "words" { value = data.fixture_greeting.g.words }',
  );
  assert.match(await good(one, 'apply', '-auto-approve'), 'words = "Hi, Ann"');
});

real('warnings and errors point at the line of the attribute', async () => {
  const one = await initialised('resource "fixture_note" "a" {\n  title = ""\n  loud  = true\n  lines = [{ text = "" }]\n}');
  const { status, text } = await one.run(['validate', '-json']);
  assert.is(status, 1);
  assert.equal(
    JSON.parse(text).diagnostics.map(({ severity, summary, range }: any) => [severity, summary, range.start.line]),
    [
      ['error', 'A note needs a title', 7],
      ['warning', 'loud is going away', 8],
      ['error', 'A line is empty (lines[0].text)', 9],
    ],
  );
});

real('an object is imported by its ID, with a configuration written for it', async () => {
  writeFileSync(store, JSON.stringify({ 'note-there': { id: 'note-there', title: 'There', body: 'Found', writes: 1, key_length: null } }));
  const one = await initialised('import {\n  to = fixture_note.there\n  id = "note-there"\n}');
  await good(one, 'plan', '-generate-config-out=generated.tf');
  assert.match(readFileSync(join(one.folder, 'generated.tf'), 'utf8'), /title\s+= "There"/);
  assert.match(await good(one, 'apply', '-auto-approve'), '1 imported, 0 added, 0 changed, 0 destroyed');
  assert.match(await good(one, 'plan', '-detailed-exitcode'), 'No changes.');
  const missing = await one.run(['import', '-no-color', 'fixture_note.nowhere', 'note-nowhere']);
  assert.is(missing.status, 1);
});

real('an object that vanished is planned anew', async () => {
  const one = await initialised('resource "fixture_note" "a" { title = "One" }');
  await good(one, 'apply', '-auto-approve');
  rmSync(store);
  const { status, text } = await one.run(['plan', '-no-color', '-detailed-exitcode']);
  assert.is(status, 2);
  assert.match(text, '1 to add');
});

real('a create that half failed is kept and tainted', async () => {
  const one = await initialised('resource "fixture_note" "a" { title = "Half" }');
  const { status, text } = await one.run(['apply', '-auto-approve', '-no-color']);
  assert.is(status, 1);
  assert.match(text, 'Only half of it was written');
  const [instance] = JSON.parse(state(one)).resources[0].instances;
  assert.equal([instance.status, instance.attributes.id], ['tainted', 'note-half']);
});

real('an object of another type moves here', async () => {
  const one = await initialised('resource "terraform_data" "old" { input = "words" }');
  await good(one, 'apply', '-auto-approve');
  one.write(
    'resource "fixture_note" "new" {\n  title = "Moved"\n  body = "words"\n}\nmoved {\n' +
      '  from = terraform_data.old\n  to = fixture_note.new\n}',
  );
  assert.match(await good(one, 'plan'), 'moved from terraform_data.old');
  await good(one, 'apply', '-auto-approve');
  assert.equal([attributes(one, 'new').id, attributes(one, 'new').body], ['note-moved', 'words']);
});

real('state of an older schema is upgraded when it is read', async () => {
  const one = await initialised('resource "fixture_note" "a" { title = "Old" }');
  writeFileSync(store, JSON.stringify({ 'note-old': { id: 'note-old', title: 'Old', body: 'b', writes: 1, key_length: null } }));
  writeFileSync(
    join(one.folder, 'terraform.tfstate'),
    JSON.stringify({
      version: 4,
      terraform_version: '1.11.0',
      serial: 1,
      lineage: 'x',
      outputs: {},
      resources: [
        {
          mode: 'managed',
          type: 'fixture_note',
          name: 'a',
          provider: `provider["${address}"]`,
          instances: [{ schema_version: 1, attributes: { id: 'note-old', name: 'Old' } }],
        },
      ],
    }),
  );
  assert.match(await good(one, 'plan', '-detailed-exitcode'), 'No changes.');
});

real('a crash is shown with its reason', async () => {
  const one = await initialised('resource "fixture_note" "a" { title = provider::fixture::crash() }');
  const { status, text } = await one.run(['plan', '-no-color']);
  assert.is(status, 1);
  assert.match(text, 'panic: Error: over with');
});

test.run();
