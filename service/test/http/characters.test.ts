import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { countCharacters, firstCharacters, isLongerThan } from '../../src/http/characters.ts';
import { fc } from '@slipway/test-support/seed';
import { runs } from '@slipway/test-support/scale';
import { policyPathOf } from '../ci/policies/policy-requests.ts';
import { statusAndMessage } from '../ci/support.ts';
import { startPipelineTest } from '../ci/pipelines/support.ts';

const test = suite('lengths of texts in CI requests');

test('law: a length is the number of code points, and a cut text holds no half of one', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom('a', 'ö', '😀', '\u{10ffff}'), maxLength: 40 }), fc.nat(40), (text, count) => {
      assert.is(countCharacters(text), [...text].length);
      assert.is(isLongerThan(text, count), [...text].length > count);
      assert.is(firstCharacters(text, count), [...text].slice(0, count).join(''));
    }),
    { numRuns: runs(500) },
  );
});

test('limits and messages count characters: at the limit accepted, one more refused', async () => {
  const here = await startPipelineTest();
  try {
    const face = (count: number): string => '😀'.repeat(count);
    const project = await here.configureProject('version: 2.1\njobs: { a: { docker: [{ image: x }], steps: [checkout] } }\n');
    const start = async (parameters: object) => statusAndMessage(await here.ci('POST /project/gh/acme/web/pipeline', { parameters }));
    assert.is((await start({ [face(128)]: face(512) }))[0], 201);
    assert.equal(await start({ a: face(513) }), [400, 'parameters: parameter a: expected at most 512 characters; found 513']);
    assert.equal(await start({ [face(129)]: 1 }), [400, `parameters: expected names of at most 128 characters; one has 129: ${face(20)}…`]);
    const hook = (url: string) =>
      here.ci('POST /webhook', {
        name: face(255),
        url,
        events: ['job-completed'],
        'verify-tls': true,
        'signing-secret': face(32_768),
        scope: { id: project, type: 'project' },
      });
    assert.is((await hook(`https://a.example/${face(1982)}`)).status, 201);
    assert.is((await hook(`https://a.example/${face(1983)}`)).status, 400);
    const bundle = async (name: string) =>
      (await here.ci(`POST ${policyPathOf(here, '/policy-bundle')}`, { policies: { [name]: 'package org\npolicy_name["a"]\n' } })).status;
    assert.equal([await bundle(face(255)), await bundle(face(256))], [201, 400]);
  } finally {
    await here.close();
  }
});

test.run();
