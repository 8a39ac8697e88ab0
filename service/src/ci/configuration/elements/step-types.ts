/** The built-in step types. */
export const stepTypes: ReadonlySet<string> = new Set([
  'run',
  'checkout',
  'setup_remote_docker',
  'save_cache',
  'restore_cache',
  'deploy',
  'store_artifacts',
  'store_test_results',
  'persist_to_workspace',
  'attach_workspace',
  'add_ssh_keys',
]);

/** Step types that can be written as a text, and the key whose value that text is. */
export const shorthandKeys: { readonly [type: string]: string } = { run: 'command', deploy: 'command' };

/** Step types that can be written without parameters. */
export const bareStepTypes: ReadonlySet<string> = new Set(['checkout', 'setup_remote_docker', 'add_ssh_keys']);

/** Step types without effect on local processes. They are kept, with a note on why they do nothing. */
export const ineffectiveSteps: ReadonlyMap<string, string> = new Map([
  ['setup_remote_docker', 'setup_remote_docker does nothing here: steps run on this machine and use its own docker'],
  ['add_ssh_keys', 'add_ssh_keys does nothing here: steps run as processes of this machine, and no key is put into its agent'],
]);
