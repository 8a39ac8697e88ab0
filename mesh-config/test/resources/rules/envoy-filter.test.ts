import { testRules } from './judge.ts';

const patch = (fields: string): string => `{configPatches: [{${fields}}]}`;
const merge = 'patch: {operation: MERGE, value: {}}';
const filter = (fields: string): string => `{filters: [{filterType: HTTP, filterName: f, filterConfig: {}, ${fields}}]}`;
const subFilter = (applyTo: string, name: string): string =>
  patch(`applyTo: ${applyTo}, ${merge}, match: {listener: {filterChain: {filter: {name: ${name}, subFilter: {name: s}}}}}`);

testRules('EnvoyFilter', {
  'patches are complete': {
    valid: [
      '{}',
      '{workloadSelector: {labels: {}}}',
      patch(`applyTo: CLUSTER, ${merge}`),
      patch('applyTo: CLUSTER, patch: {operation: REMOVE}'),
    ],
    invalid: [
      ['{workloadSelector: {}}', '/workloadSelector: workloadSelector has no labels: write them, or leave it out'],
      [patch(merge), '/configPatches/0/applyTo: Envoy filter: missing applyTo'],
      [patch('applyTo: CLUSTER'), '/configPatches/0/patch: Envoy filter: missing patch'],
      [patch('applyTo: CLUSTER, patch: {value: {}}'), '/configPatches/0/patch: Envoy filter: missing patch operation'],
      [
        patch('applyTo: CLUSTER, patch: {operation: ADD}'),
        '/configPatches/0/patch: Envoy filter: missing patch value for non-remove operation',
      ],
      [
        patch(`applyTo: CLUSTER, ${merge}, match: {proxy: {proxyVersion: "("}}`),
        '/configPatches/0/match/proxy/proxyVersion: Envoy filter: invalid regex for proxy version: (',
      ],
    ],
  },
  'the match is of the kind of what it applies to': {
    valid: [
      patch(`applyTo: LISTENER, ${merge}, match: {listener: {}}`),
      patch(`applyTo: VIRTUAL_HOST, ${merge}, match: {routeConfiguration: {}}`),
      patch(`applyTo: CLUSTER, ${merge}, match: {context: ANY}`),
      subFilter('HTTP_FILTER', 'envoy.http_connection_manager'),
    ],
    invalid: [
      [
        patch(`applyTo: LISTENER, ${merge}, match: {cluster: {}}`),
        '/configPatches/0/match/cluster: Envoy filter: applyTo for listener class objects cannot have non listener match',
      ],
      [
        patch(`applyTo: HTTP_ROUTE, ${merge}, match: {listener: {}}`),
        '/configPatches/0/match/listener: Envoy filter: applyTo for http route class objects cannot have non http route match',
      ],
      [
        patch(`applyTo: CLUSTER, ${merge}, match: {cluster: null}`),
        '/configPatches/0/match/cluster: Envoy filter: applyTo for cluster class objects cannot have non cluster match',
      ],
      [
        patch(`applyTo: LISTENER, ${merge}, match: {listener: {filterChain: {filter: {}}}}`),
        '/configPatches/0/match/listener/filterChain/filter: Envoy filter: filter match has no name to match on',
      ],
      [
        subFilter('NETWORK_FILTER', 'envoy.http_connection_manager'),
        '/configPatches/0/match/listener/filterChain/filter/subFilter: Envoy filter: subfilter match can be ' +
          'used with applyTo HTTP_FILTER only',
      ],
      [
        subFilter('HTTP_FILTER', 'other'),
        '/configPatches/0/match/listener/filterChain/filter/subFilter: ' +
          'Envoy filter: subfilter match requires filter match with envoy.http_connection_manager',
      ],
    ],
  },
  'values of patches': {
    valid: [
      patch('applyTo: HTTP_FILTER, patch: {operation: ADD, value: {name: a, typed_config: {"@type": t.test/a.B, x: 1}}}'),
      patch('applyTo: NETWORK_FILTER, patch: {operation: ADD, value: {name: a, typedConfig: {"@type": t.test/a.B}, config: {}}}'),
      patch('applyTo: CLUSTER, patch: {operation: ADD, value: {anything: {typed_config: null}}}'),
    ],
    invalid: [
      [
        patch('applyTo: HTTP_FILTER, patch: {operation: ADD, value: {Name: a}}'),
        '/configPatches/0/patch/value/Name: Envoy filter: unknown field "Name" in ' +
          'envoy_config_filter_network_http_connection_manager_v2.HttpFilter',
      ],
      [
        patch('applyTo: NETWORK_FILTER, patch: {operation: ADD, value: {name: 7}}'),
        '/configPatches/0/patch/value/name: Envoy filter: expected a text as the name of a filter',
      ],
      [
        patch('applyTo: NETWORK_FILTER, patch: {operation: ADD, value: {name: a, config: []}}'),
        '/configPatches/0/patch/value/config: Envoy filter: expected an object as the config of a filter',
      ],
      [
        patch('applyTo: LISTENER, patch: {operation: ADD, value: {listener_filters: [{name: a}, {typed_config: {}}]}}'),
        "/configPatches/0/patch/value/listener_filters/1/typed_config: Envoy filter: a typed configuration must have '@type'",
      ],
    ],
  },
  'deprecated filters': {
    valid: [filter(''), filter('insertPosition: {index: AFTER, relativeTo: x}'), filter('insertPosition: {index: FIRST}')],
    invalid: [
      [
        filter('insertPosition: {index: BEFORE}'),
        '/filters/0/insertPosition: Envoy filter: missing relativeTo filter with BEFORE/AFTER index',
      ],
      ['{filters: [{filterName: f, filterConfig: {}}]}', '/filters/0: Envoy filter: missing filter type'],
      ['{filters: [{filterType: NETWORK, filterConfig: {}}]}', '/filters/0: Envoy filter: missing filter name'],
      ['{filters: [{filterType: HTTP, filterName: f}]}', '/filters/0: Envoy filter: missing filter config'],
    ],
  },
});
