import { isString, type RegoValue } from '../values/index.ts';
import { blockContains, parseAddressOrBlock, parseBlock } from './address-blocks.ts';
import { asString, type Builtin, defineBuiltin, deprecate } from './builtin.ts';

function containsText(block: RegoValue, other: RegoValue): boolean | undefined {
  const [outer, inner] = [parseBlock(asString(block)), parseAddressOrBlock(asString(other))];
  return outer && inner ? blockContains(outer, inner) : undefined;
}

export const networkBuiltins: readonly Builtin[] = [
  defineBuiltin('net.cidr_is_valid', 1, ([text]) => isString(text) && parseBlock(text) !== undefined),
  defineBuiltin('net.cidr_contains', 2, ([block, other]) => containsText(block, other)),
  deprecate(defineBuiltin('net.cidr_overlap', 2, ([block, other]) => containsText(block, other))),
  defineBuiltin('net.cidr_intersects', 2, ([left, right]) => {
    const [first, second] = [parseBlock(asString(left)), parseBlock(asString(right))];
    return first && second ? blockContains(first, second) || blockContains(second, first) : undefined;
  }),
];
