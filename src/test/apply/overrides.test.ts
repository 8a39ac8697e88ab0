import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { endpointOperations } from '../../apply/endpoint-operations.ts';
import { overrides } from '../../apply/resource-operations.ts';
import { resources } from '@slipway/declarations/resources';

const Vocabulary = suite('the vocabulary');

Vocabulary('at most a quarter of all verbs is written by hand; above that the vocabulary is wrong', () => {
  const operations = Object.keys(resources).length * 4;
  const overridden = Object.entries(overrides).map(
    ([name, make]) => [name, Object.keys(make(resources[name]!, endpointOperations(resources[name]!)))] as const,
  );
  const count = overridden.flatMap(([, names]) => names).length;
  console.log(
    `by hand: ${count} of ${operations} verbs (${Math.round((100 * count) / operations)} %): ` +
      overridden.map(([name, names]) => `${name} ${names.join(' and ')}`).join(', '),
  );
  assert.ok(count / operations <= 0.25, `${count} of ${operations}`);
});

Vocabulary.run();
