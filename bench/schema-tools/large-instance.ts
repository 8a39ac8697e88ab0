/**
 * A configuration of many services as one large JSON text, and its schema: references, a discriminated `oneOf`, patterns,
 * deprecated properties.
 */

const port = {
  type: 'object',
  required: ['number'],
  properties: { number: { type: 'integer', minimum: 1, maximum: 65535 }, protocol: { enum: ['tcp', 'udp'] } },
  additionalProperties: false,
};
const volume = (kind: string, properties: object, required: readonly string[]): object => ({
  type: 'object',
  required: ['kind', ...required],
  properties: { kind: { const: kind }, path: { type: 'string', pattern: '^/' }, ...properties },
  additionalProperties: false,
});

export const servicesSchema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  type: 'object',
  required: ['version', 'services'],
  additionalProperties: false,
  properties: { version: { type: 'integer' }, services: { type: 'array', items: { $ref: '#/$defs/service' } } },
  $defs: {
    port,
    volume: {
      oneOf: [
        volume('disk', { size: { type: 'integer', minimum: 1 } }, ['size']),
        volume('memory', { limit: { type: 'string', pattern: '^[0-9]+[KMG]i$' } }, ['limit']),
        volume(
          'secret',
          {
            name: { type: 'string' },
            mode: { type: 'integer', deprecated: true, 'x-deprecation-message': 'Use `permissions` instead.' },
            permissions: { type: 'string' },
          },
          ['name'],
        ),
      ],
    },
    service: {
      type: 'object',
      required: ['name', 'image'],
      additionalProperties: false,
      properties: {
        name: { type: 'string', minLength: 1, maxLength: 63, pattern: '^[a-z][a-z0-9-]*$' },
        image: { type: 'string' },
        replicas: { type: 'integer', minimum: 0 },
        enabled: { type: 'boolean' },
        environment: {
          type: 'object',
          patternProperties: { '^[A-Z_]+$': { type: ['string', 'number', 'boolean'] } },
          additionalProperties: false,
        },
        ports: { type: 'array', items: { $ref: '#/$defs/port' } },
        volumes: { type: 'array', items: { $ref: '#/$defs/volume' } },
        labels: { type: 'object', additionalProperties: { type: 'string' } },
        links: { type: 'array', items: { type: 'string' }, deprecated: true, description: 'Use `networks` instead.' },
        networks: { type: 'array', items: { type: 'string' }, uniqueItems: true },
      },
    },
  },
};

const service = (at: number): object => ({
  name: `service-${at}`,
  image: `registry.example/team-${at % 40}/service:${at % 9}.${at % 7}`,
  replicas: at % 5,
  enabled: at % 3 !== 0,
  environment: { LOG_LEVEL: 'info', RETRIES: at % 4, TRACE: at % 2 === 0, ENDPOINT: `https://service-${at}.example/path/${at}` },
  ports: [{ number: 8000 + (at % 1000), protocol: 'tcp' }, { number: 9000 + (at % 100) }],
  volumes: [
    { kind: 'disk', path: `/data/${at}`, size: 10 + (at % 90) },
    { kind: 'memory', path: '/tmp', limit: '64Mi' },
    { kind: 'secret', path: '/etc/key', name: `key-${at}`, ...(at % 20 === 0 ? { mode: 256 } : { permissions: '0400' }) },
  ],
  labels: { team: `team-${at % 40}`, tier: at % 2 ? 'web' : 'work', region: 'north' },
  ...(at % 25 === 0 ? { links: [`service-${at + 1}`] } : { networks: ['front', `back-${at % 10}`] }),
});

/** A text of about so many megabytes, two spaces a level; about one service in eleven has something deprecated. */
export const largeText = (megabytes: number): string => {
  const services: string[] = [];
  for (let [at, size] = [0, 0]; size < megabytes * 1024 * 1024; at += 1) {
    const text = JSON.stringify(service(at), null, 2).replaceAll('\n', '\n    ');
    services.push(text);
    size += text.length + 6;
  }
  return `{\n  "version": 1,\n  "services": [\n    ${services.join(',\n    ')}\n  ]\n}\n`;
};
