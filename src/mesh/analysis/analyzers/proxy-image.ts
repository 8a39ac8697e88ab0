import { at, each, isObject, textOf } from '../../place.ts';
import type { Analyzer, Look } from '../analyzer.ts';
import { collections } from '../collections.ts';
import { namespaceOf, specOf } from '../resource-place.ts';
import { isSystem, proxyContainer } from '../workloads.ts';

/** The image that is injected now, as the injector's own configuration says it. */
const injected = (look: Look): string | undefined => {
  const config = look.named(collections.configMaps, `${look.rootNamespace}/istio-sidecar-injector`);
  const text = config && textOf(at(specOf(config), 'data', 'values'));
  if (text === undefined) return undefined;
  let values: unknown;
  try { values = JSON.parse(text); } catch { return undefined; }
  if (!isObject(values)) return undefined;
  const place = at({ value: values, pointer: '' }, 'global');
  const [hub, tag, image] = [at(place, 'hub'), at(place, 'tag'), at(place, 'proxy', 'image')].map(({ value }) => (typeof value === 'string' || typeof value === 'number' ? String(value) : ''));
  if (!image) return undefined;
  return image.includes('/') ? image : `${hub}/${image}:${tag}`;
};

/** Images of proxies that run, beside the one that is injected. */
export const proxyImage: Analyzer = {
  name: 'proxy-image', codes: ['IST0105'], about: [collections.pods], needs: [collections.configMaps],
  *check(resource, look) {
    const wanted = look.once(injected);
    if (wanted === undefined || isSystem(namespaceOf(resource), look)) return;
    for (const container of each(specOf(resource), 'containers')) {
      const place = at(container, 'image'), image = textOf(place);
      if (textOf(at(container, 'name')) === proxyContainer && image !== undefined && image !== wanted) yield { code: 'IST0105', pointer: place.pointer, message: `The proxy runs ${image}, and ${wanted} is injected now: start the pod again` };
    }
  },
};
