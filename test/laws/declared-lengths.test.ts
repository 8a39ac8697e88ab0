import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { Attributes, AttributeKind } from '../../declarations/src/declare/index.ts';
import { findExpressionError } from '../../declarations/src/resources/ci/expression.ts';
import { actions, dataSources, ephemerals, resources } from '../../declarations/src/resources/index.ts';

const Lengths = suite('declared lengths');

/** Every kind of a string with a limit, inner ones included, by the path of its attribute. */
const limitedKinds = (attributes: Attributes, path: string): readonly (readonly [string, AttributeKind])[] =>
  Object.entries(attributes).flatMap(([name, { kind }]) => limitedIn(kind, `${path}.${name}`));
const limitedIn = (kind: AttributeKind, path: string): readonly (readonly [string, AttributeKind])[] => [
  ...('maxLength' in kind.json ? [[path, kind] as const] : []),
  ...(kind.item ? limitedIn(kind.item, `${path}[]`) : []),
  ...(kind.members ? limitedKinds(kind.members, path) : []),
];

Lengths('characters are code points, in every declared limit', () => {
  const limited = [resources, dataSources, actions, ephemerals].flatMap((all) =>
    Object.values(all).flatMap((one) => limitedKinds(one.attributes, `${one.form} ${one.name}`)),
  );
  assert.ok(limited.length > 20, String(limited.length));
  const wrong = limited.filter(([, kind]) => {
    const { maxLength } = kind.json as { readonly maxLength: number };
    return !kind.accepts('𝒳'.repeat(maxLength)) || kind.accepts('𝒳'.repeat(maxLength + 1));
  });
  assert.equal(
    wrong.map(([path]) => path),
    [],
  );
});
Lengths('an expression has at most 8192 code points', () => {
  const expression = (count: number) => `a == "${'𝒳'.repeat(count - 7)}"`;
  assert.is(findExpressionError(expression(8192)), null);
  assert.is(findExpressionError(expression(8193)), 'expected at most 8192 characters; given 8193');
});
Lengths.run();
