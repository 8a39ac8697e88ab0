/** What the page of the provider says of processes that wait. */
export const standbySection = [
  '### Processes that wait',
  [
    'A plan starts its providers three times. On Linux, the process of this provider waits for five seconds when the engine has ended it, ',
    'and serves the next start: of the same command, or of the next one. A plan then takes half to two thirds of the time.',
  ].join(''),
  [
    [
      '- It serves one engine at a time, with the environment, the working directory and the log of that engine. Nothing that it knows of ',
      'one engine is kept for the next: modules, configuration, connections and secrets are new.',
    ],
    ['- It is found by files in the folder of compiled code, to which only you can write. It does not listen on a port.'],
    [
      '- Another version of the provider or of Node.js, and other values of variables that Node.js reads when it starts ',
      '(`PATH`, `NODE_…`), start a process of their own.',
    ],
    ['- It does not outlive its process group: where that is killed, so is it.'],
  ]
    .map((parts) => parts.join(''))
    .join('\n'),
  [
    'With `SLIPWAY_STANDBY=0` or `SLIPWAY_CODE_CACHE=off` each start has a process of its own, as on other systems and with the single ',
    'executable. Runs of `slipway serve --run-jobs` have no such processes.',
  ].join(''),
].join('\n\n');
