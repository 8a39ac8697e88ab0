import { kinds } from '../../mesh/kinds/kinds.ts';
import type { Clock } from '../clock.ts';
import type { Component } from '../server/component.ts';
import type { KubernetesClient } from './client.ts';
import { type Definition, definitionIn } from './definition.ts';
import type { FailureLog } from './failure-log.ts';
import { inform } from './informer.ts';
import { mirror } from './mirror.ts';

/** The definitions of mesh kinds in the cluster, as they are now: what sources follow, and what validation evaluates. */
export interface Definitions extends Component {
  /** In the order of their names; undefined: the cluster has not told all of them yet. */
  current(): readonly Definition[] | undefined;
  /** Called when all were told first, and whenever one of them has changed; the answer ends it. */
  follow(changed: () => void): () => void;
}
export interface DefinitionsParts { readonly client: KubernetesClient; readonly clock: Clock; readonly failures: FailureLog }

/** Definitions a page: one may have a hundred kilobytes of schema. */
const page = 50;
/** Milliseconds in which changes are gathered: an installation brings many at once, and each changes a few times until it is served. */
const moment = 100;
const groups = new Set(kinds.filter(({ builtin }) => !builtin).map(({ group }) => group));

export const definitions = ({ client, clock, failures }: DefinitionsParts): Definitions => {
  const followers = new Set<() => void>();
  let current: readonly Definition[] | undefined;
  let [text, end, cancel]: [string, (() => void) | undefined, (() => void) | undefined] = ['', undefined, undefined];

  const look = (): void => {
    cancel = undefined;
    const found = [...kept.objects() ?? []].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, one]) => one);
    const next = JSON.stringify(found);
    if (current !== undefined && next === text) return;
    [current, text] = [found, next];
    for (const tell of [...followers]) tell();
  };
  const kept = mirror((object) => {
    const found = definitionIn(object);
    return found && groups.has(found.group) ? found : undefined;
  }, () => { if (current === undefined) look(); else cancel ??= clock.after(moment, look); });
  return {
    name: 'definitions of the cluster',
    current: () => current,
    follow: (changed) => { followers.add(changed); return () => { followers.delete(changed); }; },
    start: async () => { end = inform({ client, clock, page, path: '/apis/apiextensions.k8s.io/v1/customresourcedefinitions', failures }, kept); },
    stop: async () => { end?.(); cancel?.(); },
  };
};
