import { type DocumentNode, getItems, getMembers, getNode, isPresent, numberOf, textOf } from '../document-node.ts';
import { describePortRange, maxPort } from './grammar/ports.ts';
import { type Rule, type Violations, violationAt } from './rule.ts';

function* validatePorts(rule: DocumentNode): Violations {
  for (const list of ['ports', 'notPorts'])
    for (const port of getItems(rule, list)) {
      const number = numberOf(port);
      if (number !== undefined && (number < 1 || number > maxPort)) yield violationAt(port, describePortRange(number));
    }
}

function* validateAccessRule(rule: DocumentNode): Violations {
  for (const [list, opposite] of [
    ['methods', 'notMethods'],
    ['ports', 'notPorts'],
  ] as const)
    if (getItems(rule, list).length > 0 && getItems(rule, opposite).length > 0)
      yield violationAt(rule, `cannot define both ${list} and ${opposite}`);
  yield* validatePorts(rule);
  const hasPorts = getItems(rule, 'ports').length + getItems(rule, 'notPorts').length > 0;
  for (const constraint of getItems(rule, 'constraints')) {
    const key = textOf(getNode(constraint, 'key'));
    if (key === undefined) yield violationAt(constraint, 'key cannot be empty in constraint');
    if (getItems(constraint, 'values').length === 0) yield violationAt(constraint, 'values cannot be empty in constraint');
    if (hasPorts && key === 'destination.port')
      yield violationAt(constraint, 'cannot define destination.port in constraints beside ports or notPorts');
  }
}

export const validateServiceRole: Rule = function* (spec) {
  const rules = getItems(spec, 'rules');
  if (rules.length === 0) yield violationAt(getNode(spec, 'rules'), 'service role must have at least one rule');
  for (const rule of rules) yield* validateAccessRule(rule);
};

const subjectLists = ['namespaces', 'notNamespaces', 'groups', 'notGroups', 'ips', 'notIps', 'names', 'notNames'];
const propertyOf: Readonly<Record<string, string>> = {
  names: 'source.principal',
  groups: 'request.auth.claims[groups]',
  namespaces: 'source.namespace',
  ips: 'source.ip',
};

function* validateSubject(subject: DocumentNode): Violations {
  const properties = getMembers(getNode(subject, 'properties'));
  const isEmpty =
    textOf(getNode(subject, 'user')) === undefined &&
    textOf(getNode(subject, 'group')) === undefined &&
    properties.length === 0 &&
    subjectLists.every((list) => getItems(subject, list).length === 0);
  if (isEmpty) yield violationAt(subject, 'subject is empty: write user, names, groups, namespaces, ips or properties');
  for (const list of ['names', 'notNames'])
    for (const name of getItems(subject, list))
      if (name.value === '*') yield violationAt(name, `do not use * for ${list}: use ** for any user`);
  for (const [list, property] of Object.entries(propertyOf))
    for (const [key, node] of properties)
      if (key === property && getItems(subject, list).length > 0) yield violationAt(node, `cannot define ${property} beside ${list}`);
}

function* validateRole(spec: DocumentNode): Violations {
  const [reference, role, actions] = [getNode(spec, 'roleRef'), getNode(spec, 'role'), getItems(spec, 'actions')];
  const count = Number(isPresent(reference)) + Number(textOf(role) !== undefined) + Number(actions.length > 0);
  if (count !== 1) yield violationAt(spec, 'service role binding must have exactly one of roleRef, role and actions');
  if (isPresent(reference)) {
    if (getNode(reference, 'kind').value !== 'ServiceRole')
      yield violationAt(getNode(reference, 'kind'), 'kind of roleRef must be ServiceRole');
    if (textOf(getNode(reference, 'name')) === undefined) yield violationAt(reference, 'roleRef has no name');
  }
  if (role.value === '/') yield violationAt(role, 'role cannot be /: write the name of a role');
  for (const action of actions) yield* validateAccessRule(action);
}

export const validateServiceRoleBinding: Rule = function* (spec) {
  const subjects = getItems(spec, 'subjects');
  if (subjects.length === 0) yield violationAt(getNode(spec, 'subjects'), 'service role binding must have at least one subject');
  for (const subject of subjects) yield* validateSubject(subject);
  yield* validateRole(spec);
};

export const validateRbacConfig: Rule = function* (spec, document) {
  const name = getNode(document, 'metadata', 'name');
  if (textOf(name) !== undefined && name.value !== 'default')
    yield violationAt(name, `${String(getNode(document, 'kind').value)} has invalid name(${String(name.value)}), name must be "default"`);
  for (const [mode, field] of [
    ['ON_WITH_INCLUSION', 'inclusion'],
    ['ON_WITH_EXCLUSION', 'exclusion'],
  ] as const)
    if (getNode(spec, 'mode').value === mode && !isPresent(getNode(spec, field)))
      yield violationAt(getNode(spec, field), `${field} cannot be null (use '${field}: {}' for none)`);
};
