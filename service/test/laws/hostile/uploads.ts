/** Nearly what an endpoint for files takes at most, in bytes. */
const most = 32 * 1024 * 1024 - 1024;

const fillTo = (start: string, item: (index: number) => string, end: string): Buffer<ArrayBuffer> => {
  const items: string[] = [];
  let size = start.length + end.length;
  for (let text = item(0); size + text.length < most; text = item(items.length)) {
    size += text.length + 1;
    items.push(text);
  }
  return Buffer.from(start + items.join() + end);
};
const stateOf = (members: string): string => `{"version":4,"serial":1,"lineage":"l"${members}`;
const blockOf = (index: number, attributes: string): string =>
  `{"mode":"managed","type":"t${index % 50}","name":"n${index}","module":"module.m${index % 300}","provider":"provider[\\"p\\"]",` +
  `"instances":[{"attributes":{"id":"${index}","text":"${attributes}"}}]}`;
const gzip = Buffer.concat([Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3]), Buffer.alloc(most - 10, 1)]);

export interface HostileContent {
  readonly name: string;
  /** The answer. */
  readonly status: number;
  /** The short schedule sends this one, too. */
  readonly isAlways?: true;
  build(): Buffer<ArrayBuffer>;
}

export const stateContents: readonly HostileContent[] = [
  {
    name: '9,000 resources',
    status: 200,
    build: () => fillTo(stateOf(',"resources":['), (index) => blockOf(index, 'x'.repeat(3500)), ']}'),
  },
  {
    name: '40,000 objects in one resource',
    status: 200,
    build: () =>
      fillTo(
        stateOf(',"resources":[{"mode":"managed","type":"t","name":"n","instances":['),
        (index) => `{"index_key":${index},"attributes":{"text":"${'y'.repeat(780)}"}}`,
        ']}]}',
      ),
  },
  { name: 'a text of 32 MB', status: 200, build: () => Buffer.from(stateOf(`,"x":"${'z'.repeat(most - 100)}"}`)) },
  { name: '900,000 numbers', status: 200, build: () => Buffer.from(stateOf(`,"x":[${'1234567,'.repeat(900_000)}0]}`)) },
  { name: '16 million lists', status: 413, build: () => fillTo(stateOf(',"x":['), () => '[]', ']}') },
  { name: '32 MB of [', status: 400, build: () => Buffer.alloc(most, '[') },
  {
    name: 'an output of 32 MB',
    status: 422,
    isAlways: true,
    build: () => Buffer.from(stateOf(`,"outputs":{"o":{"value":"${'o'.repeat(most - 100)}"}}}`)),
  },
  {
    name: '300,000 resources',
    status: 413,
    build: () => fillTo(stateOf(',"resources":['), () => '{"mode":"managed","type":"t","name":"n","instances":[{}]}', ']}'),
  },
  { name: 'no JSON', status: 422, build: () => Buffer.alloc(most, 'a') },
];
const plainContents: readonly HostileContent[] = [{ name: '32 MB', status: 200, build: () => Buffer.alloc(most, 'a') }];

/** One upload: where to, after what. */
export interface HostileUpload {
  readonly endpoint: string;
  readonly contents: readonly HostileContent[];
  /** `PUT` unless said. */
  readonly method?: 'POST';
  /** The address of the next upload, or its path. */
  prepare(request: (row: string, body?: unknown) => Promise<any>, serial: number): Promise<string>;
}

/** With the serial that the contents have. */
const createState = async (request: Parameters<HostileUpload['prepare']>[0], more: object = {}) =>
  (
    await request('POST /workspaces/{workspace}/state-versions', {
      data: { type: 'state-versions', attributes: { serial: 1, lineage: 'l', force: true, ...more } },
    })
  ).data;
/** A word of the hosted dialect, in which the readable form of a state is uploaded. */
const inHostedDialect = { md5: '0'.repeat(32), 'terraform-version': '1.11.4' };

export const uploads: readonly HostileUpload[] = [
  {
    endpoint: 'PUT /state-versions/{state_version_id}/upload/{secret}',
    contents: stateContents,
    prepare: async (request) => (await createState(request)).attributes['hosted-state-upload-url'],
  },
  {
    endpoint: 'PUT /state-versions/{state_version_id}/json-upload/{secret}',
    contents: plainContents,
    prepare: async (request) => (await createState(request, inHostedDialect)).attributes['hosted-json-state-upload-url'],
  },
  {
    endpoint: 'POST /organizations/{organization_name}/workspaces/{name}/state',
    method: 'POST',
    contents: stateContents,
    prepare: async (request) => `/api/v2${(await request('GET /workspaces/{workspace}')).data.links.self.slice('/api/v2'.length)}/state`,
  },
  {
    endpoint: 'PUT /configuration-versions/{configuration_version_id}/upload/{secret}',
    contents: [{ name: '32 MB that are no archive', status: 422, build: () => gzip }],
    prepare: async (request) =>
      (
        await request('POST /workspaces/{workspace}/configuration-versions', {
          data: { type: 'configuration-versions', attributes: { 'auto-queue-runs': false } },
        })
      ).data.attributes['upload-url'],
  },
  {
    endpoint: 'PUT /policy-set-versions/{policy_set_version_id}/upload/{secret}',
    contents: [{ name: '32 MB that are no archive', status: 422, build: () => gzip }],
    prepare: async (request, serial) => {
      const set = await request('POST /organizations/acme/policy-sets', {
        data: { type: 'policy-sets', attributes: { name: `s${serial}`, kind: 'opa' } },
      });
      return (await request(`POST /policy-sets/${set.data.id}/versions`)).data.links.upload;
    },
  },
];

/** They take files, too; whoever does not know the secret of an address, or has no token of an agent, uploads nothing. */
export const closedUploads: readonly (readonly [endpoint: string, path: string])[] = [
  ['PUT /registry-provider-files/{owner}/{file}/{secret}', '/api/v2/registry-provider-files/provpltfrm-0000000000000000/package/none'],
  [
    'PUT /registry-modules/{id}/versions/{version}/object/{secret}',
    '/api/v2/registry-modules/mod-0000000000000000/versions/1.0.0/object/none',
  ],
  ['PUT /agents/{agent_id}/jobs/{job_id}/state', '/api/v2/agents/agent-0000000000000000/jobs/apply-0000000000000000/state'],
  ['POST /agents/{agent_id}/jobs/{job_id}/end', '/api/v2/agents/agent-0000000000000000/jobs/apply-0000000000000000/end'],
];
