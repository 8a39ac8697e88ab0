import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { renderCliConfiguration, readUserConfiguration } from '../../src/engine/cli-configuration.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const test = suite('cli configuration');

test('the provider comes from the mirror, everything else from where it comes from', () => {
  assert.is(
    renderCliConfiguration('/opt/slipway/dist/mirror'),
    `provider_installation {
  filesystem_mirror {
    path    = "/opt/slipway/dist/mirror"
    include = ["terraform.local/*/*"]
  }
  direct {
    exclude = ["terraform.local/*/*"]
  }
}
`,
  );
});
test("the user's settings are kept", () => {
  assert.is(
    renderCliConfiguration('/m', 'plugin_cache_dir = "/cache"\n'),
    `provider_installation {
  filesystem_mirror {
    path    = "/m"
    include = ["terraform.local/*/*"]
  }
  direct {
    exclude = ["terraform.local/*/*"]
  }
}

plugin_cache_dir = "/cache"
`,
  );
});
test("the user's own ways to install are kept, and not asked for our provider", () => {
  assert.is(
    renderCliConfiguration(
      '/m',
      `credentials "x.example" {
  token = "t"
}
provider_installation {
  network_mirror {
    url = "https://mirror.example/"
  }
  direct {
    exclude = ["example.com/*/*"]
  }
  dev_overrides {
    "example.com/a/b" = "/b"
  }
}
disable_checkpoint = true
`,
    ),
    `credentials "x.example" {
  token = "t"
}
provider_installation {
  filesystem_mirror {
    path    = "/m"
    include = ["terraform.local/*/*"]
  }
  network_mirror {
    url = "https://mirror.example/"
    exclude = ["terraform.local/*/*"]
  }
  direct {
    exclude = ["terraform.local/*/*", "example.com/*/*"]
  }
  dev_overrides {
    "example.com/a/b" = "/b"
  }
}
disable_checkpoint = true
`,
  );
});
test('a file that TF_CLI_CONFIG_FILE names and that is not there is no error', () => {
  assert.is(readUserConfiguration({ TF_CLI_CONFIG_FILE: '/nowhere/x.tfrc', HOME: '/nowhere' }), '');
});
test('without TF_CLI_CONFIG_FILE it is ~/.terraformrc', () => {
  assert.is(readUserConfiguration({ HOME: temporaryFolder({ '.terraformrc': 'plugin_cache_dir = "/c"\n' }) }), 'plugin_cache_dir = "/c"\n');
});
test.run();
