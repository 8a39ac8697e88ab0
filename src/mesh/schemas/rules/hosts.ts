import { type Place, textOf } from '../../place.ts';
import type { Broken } from './rule.ts';

const label = /^[a-z0-9]([-_a-z0-9]{0,61}[a-z0-9])?$/i;
/** A name of DNS, one with `*.` in front, or `*`. */
export const isHost = (host: string): boolean => host === '*' || (host.length <= 253 && host.replace(/^\*\./, '').replace(/\.$/, '').split('.').every((one) => label.test(one)));

export function* wrongHosts(places: readonly Place[]): Generator<Broken> {
  for (const place of places) {
    const host = textOf(place);
    if (host !== undefined && !isHost(host)) yield { pointer: place.pointer, message: `${JSON.stringify(host)} is no host: expected a name of DNS, such as reviews or reviews.prod.svc.cluster.local, or one that begins with *.` };
  }
}
