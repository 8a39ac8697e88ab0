import { type DocumentNode, textOf } from '../document-node.ts';
import type { RuleViolation } from './rule.ts';

const dnsLabel = /^[a-z0-9]([-_a-z0-9]{0,61}[a-z0-9])?$/i;
/** A DNS name, a DNS name with the prefix `*.`, or `*`. */
export const isHostName = (host: string): boolean =>
  host === '*' ||
  (host.length <= 253 &&
    host
      .replace(/^\*\./, '')
      .replace(/\.$/, '')
      .split('.')
      .every((one) => dnsLabel.test(one)));

export function* validateHosts(places: readonly DocumentNode[]): Generator<RuleViolation> {
  for (const place of places) {
    const host = textOf(place);
    if (host !== undefined && !isHostName(host))
      yield {
        pointer: place.pointer,
        message:
          `${JSON.stringify(host)} is no host: ` +
          'expected a name of DNS, such as reviews or reviews.prod.svc.cluster.local, or one that begins with *.',
      };
  }
}
