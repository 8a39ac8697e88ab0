import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { renderCliConfiguration } from '../../src/engine/cli-configuration.ts';
import { readUserConfiguration } from '../../src/engine/user-configuration.ts';
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
test('for OpenTofu it is ~/.tofurc, then ~/.terraformrc', () => {
  const HOME = temporaryFolder({ '.terraformrc': 'plugin_cache_dir = "/a"\n', '.tofurc': 'plugin_cache_dir = "/b"\n' });
  assert.is(readUserConfiguration({ HOME }, 'tofu'), 'plugin_cache_dir = "/b"\n');
  assert.is(readUserConfiguration({ HOME }, 'terraform'), 'plugin_cache_dir = "/a"\n');
  assert.is(readUserConfiguration({ HOME: temporaryFolder({ '.terraformrc': 'x = 1\n' }) }, 'tofu'), 'x = 1\n');
});
test('OpenTofu has a file below XDG_CONFIG_HOME, too, where there is no other', () => {
  const XDG_CONFIG_HOME = temporaryFolder({ 'opentofu/tofurc': 'plugin_cache_dir = "/x"\n' });
  assert.is(readUserConfiguration({ HOME: temporaryFolder({}), XDG_CONFIG_HOME }, 'tofu'), 'plugin_cache_dir = "/x"\n');
  assert.is(readUserConfiguration({ HOME: temporaryFolder({}), XDG_CONFIG_HOME }, 'terraform'), '');
  const HOME = temporaryFolder({ '.terraformrc': 'plugin_cache_dir = "/a"\n' });
  assert.is(readUserConfiguration({ HOME, XDG_CONFIG_HOME }, 'tofu'), 'plugin_cache_dir = "/a"\n');
});
test('on Windows the files are in APPDATA', () => {
  const APPDATA = temporaryFolder({ 'terraform.rc': 'a = 1\n', 'tofu.rc': 'b = 1\n' });
  assert.is(readUserConfiguration({ APPDATA }, 'terraform', 'win32'), 'a = 1\n');
  assert.is(readUserConfiguration({ APPDATA }, 'tofu', 'win32'), 'b = 1\n');
});
const login = JSON.stringify({ credentials: { 'app.terraform.io': { token: 'of the login' } } });
test('tokens of `terraform login`, and files of settings beside them, are read as without slipway', () => {
  const HOME = temporaryFolder({
    '.terraformrc': 'plugin_cache_dir = "/c"\n',
    '.terraform.d/credentials.tfrc.json': login,
    '.terraform.d/more.tfrc': 'disable_checkpoint = true\n',
  });
  assert.is(
    readUserConfiguration({ HOME }),
    'plugin_cache_dir = "/c"\n\ndisable_checkpoint = true\n\ncredentials "app.terraform.io" {\n  token = "of the login"\n}\n',
  );
  assert.is(readUserConfiguration({ HOME, TF_CLI_CONFIG_FILE: `${HOME}/.terraformrc` }), 'plugin_cache_dir = "/c"\n');
  assert.is(readUserConfiguration({ HOME, TERRAFORM_CONFIG: `${HOME}/.terraformrc` }), 'plugin_cache_dir = "/c"\n');
});
test('a file of settings in JSON takes them as JSON', () => {
  const HOME = temporaryFolder({
    '.terraformrc': '{ "credentials": { "a.test": { "token": "a" } } }',
    '.terraform.d/credentials.tfrc.json': login,
  });
  assert.is(readUserConfiguration({ HOME }), '{"credentials":{"a.test":{"token":"a"},"app.terraform.io":{"token":"of the login"}}}');
});
test('a file of tokens that is not JSON is named, and not quoted', () => {
  const HOME = temporaryFolder({ '.terraform.d/credentials.tfrc.json': '{"credentials": "secret' });
  assert.throws(
    () => readUserConfiguration({ HOME }),
    (error: Error) =>
      error.message === `${HOME}/.terraform.d/credentials.tfrc.json is not a JSON object. Correct it, or remove it and log in again.`,
  );
});
test('comments, line breaks and braces in a block are read as the engine reads them', () => {
  assert.is(
    renderCliConfiguration(
      '/m',
      `# provider_installation {
provider_installation { # ours }
  /* direct { } */ network_mirror
  {
    url = "https://mirror.example/{a}#b" // {
    exclude = [
      "example.com/*/*", # not here
    ]
  }
  direct {}
}
`,
    ),
    `# provider_installation {
provider_installation {
  filesystem_mirror {
    path    = "/m"
    include = ["terraform.local/*/*"]
  }
 # ours }
  /* direct { } */ network_mirror
  {
    url = "https://mirror.example/{a}#b" // {
    exclude = ["terraform.local/*/*", 
      "example.com/*/*", # not here
    ]
  }
  direct {
    exclude = ["terraform.local/*/*"]
  }
}
`,
  );
});
test('JSON stays JSON', () => {
  const text = {
    plugin_cache_dir: '/c',
    provider_installation: { direct: { exclude: ['example.com/*/*'] }, dev_overrides: { 'a/b': '/b' } },
  };
  assert.equal(JSON.parse(renderCliConfiguration('/m', JSON.stringify(text))), {
    plugin_cache_dir: '/c',
    provider_installation: [
      {
        filesystem_mirror: { path: '/m', include: ['terraform.local/*/*'] },
        direct: { exclude: ['terraform.local/*/*', 'example.com/*/*'] },
        dev_overrides: { 'a/b': '/b' },
      },
    ],
  });
  assert.is(renderCliConfiguration('/m', '{ no JSON'), '{ no JSON');
});
test.run();
