import type { MessageDeclarations } from '../../message-declarations.ts';
import { stringMapType } from '../well-known-types.ts';

export const gatewayMessages: MessageDeclarations = {
  messages: {
    Gateway: { servers: [1, 'repeated Server'], selector: [2, stringMapType] },
    Server: {
      port: [1, 'Port'],
      bind: [4, 'string'],
      hosts: [2, 'repeated string'],
      tls: [3, 'ServerTLSSettings'],
      default_endpoint: [5, 'string'],
      name: [6, 'string'],
    },
    Port: { number: [1, 'uint32'], protocol: [2, 'string'], name: [3, 'string'], target_port: [4, 'uint32'] },
    ServerTLSSettings: {
      https_redirect: [1, 'bool'],
      mode: [2, 'ServerTLSSettings.TLSmode'],
      server_certificate: [3, 'string'],
      private_key: [4, 'string'],
      ca_certificates: [5, 'string'],
      credential_name: [10, 'string'],
      subject_alt_names: [6, 'repeated string'],
      verify_certificate_spki: [11, 'repeated string'],
      verify_certificate_hash: [12, 'repeated string'],
      min_protocol_version: [7, 'ServerTLSSettings.TLSProtocol'],
      max_protocol_version: [8, 'ServerTLSSettings.TLSProtocol'],
      cipher_suites: [9, 'repeated string'],
    },
  },
  enums: {
    'ServerTLSSettings.TLSmode': { PASSTHROUGH: 0, SIMPLE: 1, MUTUAL: 2, AUTO_PASSTHROUGH: 3, ISTIO_MUTUAL: 4 },
    'ServerTLSSettings.TLSProtocol': { TLS_AUTO: 0, TLSV1_0: 1, TLSV1_1: 2, TLSV1_2: 3, TLSV1_3: 4 },
  },
};
