/** The member of a policy's input that holds the compiled configuration. Configurations must not have it themselves. */
export const compiledKey = '_compiled_';
