import { type DocumentNode, getItems, getNode, isPresent, stringOf } from '../document-node.ts';
import { validateWholeSeconds } from './grammar/durations.ts';
import { isFullName } from './grammar/names.ts';
import { maxPort } from './grammar/ports.ts';
import { quoteValue, type Violations, violationAt } from './rule.ts';

const methods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'CONNECT', 'OPTIONS', 'TRACE']);

/** `*`, or a full name, optionally after http:// or https:// and before a port. */
const isOrigin = (text: string): boolean => {
  if (text === '*') return true;
  const [name = '', port, ...more] = text.replace(/^https?:\/\//, '').split(':');
  const isPort = port === undefined || (/^[0-9]{1,9}$/.test(port) && Number(port) >= 1 && Number(port) <= maxPort);
  return more.length === 0 && isPort && isFullName(name);
};

export function* validateCorsPolicy(policy: DocumentNode): Violations {
  for (const origin of getItems(policy, 'allowOrigin'))
    if (stringOf(origin) !== undefined && !isOrigin(stringOf(origin)!))
      yield violationAt(
        origin,
        `${quoteValue(origin)} is not an origin: expected *, or a DNS name, optionally with http:// or https:// and a port`,
      );
  for (const method of getItems(policy, 'allowMethods'))
    if (stringOf(method) !== undefined && !methods.has(stringOf(method)!))
      yield violationAt(method, `${quoteValue(method)} is not a supported HTTP method`);
  for (const list of ['allowHeaders', 'exposeHeaders'])
    for (const name of getItems(policy, list)) if (name.value === '') yield violationAt(name, 'header name cannot be empty');
  if (isPresent(getNode(policy, 'maxAge'))) yield* validateWholeSeconds(getNode(policy, 'maxAge'));
}
