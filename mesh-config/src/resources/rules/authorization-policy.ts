import { type DocumentNode, getItems, getNode, isPresent, stringOf, textOf } from '../document-node.ts';
import { isAddressOrBlock } from './grammar/addresses.ts';
import { describeUnknownKey, findConditionKey } from './grammar/conditions.ts';
import { isPortText } from './grammar/port-texts.ts';
import { quoteValue, type Rule, type Violations, violationAt } from './rule.ts';
import { validateMatchLabels } from './workload-selector.ts';

const sourceLists = [
  'principals',
  'notPrincipals',
  'requestPrincipals',
  'notRequestPrincipals',
  'namespaces',
  'notNamespaces',
  'ipBlocks',
  'notIpBlocks',
];
const operationLists = ['hosts', 'notHosts', 'ports', 'notPorts', 'methods', 'notMethods', 'paths', 'notPaths'];

function* validateTexts(place: DocumentNode, list: string): Violations {
  for (const item of getItems(place, list)) {
    const text = stringOf(item);
    if (text === undefined) continue;
    if (text === '') yield violationAt(item, `empty value not allowed, found in ${list}`);
    else if (/ipblocks$/i.test(list) && !isAddressOrBlock(text))
      yield violationAt(item, `${quoteValue(item)} is not a valid IP address or CIDR block`);
    else if (/ports$/i.test(list) && !isPortText(text))
      yield violationAt(item, `${quoteValue(item)} is not a port: expected digits, from 0 to 65535`);
  }
}

/** One item of `from` or `to`. */
function* validatePart(part: DocumentNode, field: 'source' | 'operation', lists: readonly string[]): Violations {
  const node = getNode(part, field);
  if (!isPresent(node)) {
    yield violationAt(part, `${field} is missing`);
    return;
  }
  if (lists.every((list) => getItems(node, list).length === 0))
    yield violationAt(node, `${field} must have at least one of ${lists.join(', ')}`);
  for (const list of lists) yield* validateTexts(node, list);
}

function* validateCondition(condition: DocumentNode): Violations {
  const keyNode = getNode(condition, 'key');
  const key = textOf(keyNode);
  if (key === undefined) yield violationAt(keyNode, '`key` must not be empty');
  const values = ['values', 'notValues'].flatMap((list) => getItems(condition, list));
  if (values.length === 0) yield violationAt(condition, 'condition has neither values nor notValues: write at least one');
  for (const value of values) if (value.value === '') yield violationAt(value, 'empty value not allowed');
  if (key === undefined) return;
  const known = findConditionKey(key);
  if (!known) yield violationAt(keyNode, describeUnknownKey(key));
  for (const value of known?.value ? values : [])
    if (stringOf(value) && !known!.value!.isValid(stringOf(value)!))
      yield violationAt(value, `${quoteValue(value)}: expected ${known!.value!.expected}`);
}

export const validateAuthorizationPolicy: Rule = function* (spec) {
  if (!(yield* validateMatchLabels(spec))) return;
  if (getNode(spec, 'action').value === 'DENY' && !isPresent(getNode(spec, 'rules')))
    yield violationAt(spec, 'a deny policy without `rules` is meaningless and has no effect');
  for (const rule of getItems(spec, 'rules')) {
    for (const list of ['from', 'to'])
      if (isPresent(getNode(rule, list)) && getItems(rule, list).length === 0)
        yield violationAt(getNode(rule, list), `\`${list}\` cannot be empty, should have at least 1 element`);
    for (const from of getItems(rule, 'from')) yield* validatePart(from, 'source', sourceLists);
    for (const to of getItems(rule, 'to')) yield* validatePart(to, 'operation', operationLists);
    for (const condition of getItems(rule, 'when')) yield* validateCondition(condition);
  }
};
