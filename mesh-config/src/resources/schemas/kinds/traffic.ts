import {
  count,
  durationText,
  boolean,
  labels,
  list,
  map,
  object,
  oneOf,
  percent,
  portNumber,
  type Schema,
  text,
  textList,
  deprecated,
  anyValue,
} from '../schema-builders.ts';

/** How a text is compared: exactly one of these. */
export const stringMatch: Schema = { ...object({ exact: text, prefix: text, regex: text }), maxProperties: 1 };
export const port: Schema = object({ number: portNumber, protocol: text, name: text, targetPort: portNumber });
export const portSelector: Schema = object({ number: portNumber });
export const destination: Schema = object({ host: text, subset: text, port: portSelector }, 'host');
export const workloadSelector: Schema = object({ labels });
export const selector: Schema = object({ matchLabels: labels });
/** Of a whole: 0 to 100, with a fraction. */
export const fraction: Schema = object({ value: percent });
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
const loadBalancer: Schema = {
  ...object({
    simple: oneOf('ROUND_ROBIN', 'LEAST_CONN', 'RANDOM', 'PASSTHROUGH', 'LEAST_REQUEST', 'UNSPECIFIED'),
    consistentHash,
    localityLbSetting: anyValue,
    warmupDurationSecs: durationText,
  }),
  not: { required: ['simple', 'consistentHash'] },
};
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
