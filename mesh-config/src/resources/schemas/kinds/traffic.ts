import {
  count,
  durationText,
  boolean,
  labels,
  list,
  map,
  object,
  oneOf,
  integer,
  type Schema,
  text,
  textList,
  deprecated,
  anyValue,
} from '../schema-builders.ts';

/** How a text is compared: exactly one of these. */
export const stringMatch: Schema = object({ exact: text, prefix: text, suffix: text, regex: text });
export const port: Schema = object({ number: integer, protocol: text, name: text, targetPort: integer });
export const portSelector: Schema = object({ number: integer });
export const destination: Schema = object({ host: text, subset: text, port: portSelector }, 'host');
export const workloadSelector: Schema = object({ labels });
export const selector: Schema = object({ matchLabels: labels });
/** A percentage, with a fraction. */
export const fraction: Schema = object({ value: { type: 'number' } });
export const exportTo: Schema = textList;
export const headers: Schema = object({
  request: object({ set: map(text), add: map(text), remove: textList }),
  response: object({ set: map(text), add: map(text), remove: textList }),
});

const consistentHash: Schema = object({
  httpHeaderName: text,
  httpCookie: object({ name: text, path: text, ttl: durationText }),
  useSourceIp: boolean,
  minimumRingSize: { type: ['integer', 'string'] },
});
const loadBalancer: Schema = object({
  simple: oneOf('ROUND_ROBIN', 'LEAST_CONN', 'RANDOM', 'PASSTHROUGH', 'LEAST_REQUEST', 'UNSPECIFIED'),
  consistentHash,
  localityLbSetting: anyValue,
  warmupDurationSecs: durationText,
});
const connectionPool: Schema = object({
  tcp: object({
    maxConnections: count,
    connectTimeout: durationText,
    tcpKeepalive: object({ probes: count, time: durationText, interval: durationText }),
  }),
  http: object({
    http1MaxPendingRequests: count,
    http2MaxRequests: count,
    maxRequestsPerConnection: count,
    maxRetries: count,
    idleTimeout: durationText,
    h2UpgradePolicy: oneOf('DEFAULT', 'DO_NOT_UPGRADE', 'UPGRADE'),
  }),
});
const outlierDetection: Schema = object({
  consecutiveErrors: deprecated(
    count,
    'Use `consecutive5xxErrors`, which counts the same answers, or `consecutiveGatewayErrors`, which counts those of gateways alone.',
  ),
  consecutive5xxErrors: count,
  consecutiveGatewayErrors: count,
  interval: durationText,
  baseEjectionTime: durationText,
  maxEjectionPercent: { ...count, maximum: 100 },
  minHealthPercent: { ...count, maximum: 100 },
});
export const clientTls: Schema = object({
  mode: oneOf('DISABLE', 'SIMPLE', 'MUTUAL', 'ISTIO_MUTUAL'),
  clientCertificate: text,
  privateKey: text,
  caCertificates: text,
  credentialName: text,
  subjectAltNames: textList,
  sni: text,
});
const portTrafficPolicy = { loadBalancer, connectionPool, outlierDetection, tls: clientTls };
export const trafficPolicy: Schema = object({
  ...portTrafficPolicy,
  portLevelSettings: list(object({ ...portTrafficPolicy, port: portSelector })),
});
