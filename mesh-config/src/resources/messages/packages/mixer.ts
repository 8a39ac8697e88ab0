import { type PackageDeclaration, declarePackage } from '../message-declarations.ts';
import { durationType, stringMapType, timestampType } from './well-known-types.ts';

export const mixerPackage: PackageDeclaration = declarePackage('istio.mixer.v1', {
  messages: {
    Attributes: { attributes: [1, 'map<string,Attributes.AttributeValue>'] },
    'Attributes.AttributeValue': {
      string_value: [2, 'string', 'value'],
      int64_value: [3, 'int64', 'value'],
      double_value: [4, 'double', 'value'],
      bool_value: [5, 'bool', 'value'],
      bytes_value: [6, 'bytes', 'value'],
      timestamp_value: [7, timestampType, 'value'],
      duration_value: [8, durationType, 'value'],
      string_map_value: [9, 'Attributes.StringMap', 'value'],
    },
    'Attributes.StringMap': { entries: [1, stringMapType] },
  },
});

export const mixerClientPackage: PackageDeclaration = declarePackage('istio.mixer.v1.config.client', {
  messages: {
    HTTPAPISpec: {
      attributes: [1, 'istio.mixer.v1.Attributes'],
      patterns: [2, 'repeated HTTPAPISpecPattern'],
      api_keys: [3, 'repeated APIKey'],
    },
    HTTPAPISpecPattern: {
      attributes: [1, 'istio.mixer.v1.Attributes'],
      http_method: [2, 'string'],
      uri_template: [3, 'string', 'pattern'],
      regex: [4, 'string', 'pattern'],
    },
    APIKey: { query: [1, 'string', 'key'], header: [2, 'string', 'key'], cookie: [3, 'string', 'key'] },
    HTTPAPISpecReference: { name: [1, 'string'], namespace: [2, 'string'] },
    HTTPAPISpecBinding: { services: [1, 'repeated IstioService'], api_specs: [2, 'repeated HTTPAPISpecReference'] },
    IstioService: {
      name: [1, 'string'],
      namespace: [2, 'string'],
      domain: [3, 'string'],
      service: [4, 'string'],
      labels: [5, stringMapType],
    },
    QuotaSpec: { rules: [1, 'repeated QuotaRule'] },
    QuotaRule: { match: [1, 'repeated AttributeMatch'], quotas: [2, 'repeated Quota'] },
    StringMatch: { exact: [1, 'string', 'match_type'], prefix: [2, 'string', 'match_type'], regex: [3, 'string', 'match_type'] },
    AttributeMatch: { clause: [1, 'map<string,StringMatch>'] },
    Quota: { quota: [1, 'string'], charge: [2, 'int32'] },
    QuotaSpecBinding: { services: [1, 'repeated IstioService'], quota_specs: [2, 'repeated QuotaSpecBinding.QuotaSpecReference'] },
    'QuotaSpecBinding.QuotaSpecReference': { name: [1, 'string'], namespace: [2, 'string'] },
  },
});
