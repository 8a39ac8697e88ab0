import type { MessageDeclarations } from '../../message-declarations.ts';
import { stringMapType } from '../well-known-types.ts';

export const serviceEntryMessages: MessageDeclarations = {
  messages: {
    ServiceEntry: {
      hosts: [1, 'repeated string'],
      addresses: [2, 'repeated string'],
      ports: [3, 'repeated Port'],
      location: [4, 'ServiceEntry.Location'],
      resolution: [5, 'ServiceEntry.Resolution'],
      endpoints: [6, 'repeated WorkloadEntry'],
      workload_selector: [9, 'WorkloadSelector'],
      export_to: [7, 'repeated string'],
      subject_alt_names: [8, 'repeated string'],
    },
    WorkloadEntry: {
      address: [1, 'string'],
      ports: [2, 'map<string,uint32>'],
      labels: [3, stringMapType],
      network: [4, 'string'],
      locality: [5, 'string'],
      weight: [6, 'uint32'],
      service_account: [7, 'string'],
    },
  },
  enums: {
    'ServiceEntry.Location': { MESH_EXTERNAL: 0, MESH_INTERNAL: 1 },
    'ServiceEntry.Resolution': { NONE: 0, STATIC: 1, DNS: 2, DNS_ROUND_ROBIN: 3 },
  },
};
