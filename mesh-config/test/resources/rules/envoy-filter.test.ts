import { testRules } from './judge.ts';

const patch = (fields: string): string => `{configPatches: [{${fields}}]}`;
const merge = 'patch: {operation: MERGE, value: {}}';
const cluster = (value: string): string => patch(`applyTo: CLUSTER, patch: {operation: MERGE, value: ${value}}`);
const lua = (version: 'v2' | 'v3'): string =>
  `type.googleapis.com/envoy.${version === 'v2' ? 'config.filter' : 'extensions.filters'}.http.lua.${version}.Lua`;
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
      subFilter('HTTP_FILTER', 'envoy.http_connection_manager'),
      subFilter('HTTP_FILTER', 'envoy.filters.network.http_connection_manager'),
      '{priority: 10, targetRefs: [{kind: Gateway, name: g}]}',
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
      patch('applyTo: HTTP_FILTER, patch: {operation: ADD, value: {name: a, config: {"@type": t.test/a.B, x: 1}}}'),
      patch(`applyTo: HTTP_FILTER, patch: {operation: ADD, value: {typedConfig: {"@type": ${lua('v2')}, inlineCode: x}}}`),
      patch(`applyTo: HTTP_FILTER, patch: {operation: ADD, value: {typed_config: {"@type": ${lua('v3')}, inline_code: x}}}`),
      patch(
        'applyTo: NETWORK_FILTER, patch: {operation: ADD, value: {typed_config: {"@type": t/udpa.type.v1.TypedStruct, value: {a: 1}}}}',
      ),
      patch('applyTo: NETWORK_FILTER, patch: {operation: ADD, value: {typed_config: {"@type": t/google.protobuf.Duration, value: 1h5m}}}'),
      cluster('{connect_timeout: 1m30s, lbPolicy: RING_HASH, type: 3, max_requests_per_connection: "7", eds_cluster_config: null}'),
      cluster('{load_assignment: {named_endpoints: {a: {address: {socket_address: {address: b, port_value: 80}}}}}}'),
    ],
    invalid: [
      [
        patch('applyTo: HTTP_FILTER, patch: {operation: ADD, value: {Name: a}}'),
        '/configPatches/0/patch/value/Name: Envoy filter: unknown field "Name" in ' +
          'envoy_config_filter_network_http_connection_manager_v2.HttpFilter',
      ],
      [
        patch('applyTo: VIRTUAL_HOST, patch: {operation: REMOVE, value: {routes: [{}, {route: {nope: 1}}]}}'),
        '/configPatches/0/patch/value/routes/1/route/nope: Envoy filter: unknown field "nope" in envoy_api_v2_route.RouteAction',
      ],
      [
        patch('applyTo: NETWORK_FILTER, patch: {operation: ADD, value: {name: 7}}'),
        '/configPatches/0/patch/value/name: Envoy filter: expected a text, found 7',
      ],
      [
        patch('applyTo: NETWORK_FILTER, patch: {operation: ADD, value: {name: a, config: []}}'),
        '/configPatches/0/patch/value/config: Envoy filter: expected an object, found []',
      ],
      [
        cluster('{type: NOPE}'),
        '/configPatches/0/patch/value/type: ' + 'Envoy filter: unknown value "NOPE" for enum envoy.api.v2.Cluster_DiscoveryType',
      ],
      [
        cluster('{type: "3"}'),
        '/configPatches/0/patch/value/type: ' + 'Envoy filter: unknown value "3" for enum envoy.api.v2.Cluster_DiscoveryType',
      ],
      [
        cluster('{connect_timeout: 5}'),
        '/configPatches/0/patch/value/connect_timeout: Envoy filter: expected a duration, such as 5s or 100ms, found 5',
      ],
      [
        cluster('{max_requests_per_connection: -1}'),
        '/configPatches/0/patch/value/max_requests_per_connection: Envoy filter: expected a whole number from 0 to 4294967295, found -1',
      ],
      [cluster('{hosts: {}}'), '/configPatches/0/patch/value/hosts: Envoy filter: expected a list, found {}'],
      [
        cluster('{type: EDS, cluster_type: {name: a}}'),
        '/configPatches/0/patch/value: Envoy filter: type and cluster_type exclude each other: write one of them',
      ],
      [
        patch('applyTo: LISTENER, patch: {operation: ADD, value: {listener_filters: [{name: a}, {typed_config: {}}]}}'),
        "/configPatches/0/patch/value/listener_filters/1/typed_config: Envoy filter: a typed configuration must have '@type'",
      ],
      [
        patch('applyTo: LISTENER, patch: {operation: ADD, value: {listener_filters: [{typed_config: {"@type": t.test/a.B}}]}}'),
        '/configPatches/0/patch/value/listener_filters/0/typed_config/@type: Envoy filter: unknown message type "a.B"',
      ],
      [
        patch(`applyTo: HTTP_FILTER, patch: {operation: ADD, value: {typed_config: {"@type": ${lua('v2')}, nope: x}}}`),
        '/configPatches/0/patch/value/typed_config/nope: Envoy filter: unknown field "nope" in envoy_config_filter_http_lua_v2.Lua',
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
