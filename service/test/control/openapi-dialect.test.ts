import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { toHostedOpenApi } from '@slipway/declarations/dialects/hosted-openapi';
import { serveService } from './served.ts';

const test = suite('dialects of OpenAPI documents');

test('members, words and examples are those of the hosted dialect; other words stay', () => {
  const document = {
    description: 'engine-version of a category',
    properties: {
      attributes: {
        required: ['name', 'engine-version'],
        properties: {
          name: { type: 'string', enum: ['infra'] },
          'engine-version': { type: 'string' },
          category: { enum: ['infra', 'env'] },
        },
      },
    },
    example: { data: { type: 'vars', attributes: { 'engine-version': '1.11.4', category: 'infra' } } },
  };
  assert.equal(toHostedOpenApi(document, 'workspaces'), {
    description: 'engine-version of a category',
    properties: {
      attributes: {
        required: ['name', 'terraform-version'],
        properties: {
          name: { type: 'string', enum: ['infra'] },
          'terraform-version': { type: 'string' },
          category: { enum: ['terraform', 'env'] },
        },
      },
    },
    example: { data: { type: 'vars', attributes: { 'terraform-version': '1.11.4', category: 'terraform' } } },
  });
});

test('the same for the CI service', () => {
  const source = (provider: string) => ({ properties: { provider: { enum: [provider, 'schedule'] } } });
  assert.equal(toHostedOpenApi({ properties: { config_source: source('codehost_app'), other: source('codehost_app') } }, 'ci'), {
    properties: { config_source: source('github_app'), other: source('codehost_app') },
  });
  const advanced = (name: string) => ({ advanced: { properties: { [name]: { type: 'boolean' } }, required: [name] } });
  assert.equal(toHostedOpenApi({ properties: advanced('set_vcs_status') }, 'ci'), { properties: advanced('set_github_status') });
});

/** The names of attributes of a workspace in the document that a service of this dialect serves, and of its example. */
const attributesOf = async (dialect: 'neutral' | 'hosted', path: string) => {
  const service = await serveService({ dialect });
  try {
    const document = (await service.request(`GET ${path}`)).body;
    const { schema, example } = document.paths['/workspaces/{workspace_id}'].get.responses[200].content['application/vnd.api+json'];
    const names = [schema.properties.data.properties.attributes.properties, example.data.attributes].map((members) =>
      Object.keys(members).filter((name) => /^(engine|terraform)-version$/.test(name)),
    );
    return names.flat();
  } finally {
    await service.close();
  }
};

test('a service serves the document of its dialect', async () => {
  for (const path of ['/openapi/stable.json', '/_local/openapi/workspaces']) {
    assert.equal(await attributesOf('hosted', path), ['terraform-version', 'terraform-version'], path);
    assert.equal(await attributesOf('neutral', path), ['engine-version', 'engine-version'], path);
  }
});

test.run();
