import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { constructMeta } from '../../src/derive/index.ts';
import { dock } from './sample.ts';

const facts = suite('construct facts');

const meta = constructMeta(dock);

facts('name the thing and its rules', () =>
  assert.equal(
    { name: meta.name, doc: meta.doc, rules: meta.rules },
    {
      name: 'dock',
      doc: 'A dock.',
      rules: [
        '`flooded` cannot be set together with `mode`: the second is the old spelling of the first.',
        '`pump_id` is required when `mode` is "dry".',
        '`pump_id` cannot be set when `mode` is "wet".',
        '`crane.load` cannot be set together with `crane.tonnes`.',
        '`key_wo` cannot be set together with `key`.',
      ],
    },
  ),
);

facts("keep what the engine's schema loses on the way to a generator", () => {
  const { flooded, key, key_wo, key_version, organization, crane } = meta.attributes;
  assert.equal(
    { flooded, key, key_wo, key_version, organization },
    {
      flooded: { mode: 'optional', doc: 'Whether it is wet.', type: 'true or false', deprecated: 'Use `mode`.' },
      key: { mode: 'optional', doc: 'The key.', type: 'a key that begins with k-', sensitive: true },
      key_wo: { mode: 'optional', doc: 'The key, not stored.', type: 'a key that begins with k-', writeOnly: true },
      key_version: { mode: 'optional', filled: true, doc: 'Counts the keys.', type: 'a whole number' },
      organization: { mode: 'optional', filled: true, doc: 'Who owns it. Left alone when unset.', type: 'a string', replaces: true },
    },
  );
  assert.equal(crane?.members?.['tonnes'], { mode: 'optional', doc: 'What it lifts.', type: 'a whole number', deprecated: 'Use `load`.' });
});

facts('are plain JSON', () => assert.equal(JSON.parse(JSON.stringify(meta)), meta));

facts.run();
