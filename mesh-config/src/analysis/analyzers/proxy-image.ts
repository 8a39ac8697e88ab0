import { getNode, getItems, isObject, textOf } from '../../resources/document-node.ts';
import type { Analyzer, AnalysisContext } from '../analyzer.ts';
import { collections } from '../collections.ts';
import { namespaceOf, specOf } from '../resource-fields.ts';
import { isSystemNamespace, proxyContainerName } from '../workloads.ts';

/** The image that is currently injected, from the configuration of the injector. */
const injectedProxyImageOf = (look: AnalysisContext): string | undefined => {
  const config = look.find(collections.configMaps, `${look.rootNamespace}/istio-sidecar-injector`);
  const text = config && textOf(getNode(specOf(config), 'data', 'values'));
  if (text === undefined) return undefined;
  let values: unknown;
  try {
    values = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (!isObject(values)) return undefined;
  const place = getNode({ value: values, pointer: '' }, 'global');
  const [hub, tag, image] = [getNode(place, 'hub'), getNode(place, 'tag'), getNode(place, 'proxy', 'image')].map(({ value }) =>
    typeof value === 'string' || typeof value === 'number' ? String(value) : '',
  );
  if (!image) return undefined;
  return image.includes('/') ? image : `${hub}/${image}:${tag}`;
};

/** Images of proxies that run, beside the one that is injected. */
export const proxyImageAnalyzer: Analyzer = {
  name: 'proxy-image',
  codes: ['IST0105'],
  collections: [collections.pods],
  requires: [collections.configMaps],
  *check(resource, look) {
    const wanted = look.memoize(injectedProxyImageOf);
    if (wanted === undefined || isSystemNamespace(namespaceOf(resource), look)) return;
    for (const container of getItems(specOf(resource), 'containers')) {
      const place = getNode(container, 'image'),
        image = textOf(place);
      if (textOf(getNode(container, 'name')) === proxyContainerName && image !== undefined && image !== wanted)
        yield {
          code: 'IST0105',
          pointer: place.pointer,
          message: `The proxy runs ${image}, and ${wanted} is injected now: start the pod again`,
        };
    }
  },
};
