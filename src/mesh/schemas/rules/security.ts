import { at, each, isObject, isThere, members, textOf } from '../../place.ts';
import type { Broken, Rule } from './rule.ts';

export const peerAuthentication: Rule = function* (spec): Generator<Broken> {
  const ports = members(at(spec, 'portLevelMtls'));
  if (ports.length > 0 && !isObject(at(spec, 'selector', 'matchLabels').value)) yield { pointer: at(spec, 'portLevelMtls').pointer, message: 'portLevelMtls holds for workloads that a selector names: write selector.matchLabels' };
};

export const authorizationPolicy: Rule = function* (spec): Generator<Broken> {
  for (const rule of each(spec, 'rules')) {
    for (const [list, field] of [['from', 'source'], ['to', 'operation']] as const) {
      for (const one of each(rule, list)) if (!isThere(at(one, field))) yield { pointer: one.pointer, message: `${list} has no ${field}` };
    }
    for (const when of each(rule, 'when')) {
      if (each(when, 'values').length === 0 && each(when, 'notValues').length === 0) yield { pointer: when.pointer, message: 'condition has neither values nor notValues: write at least one' };
    }
  }
};

export const serviceRole: Rule = function* (spec): Generator<Broken> {
  const rules = each(spec, 'rules');
  if (rules.length === 0) yield { pointer: at(spec, 'rules').pointer, message: 'service role must have at least one rule' };
  for (const rule of rules) if (each(rule, 'services').length === 0) yield { pointer: rule.pointer, message: 'rule has no services: write at least one, * for all' };
};

export const serviceRoleBinding: Rule = function* (spec): Generator<Broken> {
  if (each(spec, 'subjects').length === 0) yield { pointer: at(spec, 'subjects').pointer, message: 'service role binding must have at least one subject' };
  if (!isThere(at(spec, 'roleRef')) && textOf(at(spec, 'role')) === undefined) yield { pointer: at(spec, 'roleRef').pointer, message: 'service role binding has no roleRef: write its kind, ServiceRole, and name' };
  else if (isThere(at(spec, 'roleRef')) && textOf(at(spec, 'roleRef', 'name')) === undefined) yield { pointer: at(spec, 'roleRef').pointer, message: 'roleRef has no name' };
};
