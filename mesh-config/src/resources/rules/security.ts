import { getNode, getItems, isObject, isPresent, getMembers, textOf } from '../document-node.ts';
import type { RuleViolation, Rule } from './rule.ts';

export const validatePeerAuthentication: Rule = function* (spec): Generator<RuleViolation> {
  const ports = getMembers(getNode(spec, 'portLevelMtls'));
  if (ports.length > 0 && !isObject(getNode(spec, 'selector', 'matchLabels').value))
    yield {
      pointer: getNode(spec, 'portLevelMtls').pointer,
      message: 'portLevelMtls holds for workloads that a selector names: write selector.matchLabels',
    };
};

export const validateAuthorizationPolicy: Rule = function* (spec): Generator<RuleViolation> {
  for (const rule of getItems(spec, 'rules')) {
    for (const [list, field] of [
      ['from', 'source'],
      ['to', 'operation'],
    ] as const) {
      for (const one of getItems(rule, list))
        if (!isPresent(getNode(one, field))) yield { pointer: one.pointer, message: `${list} has no ${field}` };
    }
    for (const when of getItems(rule, 'when')) {
      if (getItems(when, 'values').length === 0 && getItems(when, 'notValues').length === 0)
        yield { pointer: when.pointer, message: 'condition has neither values nor notValues: write at least one' };
    }
  }
};

export const validateServiceRole: Rule = function* (spec): Generator<RuleViolation> {
  const rules = getItems(spec, 'rules');
  if (rules.length === 0) yield { pointer: getNode(spec, 'rules').pointer, message: 'service role must have at least one rule' };
  for (const rule of rules)
    if (getItems(rule, 'services').length === 0)
      yield { pointer: rule.pointer, message: 'rule has no services: write at least one, * for all' };
};

export const validateServiceRoleBinding: Rule = function* (spec): Generator<RuleViolation> {
  if (getItems(spec, 'subjects').length === 0)
    yield { pointer: getNode(spec, 'subjects').pointer, message: 'service role binding must have at least one subject' };
  if (!isPresent(getNode(spec, 'roleRef')) && textOf(getNode(spec, 'role')) === undefined)
    yield {
      pointer: getNode(spec, 'roleRef').pointer,
      message: 'service role binding has no roleRef: write its kind, ServiceRole, and name',
    };
  else if (isPresent(getNode(spec, 'roleRef')) && textOf(getNode(spec, 'roleRef', 'name')) === undefined)
    yield { pointer: getNode(spec, 'roleRef').pointer, message: 'roleRef has no name' };
};
