import { type DocumentNode, getMembers, getNode, isPresent } from '../document-node.ts';
import { type Violations, violationAt } from './rule.ts';

/** `workloadSelector` of kinds of networking: `{labels: {}}` is enough, `{}` is not. */
export function* validateWorkloadSelector(spec: DocumentNode): Violations {
  const selector = getNode(spec, 'workloadSelector');
  if (isPresent(selector) && !isPresent(getNode(selector, 'labels')))
    yield violationAt(selector, 'workloadSelector has no labels: write them, or leave it out');
}

/** `selector.matchLabels` of kinds of security. Returns whether it is valid. */
export function* validateMatchLabels(spec: DocumentNode): Generator<ReturnType<typeof violationAt>, boolean> {
  let isValid = true;
  for (const [key, node] of getMembers(getNode(spec, 'selector', 'matchLabels'))) {
    const value = typeof node.value === 'string' ? node.value : '';
    const isWildcard = key.includes('*') || value.includes('*');
    if (key !== '' && !isWildcard) continue;
    isValid = false;
    yield violationAt(
      node,
      isWildcard ? `wildcard is not supported in selector: ${JSON.stringify(`${key}=${value}`)}` : 'empty key is not supported in selector',
    );
  }
  return isValid;
}
