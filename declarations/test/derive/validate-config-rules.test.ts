import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { exactlyOneOf, object, optional, required, setOf, string, unknown, when } from '../../src/declare/index.ts';
import { validateConfig } from '../../src/derive/index.ts';
import { dock } from './sample.ts';

const reported = (config: object) => validateConfig(dock, { name: 'north', ...config } as never);

// ---

const rules = suite('verdict on rules');

rules('a broken rule says its sentence and which line to change', () =>
  assert.equal(reported({ mode: 'dry' }), [
    {
      path: ['pump_id'],
      summary: 'Missing "pump_id"',
      detail: '`pump_id` is required when `mode` is "dry". Set `pump_id`, or change `mode`.',
    },
  ]),
);

rules('a rule can name the path of a member', () =>
  assert.equal(reported({ crane: { maker: 'ACME', tonnes: 1, load: 2 } }), [
    {
      path: ['crane', 'load'],
      summary: '"crane.load" does not fit what else is set',
      detail: '`crane.load` cannot be set together with `crane.tonnes`. Remove `crane.load`, or change `crane.tonnes`.',
    },
  ]),
);

rules('a boolean false is given', () =>
  assert.equal(
    reported({ mode: 'wet', flooded: false }).map((fault) => fault.path),
    [['flooded']],
  ),
);

rules('unknown is neither given nor absent', () => {
  assert.equal(reported({ mode: 'dry', pump_id: unknown }), []);
  assert.equal(reported({ mode: unknown, pump_id: null }), []);
  assert.equal(reported({ mode: 'wet', pump_id: unknown }), []);
});

rules('a path that already has a fault is not reported twice', () =>
  assert.equal(
    reported({ mode: 'wet', pump_id: 'x' }).map((fault) => fault.summary),
    ['Wrong value for "pump_id"'],
  ),
);

rules('exactly one: none and two are faults', () => {
  const of = { attributes: { a: optional(string, 'A.'), b: optional(string, 'B.') }, constraints: [exactlyOneOf('a', 'b')] };
  assert.equal(
    validateConfig(of, {}).map((fault) => fault.detail),
    ['Exactly one of `a` and `b` must be set. Set `a`.'],
  );
  assert.equal(
    validateConfig(of, { a: 'x', b: 'y' }).map((fault) => fault.detail),
    ['Exactly one of `a` and `b` must be set. Change `b`, or change `a`.'],
  );
  assert.equal(validateConfig(of, { a: unknown }), []);
});

rules('a value that another forbids is told to change', () => {
  const of = { attributes: { a: optional(string, 'A.'), b: optional(string, 'B.') }, constraints: [when('a', 'x').allowsOnly('b', 'y')] };
  assert.equal(
    validateConfig(of, { a: 'x', b: 'z' }).map((fault) => fault.detail),
    ['`b` must be "y" when `a` is "x". Change `b`, or change `a`.'],
  );
});

rules.run();

// ---

const secrets = suite('verdict and secrets');

secrets('a value that is sensitive, secret or write-only is never shown', () => {
  const faults = reported({ key: 'canary-1', key_wo: 'canary-2' });
  assert.equal(
    faults.map((fault) => fault.detail),
    [
      'Expected a key that begins with k-; given a value that is not shown, being sensitive.',
      'Expected a key that begins with k-; given a value that is not shown, being sensitive.',
    ],
  );
  assert.not.match(JSON.stringify(faults), 'canary');
});

secrets('a member of a sensitive object is never shown', () => {
  const of = { attributes: { login: optional(object({ user: required(setOf(string), 'Users.') }), 'The login.', { sensitive: true }) } };
  assert.not.match(JSON.stringify(validateConfig(of, { login: { user: [7531] } })), '7531');
});

secrets.run();
