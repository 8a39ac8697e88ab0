/** Whether an engine reads a file of this name as configuration: HCL or JSON, including the extensions of OpenTofu. */
export const isConfigurationFile = (name: string): boolean => /\.(tf|tofu)(\.json)?$/.test(name) && !name.startsWith('.');
