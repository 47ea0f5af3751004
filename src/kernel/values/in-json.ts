/** A value as JSON has it: times are text in ISO 8601. */
export type InJson<T> = T extends Date ? string : T extends object ? { -readonly [Name in keyof T]: InJson<T[Name]> } : T;

/** @returns the value as whoever reads its JSON gets it */
export const inJson = <T>(value: T): InJson<T> => JSON.parse(JSON.stringify(value)) as InJson<T>;
