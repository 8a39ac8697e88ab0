import type { MessageDeclarations } from '../../message-declarations.ts';
import { stringMapType } from '../well-known-types.ts';

export const sidecarMessages: MessageDeclarations = {
  messages: {
    Sidecar: {
      workload_selector: [1, 'WorkloadSelector'],
      ingress: [2, 'repeated IstioIngressListener'],
      egress: [3, 'repeated IstioEgressListener'],
      outbound_traffic_policy: [4, 'OutboundTrafficPolicy'],
    },
    IstioIngressListener: { port: [1, 'Port'], bind: [2, 'string'], capture_mode: [3, 'CaptureMode'], default_endpoint: [4, 'string'] },
    IstioEgressListener: { port: [1, 'Port'], bind: [2, 'string'], capture_mode: [3, 'CaptureMode'], hosts: [4, 'repeated string'] },
    WorkloadSelector: { labels: [1, stringMapType] },
    OutboundTrafficPolicy: { mode: [1, 'OutboundTrafficPolicy.Mode'], egress_proxy: [2, 'Destination'] },
  },
  enums: {
    'OutboundTrafficPolicy.Mode': { REGISTRY_ONLY: 0, ALLOW_ANY: 1 },
    CaptureMode: { DEFAULT: 0, IPTABLES: 1, NONE: 2 },
  },
};
