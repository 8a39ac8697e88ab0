import { getItems, getNode, stringOf, textOf } from '../document-node.ts';
import { validateExportTo } from './grammar/export-to.ts';
import { validateLabels } from './grammar/labels.ts';
import { isDnsLabel, isWildcardName } from './grammar/names.ts';
import { quoteValue, type Rule, violationAt } from './rule.ts';
import { validateTrafficPolicy } from './traffic-policy.ts';

export const validateDestinationRule: Rule = function* (spec) {
  const host = getNode(spec, 'host');
  if (textOf(host) === undefined) yield violationAt(host, 'destination rule has no host');
  else if (!isWildcardName(textOf(host)!))
    yield violationAt(host, `${quoteValue(host)} is not a host: expected a DNS name, or one that begins with *`);
  yield* validateExportTo(spec);
  yield* validateTrafficPolicy(getNode(spec, 'trafficPolicy'));
  for (const subset of getItems(spec, 'subsets')) {
    const name = getNode(subset, 'name');
    const text = stringOf(name) ?? '';
    if (text === '') yield violationAt(name, 'subset name cannot be empty');
    else if (!isDnsLabel(text)) yield violationAt(name, `subset name is invalid: ${text}`);
    yield* validateLabels(getNode(subset, 'labels'));
    yield* validateTrafficPolicy(getNode(subset, 'trafficPolicy'));
  }
};
