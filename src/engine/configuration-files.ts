/** Whether an engine reads a file of this name in a folder as configuration: HCL or JSON, also of OpenTofu alone. */
export const isConfigurationFile = (name: string): boolean => /\.(tf|tofu)(\.json)?$/.test(name) && !name.startsWith('.');
