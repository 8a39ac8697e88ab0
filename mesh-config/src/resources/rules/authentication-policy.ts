import { type DocumentNode, getItems, getNode, isPresent, numberOf, stringOf, textOf } from '../document-node.ts';
import { validateJwt } from './grammar/jwt.ts';
import { isDnsLabel } from './grammar/names.ts';
import { validatePortNumber } from './grammar/ports.ts';
import { quoteValue, type Rule, type Violations, violationAt } from './rule.ts';

const defaultName = 'default';

function* validateTarget(target: DocumentNode): Violations {
  const name = getNode(target, 'name');
  if (!isDnsLabel(stringOf(name) ?? '')) yield violationAt(name, `target name ${quoteValue(name)} must be a valid label`);
  for (const port of getItems(target, 'ports')) {
    const [number, text] = [numberOf(getNode(port, 'number')), stringOf(getNode(port, 'name'))];
    if (number !== undefined) yield* validatePortNumber(getNode(port, 'number'), 1);
    else if (!isDnsLabel(text ?? '')) yield violationAt(port, 'port must have a number from 1 to 65535, or a name that is a label');
  }
}

/** All tokens of a policy; their issuers must be distinct. */
function* validateTokens(spec: DocumentNode): Violations {
  const issuers = new Set<string>();
  for (const list of ['peers', 'origins'])
    for (const method of getItems(spec, list)) {
      const jwt = getNode(method, 'jwt');
      if (!isPresent(jwt)) {
        if (list === 'origins') yield violationAt(method, 'jwt cannot be empty');
        continue;
      }
      yield* validateJwt(jwt, 'jwtHeaders', 'jwtParams');
      const issuer = textOf(getNode(jwt, 'issuer'));
      if (issuer !== undefined && issuers.has(issuer))
        yield violationAt(getNode(jwt, 'issuer'), `jwt with issuer ${JSON.stringify(issuer)} already defined`);
      if (issuer !== undefined) issuers.add(issuer);
    }
}

const validatePolicyWith = (checkName: (document: DocumentNode, hasTargets: boolean) => Violations): Rule =>
  function* (spec, document) {
    const targets = getItems(spec, 'targets');
    yield* checkName(document, targets.length > 0);
    for (const target of targets) yield* validateTarget(target);
    yield* validateTokens(spec);
  };

export const validatePolicy = validatePolicyWith(function* (document, hasTargets) {
  const name = getNode(document, 'metadata', 'name');
  const text = textOf(name);
  if (text === undefined) return;
  if (hasTargets && text === defaultName)
    yield violationAt(name, 'policy with name "default" cannot have targets: it is that of its namespace');
  if (!hasTargets && text !== defaultName)
    yield violationAt(name, `policy without targets must be named "${defaultName}", found ${quoteValue(name)}`);
});
export const validateMeshPolicy = validatePolicyWith(function* (document, hasTargets) {
  const name = getNode(document, 'metadata', 'name');
  if (textOf(name) !== undefined && name.value !== defaultName)
    yield violationAt(name, `mesh policy must be named "${defaultName}", found ${quoteValue(name)}`);
  if (hasTargets) yield violationAt(getNode(document, 'spec', 'targets'), 'mesh policy cannot have targets');
});
