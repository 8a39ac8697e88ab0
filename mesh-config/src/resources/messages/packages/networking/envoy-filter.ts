import type { MessageDeclarations } from '../../message-declarations.ts';
import { structType, stringMapType } from '../well-known-types.ts';

export const envoyFilterMessages: MessageDeclarations = {
  messages: {
    EnvoyFilter: {
      workload_selector: [3, 'WorkloadSelector'],
      config_patches: [4, 'repeated EnvoyFilter.EnvoyConfigObjectPatch'],
      priority: [5, 'int32'],
    },
    'EnvoyFilter.ProxyMatch': { proxy_version: [1, 'string'], metadata: [2, stringMapType] },
    'EnvoyFilter.ClusterMatch': { port_number: [1, 'uint32'], service: [2, 'string'], subset: [3, 'string'], name: [4, 'string'] },
    'EnvoyFilter.RouteConfigurationMatch': {
      port_number: [1, 'uint32'],
      port_name: [2, 'string'],
      gateway: [3, 'string'],
      vhost: [4, 'EnvoyFilter.RouteConfigurationMatch.VirtualHostMatch'],
      name: [5, 'string'],
    },
    'EnvoyFilter.RouteConfigurationMatch.RouteMatch': {
      name: [1, 'string'],
      action: [2, 'EnvoyFilter.RouteConfigurationMatch.RouteMatch.Action'],
    },
    'EnvoyFilter.RouteConfigurationMatch.VirtualHostMatch': {
      name: [1, 'string'],
      route: [2, 'EnvoyFilter.RouteConfigurationMatch.RouteMatch'],
    },
    'EnvoyFilter.ListenerMatch': {
      port_number: [1, 'uint32'],
      port_name: [2, 'string'],
      filter_chain: [3, 'EnvoyFilter.ListenerMatch.FilterChainMatch'],
      name: [4, 'string'],
    },
    'EnvoyFilter.ListenerMatch.FilterChainMatch': {
      name: [1, 'string'],
      sni: [2, 'string'],
      transport_protocol: [3, 'string'],
      application_protocols: [4, 'string'],
      filter: [5, 'EnvoyFilter.ListenerMatch.FilterMatch'],
      destination_port: [6, 'uint32'],
    },
    'EnvoyFilter.ListenerMatch.FilterMatch': { name: [1, 'string'], sub_filter: [2, 'EnvoyFilter.ListenerMatch.SubFilterMatch'] },
    'EnvoyFilter.ListenerMatch.SubFilterMatch': { name: [1, 'string'] },
    'EnvoyFilter.Patch': {
      operation: [1, 'EnvoyFilter.Patch.Operation'],
      value: [2, structType],
      filter_class: [3, 'EnvoyFilter.Patch.FilterClass'],
    },
    'EnvoyFilter.EnvoyConfigObjectMatch': {
      context: [1, 'EnvoyFilter.PatchContext'],
      proxy: [2, 'EnvoyFilter.ProxyMatch'],
      listener: [3, 'EnvoyFilter.ListenerMatch', 'object_types'],
      route_configuration: [4, 'EnvoyFilter.RouteConfigurationMatch', 'object_types'],
      cluster: [5, 'EnvoyFilter.ClusterMatch', 'object_types'],
    },
    'EnvoyFilter.EnvoyConfigObjectPatch': {
      apply_to: [1, 'EnvoyFilter.ApplyTo'],
      match: [2, 'EnvoyFilter.EnvoyConfigObjectMatch'],
      patch: [3, 'EnvoyFilter.Patch'],
    },
  },
  enums: {
    'EnvoyFilter.RouteConfigurationMatch.RouteMatch.Action': { ANY: 0, ROUTE: 1, REDIRECT: 2, DIRECT_RESPONSE: 3 },
    'EnvoyFilter.Patch.Operation': {
      INVALID: 0,
      MERGE: 1,
      ADD: 2,
      REMOVE: 3,
      INSERT_BEFORE: 4,
      INSERT_AFTER: 5,
      INSERT_FIRST: 6,
      REPLACE: 7,
    },
    'EnvoyFilter.Patch.FilterClass': { UNSPECIFIED: 0, AUTHN: 1, AUTHZ: 2, STATS: 3 },
    'EnvoyFilter.ApplyTo': {
      INVALID: 0,
      LISTENER: 1,
      FILTER_CHAIN: 2,
      NETWORK_FILTER: 3,
      HTTP_FILTER: 4,
      ROUTE_CONFIGURATION: 5,
      VIRTUAL_HOST: 6,
      HTTP_ROUTE: 7,
      CLUSTER: 8,
      EXTENSION_CONFIG: 9,
      BOOTSTRAP: 10,
    },
    'EnvoyFilter.PatchContext': { ANY: 0, SIDECAR_INBOUND: 1, SIDECAR_OUTBOUND: 2, GATEWAY: 3 },
  },
};
