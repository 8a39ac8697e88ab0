import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { publishedManifest } from '../../build/packages/published-manifest.ts';

const test = suite('the manifest of a published package');

test('a repository that the pipeline names is in the manifest, and asks for provenance', () => {
  assert.equal(
    publishedManifest({ private: true, scripts: {} }, 'constructs', {}, { SLIPWAY_REPOSITORY: 'https://git.example/acme/slipway' }),
    {
      repository: { type: 'git', url: 'git+https://git.example/acme/slipway.git', directory: 'constructs' },
      homepage: 'https://git.example/acme/slipway',
      bugs: 'https://git.example/acme/slipway/issues',
      publishConfig: { access: 'public', provenance: true },
    },
  );
});

test.run();
