import { getItems, getMembers, getNode, isPresent, textOf } from '../document-node.ts';
import { validateJwt } from './grammar/jwt.ts';
import { type Rule, violationAt } from './rule.ts';
import { validateMatchLabels } from './workload-selector.ts';

export const validatePeerAuthentication: Rule = function* (spec) {
  yield* validateMatchLabels(spec);
  const ports = getNode(spec, 'portLevelMtls');
  if (!isPresent(ports)) return;
  const members = getMembers(ports);
  if (members.length === 0) yield violationAt(ports, 'portLevelMtls is empty: write a port, or leave it out');
  else if (getMembers(getNode(spec, 'selector', 'matchLabels')).length === 0)
    yield violationAt(ports, 'portLevelMtls holds for workloads that a selector names: write selector.matchLabels');
  for (const [port, node] of members) if (/^0+$/.test(port)) yield violationAt(node, 'port cannot be 0');
};

export const validateRequestAuthentication: Rule = function* (spec) {
  yield* validateMatchLabels(spec);
  for (const rule of getItems(spec, 'jwtRules')) {
    if (rule.value === null) continue;
    yield* validateJwt(rule, 'fromParams');
    for (const header of getItems(rule, 'fromHeaders'))
      if (textOf(getNode(header, 'name')) === undefined) yield violationAt(header, 'location header name must be non-empty string');
  }
};
