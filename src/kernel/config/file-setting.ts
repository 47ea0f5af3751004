/** The setting that names the file of a secret. */
export const fileSettingOf = (name: string): string => `${name}_FILE`;
