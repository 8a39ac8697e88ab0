import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { NotFoundError, ImportFormError } from '../../apply/find.ts';
import { PossiblyHiddenError } from '../../apply/assert-gone.ts';
import { UpgradeFailedError } from '../../apply/no-code-upgrade.ts';
import { resource } from '@slipway/declarations/declare';
import { diagnose } from '../../provider/diagnose.ts';
import { makeProvider } from '../../provider/provider.ts';
import { upgradeState } from '../../provider/upgrade-state.ts';

const Speakers = suite('who speaks in a diagnostic');

const thrown = (work: () => unknown): unknown => {
  try {
    work();
  } catch (error) {
    return error;
  }
  throw new Error('nothing was thrown');
};

const old = resource('no_code_thing', {
  service: 'workspaces',
  doc: 'A thing.',
  type: 'things',
  imports: ['{id}'],
  attributes: {},
  endpoints: {},
  upgrades: [(state) => ({ ...state })],
});

Speakers('a state that a newer version wrote is no fault of ours: the newer version is to be installed', () => {
  const error = thrown(() => upgradeState(old as never, 3, {}));
  assert.equal(diagnose(error, 'read the stored state of the no-code thing'), {
    severity: 'error',
    summary: 'Could not read the stored state of the no-code thing: a newer version of the provider wrote it',
    detail:
      'The stored state of this no-code thing has schema version 3; this version of the provider supports versions up to 1. ' +
      'Install the version of the provider that wrote it, or a newer one. Nothing was changed.',
  });
});

Speakers('a state of an older version, or of this one, is read', () => {
  assert.equal(upgradeState(old as never, 0, { gone: 1 }), {});
  assert.equal(upgradeState(old as never, 1, { gone: 1 }), {});
});

const reported: readonly (readonly [Error, string])[] = [
  [new NotFoundError('No project "x" was found.'), 'Could not do it: not found'],
  [new ImportFormError('A project is imported by `id`; given "x".'), 'Could not do it: the import ID has another form'],
  [new PossiblyHiddenError('The service answered 404.'), 'Could not do it: it cannot be seen'],
  [new UpgradeFailedError('Upgrade run-1 ended as errored.'), 'Could not do it'],
];
for (const [error, summary] of reported) {
  Speakers(`"${error.message}" stands under the title "${summary}"`, () => {
    assert.equal(diagnose(error, 'do it'), { severity: 'error', summary, detail: error.message });
  });
}

Speakers('a text that is not a form of import is reported with the forms there are, and nothing is asked', async () => {
  const provider = makeProvider({
    version: '0.1.0',
    log: () => {},
    environment: { SLIPWAY_WORKSPACES_ADDRESS: 'http://127.0.0.1:9', SLIPWAY_WORKSPACES_TOKEN: 'token-of-the-test' },
  });
  await provider.configure({ workspaces: null, ci: null }, { version: '1.14.0' } as never);
  const answer = await provider.resources['slipway_variable_set']?.import(
    { id: 'common', identity: null } as never,
    { signal: new AbortController().signal } as never,
  );
  assert.equal(answer, {
    imported: [],
    diagnostics: [
      {
        severity: 'error',
        summary: 'Could not import the variable set "common": the import ID has another form',
        detail: 'A variable set is imported by `id` or `organization/name`; given "common".',
      },
    ],
  });
});

Speakers('any other error is reported as a bug in Slipway', () => {
  assert.match(diagnose(new TypeError('x is not a function'), 'do it').detail, 'This is a bug in Slipway; please report it.');
});

Speakers.run();
