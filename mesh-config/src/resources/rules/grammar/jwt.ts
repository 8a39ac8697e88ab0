import { type DocumentNode, getItems, getNode, stringOf, textOf } from '../../document-node.ts';
import { type Violations, violationAt } from '../rule.ts';

/** A URL of http or https; its port, if there is one, consists of digits. The host is not checked. */
const findUrlFault = (url: string): string | undefined => {
  const [, scheme, rest] = /^([a-z][a-z0-9+.-]*):(.*)$/is.exec(url) ?? [];
  if (scheme === undefined || rest === undefined || !/^https?$/i.test(scheme))
    return `URI scheme ${JSON.stringify(scheme ?? '')} is not supported`;
  if (!rest.startsWith('//')) return undefined;
  const authority = /^[^/?#]*/.exec(rest.slice(2))![0].replace(/^.*@/, '');
  const isValid = authority.startsWith('[')
    ? /^\[[^\]]*\](:[0-9]*)?$/.test(authority)
    : /^[^:\s%<>"{}|\\^`[\]]*(:[0-9]*)?$/.test(authority);
  return isValid ? undefined : `${JSON.stringify(url)} is not a URL: expected a host, and a port of digits if there is one`;
};

/** `lists`: further lists of texts that must not contain an empty one. */
export function* validateJwt(jwt: DocumentNode, ...lists: readonly string[]): Violations {
  if (textOf(getNode(jwt, 'issuer')) === undefined) yield violationAt(getNode(jwt, 'issuer'), 'issuer must be set');
  for (const list of ['audiences', ...lists])
    for (const item of getItems(jwt, list)) if (item.value === '') yield violationAt(item, `${list} must not be empty`);
  const uri = getNode(jwt, 'jwksUri');
  const fault = findUrlFault(stringOf(uri) || 'https://');
  if (fault !== undefined) yield violationAt(uri, fault);
}
