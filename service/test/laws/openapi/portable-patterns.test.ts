/** Clients check patterns with the regular expressions of their own language: Python, Go and Java have no ECMAScript properties. */
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { resources } from '@slipway/declarations/resources';
import { renderOpenApi } from '../../../src/control/openapi/document.ts';
import { apiDefinitions } from '../../../src/service.ts';

const test = suite('patterns of the OpenAPI documents');

const collectPatterns = (value: unknown): readonly string[] => {
  if (typeof value !== 'object' || value === null) return [];
  const own = 'pattern' in value && typeof value.pattern === 'string' ? [value.pattern] : [];
  return [...own, ...Object.values(value).flatMap(collectPatterns)];
};
/** Properties (`\p{…}`), named groups, and look-behind are written differently elsewhere, or are not there. */
const isPortable = (pattern: string): boolean => !/\\[pPk]|\(\?<|\\u\{/.test(pattern);

for (const api of apiDefinitions)
  test(`of ${api.name} are read the same by other languages`, () => {
    const declared = Object.values(resources).filter(({ service }) => service === api.name);
    const patterns = [...new Set(collectPatterns(renderOpenApi(api, declared, '')))];
    assert.ok(patterns.length > 5);
    assert.equal(
      patterns.filter((pattern) => !isPortable(pattern)),
      [],
    );
    for (const pattern of patterns) assert.not.throws(() => new RegExp(pattern), pattern);
  });

test.run();
