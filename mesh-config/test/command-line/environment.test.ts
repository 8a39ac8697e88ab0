import { fc } from '@slipway/test-support/seed';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { readEnvironment } from '../../src/environment.ts';

const test = suite('mesh-config environment variables');
const read = (variables: Readonly<Record<string, string>>) => {
  const warnings: string[] = [];
  return {
    ...readEnvironment(variables, (warning) => {
      warnings.push(warning);
    }),
    warnings,
  };
};
const defaults = {
  denials: { interval: 60_000, burst: 1 },
  requests: { interval: 1000, burst: 100 },
  streams: { interval: 1000, burst: 100 },
  warnings: [],
};

test('without variables the defaults apply', () => {
  assert.equal(read({}), defaults);
});
test('an empty variable counts as absent', () => {
  assert.equal(read({ MCP_SOURCE_REQ_FREQ: '' }), defaults);
});
test('each variable sets its own limit', () => {
  assert.equal(
    read({
      AUTHZ_FAILURE_LOG_BURST_SIZE: '3',
      AUTHZ_FAILURE_LOG_FREQ: '2m',
      MCP_SOURCE_REQ_BURST_SIZE: '7',
      MCP_SOURCE_REQ_FREQ: '10ms',
      SOURCE_SERVER_STREAM_BURST_SIZE: '+9',
      SOURCE_SERVER_STREAM_FREQ: '1m1.5s',
    }),
    {
      denials: { interval: 120_000, burst: 3 },
      requests: { interval: 10, burst: 7 },
      streams: { interval: 61_500, burst: 9 },
      warnings: [],
    },
  );
});
test('an interval of 0 disables the limit', () => {
  assert.is(read({ MCP_SOURCE_REQ_FREQ: '0s' }).requests.interval, 0);
});
for (const [name, value, warning] of [
  ['MCP_SOURCE_REQ_FREQ', 'bogus', 'Invalid environment variable value `bogus`, expecting a duration, defaulting to 1s'],
  ['SOURCE_SERVER_STREAM_FREQ', '5', 'Invalid environment variable value `5`, expecting a duration, defaulting to 1s'],
  ['AUTHZ_FAILURE_LOG_FREQ', '-1s', 'Invalid environment variable value `-1s`, expecting a duration, defaulting to 1m0s'],
  ['AUTHZ_FAILURE_LOG_BURST_SIZE', 'many', 'Invalid environment variable value `many`, expecting an integer, defaulting to 1'],
  [
    'MCP_SOURCE_REQ_FREQ',
    'x'.repeat(101),
    `Invalid environment variable value \`${'x'.repeat(100)}\`, expecting a duration, defaulting to 1s`,
  ],
  ['MCP_SOURCE_REQ_BURST_SIZE', '0', 'Invalid environment variable value `0`, expecting an integer, defaulting to 100'],
  ['SOURCE_SERVER_STREAM_BURST_SIZE', '0x10', 'Invalid environment variable value `0x10`, expecting an integer, defaulting to 100'],
] as const)
  test(`${name}=${value} is a warning, and the default applies`, () => {
    assert.equal(read({ [name]: value }), { ...defaults, warnings: [warning] });
  });
test('any values give valid rates', () => {
  fc.assert(
    fc.property(fc.string(), (value) => {
      const { denials, requests, streams } = read(
        Object.fromEntries(
          ['AUTHZ_FAILURE_LOG', 'MCP_SOURCE_REQ', 'SOURCE_SERVER_STREAM'].flatMap((name) => [
            [`${name}_FREQ`, value],
            [`${name}_BURST_SIZE`, value],
          ]),
        ),
      );
      for (const { interval, burst } of [denials, requests, streams]) assert.ok(interval >= 0 && burst >= 1 && Number.isInteger(burst));
    }),
  );
});
test.run();
