import { type DocumentNode, getItems, getMembers, getNode, isPresent, numberOf, stringOf, textOf } from '../document-node.ts';
import { validateDuration } from './grammar/durations.ts';
import { validateLabels } from './grammar/labels.ts';
import { isDnsLabel, isFullName } from './grammar/names.ts';
import { type Rule, type Violations, violationAt } from './rule.ts';

const isEmpty = (node: DocumentNode): boolean => stringOf(node) === '';

function* validateClauses(match: DocumentNode): Violations {
  for (const [name, clause] of getMembers(getNode(match, 'clause'))) {
    if (clause.value === null) yield violationAt(clause, `clause ${name} is null`);
    for (const field of ['exact', 'prefix', 'regex'])
      if (isEmpty(getNode(clause, field))) yield violationAt(getNode(clause, field), `${field} is empty`);
  }
}

export const validateQuotaSpec: Rule = function* (spec) {
  const rules = getItems(spec, 'rules');
  if (rules.length === 0) yield violationAt(getNode(spec, 'rules'), 'a quota spec must have at least one rule');
  for (const rule of rules) {
    for (const match of getItems(rule, 'match')) yield* validateClauses(match);
    const quotas = getItems(rule, 'quotas');
    if (quotas.length === 0) yield violationAt(rule, 'rule has no quotas: write at least one');
    for (const quota of quotas) {
      if (textOf(getNode(quota, 'quota')) === undefined) yield violationAt(quota, 'quota name is empty');
      if ((numberOf(getNode(quota, 'charge')) ?? 0) < 1) yield violationAt(quota, 'charge must be at least 1');
    }
  }
};

function* validateService(service: DocumentNode): Violations {
  const [name, text] = [getNode(service, 'name'), textOf(getNode(service, 'service'))];
  const has = (field: string): boolean => textOf(getNode(service, field)) !== undefined;
  if (!has('name') && text === undefined) yield violationAt(service, 'name or service is mandatory for a service reference');
  if (text !== undefined && has('name')) yield violationAt(service, 'name and service exclude each other: write one of them');
  if (text !== undefined)
    for (const field of ['namespace', 'domain'])
      if (has(field)) yield violationAt(getNode(service, field), `${field} and service exclude each other`);
  for (const field of ['name', 'namespace']) {
    const value = textOf(getNode(service, field));
    if (value !== undefined && !isDnsLabel(value))
      yield violationAt(getNode(service, field), `${field} ${JSON.stringify(value)} must be a valid label`);
  }
  const domain = textOf(getNode(service, 'domain'));
  if (domain !== undefined && !isFullName(domain))
    yield violationAt(getNode(service, 'domain'), `domain ${JSON.stringify(domain)} must be a full DNS name`);
  yield* validateLabels(getNode(service, 'labels'));
  if (isEmpty(name) && text === undefined) yield violationAt(name, 'name is empty');
}

const validateBinding = (list: 'quotaSpecs' | 'apiSpecs'): Rule =>
  function* (spec) {
    const [services, references] = [getItems(spec, 'services'), getItems(spec, list)];
    if (services.length === 0) yield violationAt(getNode(spec, 'services'), 'at least one service must be specified');
    for (const service of services) yield* validateService(service);
    if (references.length === 0) yield violationAt(getNode(spec, list), `at least one of ${list} must be specified`);
    for (const reference of references) {
      if (textOf(getNode(reference, 'name')) === undefined) yield violationAt(reference, 'name is mandatory for spec');
      const namespace = textOf(getNode(reference, 'namespace'));
      if (namespace !== undefined && !isDnsLabel(namespace))
        yield violationAt(getNode(reference, 'namespace'), `namespace ${JSON.stringify(namespace)} must be a valid label`);
    }
  };
export const validateQuotaSpecBinding = validateBinding('quotaSpecs');
export const validateHttpApiSpecBinding = validateBinding('apiSpecs');

function* validateAttributes(attributes: DocumentNode): Violations {
  const members = getMembers(getNode(attributes, 'attributes'));
  if (members.length === 0) yield violationAt(attributes, 'attributes are empty: write at least one');
  for (const [name, node] of members) {
    if (!isPresent(node)) yield violationAt(node, `attribute ${name} is null`);
    for (const field of ['stringValue', 'bytesValue'])
      if (isEmpty(getNode(node, field))) yield violationAt(getNode(node, field), `${field} is empty`);
    const duration = getNode(node, 'durationValue');
    if (duration.value === null) yield violationAt(duration, 'durationValue is null');
    yield* validateDuration(duration);
    if (getNode(node, 'timestampValue').value === null) yield violationAt(getNode(node, 'timestampValue'), 'timestampValue is null');
    const map = getNode(node, 'stringMapValue');
    if (map.value !== undefined && !isPresent(getNode(map, 'entries'))) yield violationAt(map, 'stringMapValue has no entries');
  }
}

export const validateHttpApiSpec: Rule = function* (spec) {
  const [attributes, patterns] = [getNode(spec, 'attributes'), getItems(spec, 'patterns')];
  if (isPresent(attributes)) yield* validateAttributes(attributes);
  else if (patterns.length > 0) yield violationAt(attributes, 'attributes at the top are required beside patterns');
  if (patterns.length === 0) yield violationAt(getNode(spec, 'patterns'), 'at least one pattern must be specified');
  for (const pattern of patterns) {
    if (textOf(getNode(pattern, 'httpMethod')) === undefined) yield violationAt(pattern, 'httpMethod cannot be empty');
    for (const field of ['uriTemplate', 'regex'])
      if (isEmpty(getNode(pattern, field))) yield violationAt(getNode(pattern, field), `${field} cannot be empty`);
  }
  for (const key of getItems(spec, 'apiKeys'))
    for (const field of ['query', 'header', 'cookie'])
      if (isEmpty(getNode(key, field))) yield violationAt(getNode(key, field), `${field} cannot be empty`);
};
