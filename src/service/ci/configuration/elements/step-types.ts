/** The steps that exist without being declared. */
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

/** Those that a text stands for as well, and what the text is. */
export const shorthandKeys: { readonly [type: string]: string } = { run: 'command', deploy: 'command' };

/** Those that may be written without anything. */
export const bareStepTypes: ReadonlySet<string> = new Set(['checkout', 'setup_remote_docker', 'add_ssh_keys']);

/** Those that a local process has no use for. They are kept, and why they do nothing is told. */
export const ineffectiveSteps: ReadonlyMap<string, string> = new Map([
  ['setup_remote_docker', 'setup_remote_docker does nothing here: steps run on this machine and use its own docker'],
  ['add_ssh_keys', 'add_ssh_keys does nothing here: steps run as processes of this machine, and no key is put into its agent'],
]);
