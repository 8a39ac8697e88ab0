import {
  anyValue,
  count,
  deprecated,
  document,
  durationText,
  boolean,
  labels,
  list,
  map,
  object,
  percent,
  integer,
  text,
  textList,
} from '../schema-builders.ts';
import { destination, exportTo, fraction, headers, stringMatch } from './traffic.ts';

/** What was written of headers before `headers` was there, of a route and of each of its destinations. */
const deprecatedHeaderFields = {
  appendHeaders: deprecated(map(text), 'Write them under `headers.request.add`.'),
  appendRequestHeaders: deprecated(map(text), 'Write them under `headers.request.add`.'),
  removeRequestHeaders: deprecated(textList, 'Write them under `headers.request.remove`.'),
  appendResponseHeaders: deprecated(map(text), 'Write them under `headers.response.add`.'),
  removeResponseHeaders: deprecated(textList, 'Write them under `headers.response.remove`.'),
};
const weight = { ...count, maximum: 100 };
const httpMatch = object({
  name: text,
  uri: stringMatch,
  scheme: stringMatch,
  method: stringMatch,
  authority: stringMatch,
  headers: map(stringMatch),
  withoutHeaders: map(stringMatch),
  queryParams: map(stringMatch),
  port: integer,
  sourceLabels: labels,
  gateways: textList,
  ignoreUriCase: boolean,
  sourceNamespace: text,
});
const fault = object({
  delay: object({
    percent: deprecated(integer, 'Write it as `percentage.value`, which may have a fraction.'),
    percentage: fraction,
    fixedDelay: durationText,
    exponentialDelay: durationText,
  }),
  abort: object({
    percent: deprecated(integer, 'Write it as `percentage.value`, which may have a fraction.'),
    percentage: fraction,
    httpStatus: integer,
    grpcStatus: text,
    http2Error: text,
  }),
});
const mirrorPercent = deprecated(percent, 'Write it as `mirrorPercentage.value`, which may have a fraction.');
const http = object({
  name: text,
  match: list(httpMatch),
  route: list(object({ destination, weight, headers, ...deprecatedHeaderFields })),
  redirect: object({ uri: text, authority: text, redirectCode: integer }),
  rewrite: object({ uri: text, authority: text }),
  delegate: object({ name: text, namespace: text }),
  timeout: durationText,
  retries: object({
    attempts: { type: 'integer', minimum: 0 },
    perTryTimeout: durationText,
    retryOn: text,
    retryRemoteLocalities: boolean,
  }),
  fault,
  mirror: destination,
  mirrorPercent,
  mirrorPercentage: fraction,
  headers,
  ...deprecatedHeaderFields,
  websocketUpgrade: deprecated(boolean, 'Leave it out: WebSocket connections are upgraded without it.'),
  corsPolicy: object({
    allowOrigin: deprecated(textList, 'Write each as `exact` in `allowOrigins`.'),
    allowOrigins: list(stringMatch),
    allowMethods: textList,
    allowHeaders: textList,
    exposeHeaders: textList,
    maxAge: durationText,
    allowCredentials: boolean,
  }),
});
const weightedRoutes = list(object({ destination, weight }));
const layer4 = { destinationSubnets: textList, port: integer, sourceLabels: labels, gateways: textList, sourceNamespace: text };

export const virtualServiceSchema = document(
  object({
    hosts: textList,
    gateways: textList,
    exportTo,
    http: list(http),
    tls: list(object({ match: list(object({ ...layer4, sniHosts: textList })), route: weightedRoutes })),
    tcp: list(object({ match: list(object({ ...layer4, sourceSubnet: anyValue })), route: weightedRoutes })),
  }),
);
