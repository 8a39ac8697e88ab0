/*
 * Loaded into the app that `slipway synth` runs. An error nobody catches goes, as JSON, to the file SLIPWAY_APP_FAULT
 * names, so that its message and its place can be told without a trace; the stacks cdktf records at every token
 * (half of a large synthesis) are not taken, while stacks of errors stay; and packages that cdktf rarely uses are loaded when it does.
 */
'use strict';
const { writeFileSync } = require('node:fs');
const Module = require('node:module');

const take = Error.captureStackTrace;
Error.captureStackTrace = (target, below) => {
  if (target instanceof Error) take(target, below);
  else target.stack = '';
};

/** Packages that are loaded when they are first used, each with the file of cdktf that would load it at once: half of what it loads. */
const late = new Map([
  ['archiver', /[\\/]cdktf[\\/]lib[\\/]private[\\/]fs\.js$/],
  ['semver', /[\\/]cdktf[\\/]lib[\\/]validations[\\/]validate-binary-version\.js$/],
]);
const load = Module._load;
Module._load = function (request, parent, isMain) {
  if (!late.get(request)?.test(parent?.filename ?? '')) return load.call(this, request, parent, isMain);
  let loaded;
  const use = () => (loaded ??= load.call(this, request, parent, isMain));
  return new Proxy(function () {}, {
    apply: (_, self, words) => Reflect.apply(use(), self, words),
    get: (_, name) => Reflect.get(use(), name),
  });
};

const file = process.env.SLIPWAY_APP_FAULT;
if (file) {
  process.on('uncaughtException', (error) => {
    const known = error instanceof Error;
    writeFileSync(
      file,
      JSON.stringify({
        name: known ? error.name : '',
        message: known ? error.message : String(error),
        stack: (known && error.stack) || '',
      }),
      { mode: 0o600 },
    );
    process.exit(1);
  });
}
