import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { readYaml, resolvePlainScalar } from '@slipway/schema-tools/yaml';

const test = suite('YAML of Kubernetes');

test('scalars without quotes are what YAML 1.1 makes of them; times of a clock and dates are texts', () => {
  const values: readonly (readonly [text: string, value: unknown])[] = [
    ['yes', true],
    ['On', true],
    ['y', true],
    ['TRUE', true],
    ['no', false],
    ['N', false],
    ['OFF', false],
    ['~', null],
    ['Null', null],
    ['nULL', 'nULL'],
    ['yEs', 'yEs'],
    ['0120', 80],
    ['0o17', 15],
    ['0890', 890],
    ['0x1F', 31],
    ['-0x10', -16],
    ['0b11', 3],
    ['8_080', 8080],
    ['0_1.5', 1.5],
    ['+80', 80],
    ['8e1', 80],
    ['8.e+1', 80],
    ['.5', 0.5],
    ['1.', 1],
    ['.inf', Infinity],
    ['-.INF', -Infinity],
    ['1:30', '1:30'],
    ['2020-01-02', '2020-01-02'],
    ['1.2.3', '1.2.3'],
    ['-', '-'],
    ['_1', '_1'],
  ];
  assert.equal(
    values.map(([text]) => [text, resolvePlainScalar(text)]),
    values,
  );
  assert.ok(Number.isNaN(resolvePlainScalar('.nan')));
});
test('a document with apiVersion and kind is read so, and what YAML 1.2 reads otherwise is a warning at its place', () => {
  const { documents, faults } = readYaml('apiVersion: v1\nkind: Service\nspec: {a: yes, b: "yes", c: 0120, on: 1, d: !!str off, e: 80}\n');
  assert.equal(documents[0]!.value, { apiVersion: 'v1', kind: 'Service', spec: { a: true, b: 'yes', c: 80, true: 1, d: 'off', e: 80 } });
  assert.equal(faults, [
    {
      start: 39,
      end: 42,
      severity: 'warning',
      message: 'yes is true in YAML 1.1, which Kubernetes reads: write true, or "yes" if the text is meant',
    },
    {
      start: 57,
      end: 61,
      severity: 'warning',
      message: '0120 is 80 in YAML 1.1, which Kubernetes reads: write 80, or "0120" if the text is meant',
    },
    {
      start: 63,
      end: 65,
      severity: 'warning',
      message: 'on is true in YAML 1.1, which Kubernetes reads: write true, or "on" if the text is meant',
    },
  ]);
});
test('any other document is YAML 1.2', () => {
  const { documents, faults } = readYaml('on: push\nmode: 0120\nflag: yes\n');
  assert.equal([documents[0]!.value, faults], [{ on: 'push', mode: 120, flag: 'yes' }, []]);
});
test.run();
