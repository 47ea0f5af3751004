import type { ImportFields } from './import-record.js';

/** One record of a file, which is a line, by its number from 1; or what is wrong with that line. */
export type ImportLine =
  | { readonly line: number; readonly fields: ImportFields; readonly problem?: undefined }
  | { readonly line: number; readonly problem: string };
