/*
 * Loaded into the app that `slipway synth` runs. An error nobody catches goes, as JSON, to the file SLIPWAY_APP_FAULT
 * names, so that its message and its place can be told without a trace; and the stacks cdktf records at every token
 * (half of a large synthesis) are not taken. Stacks of errors stay.
 */
'use strict';
const { writeFileSync } = require('node:fs');

const take = Error.captureStackTrace;
Error.captureStackTrace = (target, below) => {
  if (target instanceof Error) take(target, below);
  else target.stack = '';
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
