import { anything, count, deprecated, document, duration, flag, labels, list, map, object, percent, portNumber, text, texts } from '../words.ts';
import { destination, exportTo, fraction, headers, stringMatch } from './traffic.ts';

/** What was written of headers before `headers` was there, of a route and of each of its destinations. */
const oldHeaders = {
  appendHeaders: deprecated(map(text), 'Write them under `headers.request.add`.'),
  appendRequestHeaders: deprecated(map(text), 'Write them under `headers.request.add`.'),
  removeRequestHeaders: deprecated(texts, 'Write them under `headers.request.remove`.'),
  appendResponseHeaders: deprecated(map(text), 'Write them under `headers.response.add`.'),
  removeResponseHeaders: deprecated(texts, 'Write them under `headers.response.remove`.'),
};
const weight = { ...count, maximum: 100 };
const httpMatch = object({
  name: text, uri: stringMatch, scheme: stringMatch, method: stringMatch, authority: stringMatch, headers: map(stringMatch), withoutHeaders: map(stringMatch), queryParams: map(stringMatch),
  port: portNumber, sourceLabels: labels, gateways: texts, ignoreUriCase: flag, sourceNamespace: text,
});
const fault = object({
  delay: object({ percent: deprecated(percent, 'Write it as `percentage.value`, which may have a fraction.'), percentage: fraction, fixedDelay: duration, exponentialDelay: duration }),
  abort: object({ percent: deprecated(percent, 'Write it as `percentage.value`, which may have a fraction.'), percentage: fraction, httpStatus: { type: 'integer', minimum: 200, maximum: 599 }, grpcStatus: text, http2Error: text }),
});
const mirrorPercent = deprecated(percent, 'Write it as `mirrorPercentage.value`, which may have a fraction.');
const http = object({
  name: text, match: list(httpMatch), route: list(object({ destination, weight, headers, ...oldHeaders })),
  redirect: object({ uri: text, authority: text, redirectCode: { type: 'integer', minimum: 300, maximum: 399 } }), rewrite: object({ uri: text, authority: text }),
  delegate: object({ name: text, namespace: text }), timeout: duration, retries: object({ attempts: { type: 'integer', minimum: 0 }, perTryTimeout: duration, retryOn: text, retryRemoteLocalities: flag }),
  fault, mirror: destination, mirrorPercent, mirror_percent: mirrorPercent, mirrorPercentage: fraction, headers, ...oldHeaders,
  websocketUpgrade: deprecated(flag, 'Leave it out: WebSocket connections are upgraded without it.'),
  corsPolicy: object({
    allowOrigin: deprecated(texts, 'Write each as `exact` in `allowOrigins`.'), allowOrigins: list(stringMatch), allowMethods: texts, allowHeaders: texts, exposeHeaders: texts, maxAge: duration, allowCredentials: flag,
  }),
});
const routed = list(object({ destination, weight }));
const layer4 = { destinationSubnets: texts, port: portNumber, sourceLabels: labels, gateways: texts, sourceNamespace: text };

export const virtualService = document(object({
  hosts: texts, gateways: texts, exportTo, http: list(http),
  tls: list(object({ match: list(object({ ...layer4, sniHosts: texts })), route: routed })),
  tcp: list(object({ match: list(object({ ...layer4, sourceSubnet: anything })), route: routed })),
}));
