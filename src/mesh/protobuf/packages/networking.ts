import { type Package, packageOf } from '../declare.ts';
import { destinationRule } from './networking/destination-rule.ts';
import { envoyFilter } from './networking/envoy-filter.ts';
import { gateway } from './networking/gateway.ts';
import { serviceEntry } from './networking/service-entry.ts';
import { sidecar } from './networking/sidecar.ts';
import { virtualService } from './networking/virtual-service.ts';

export const networking: Package = packageOf('istio.networking.v1alpha3', virtualService, destinationRule, gateway, envoyFilter, sidecar, serviceEntry);
