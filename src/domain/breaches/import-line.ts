import type { ImportFields } from './import-record.js';

/** One line of an import file, which is one record, numbered from 1: its fields, or what is wrong with it. */
export type ImportLine =
  | { readonly line: number; readonly fields: ImportFields; readonly problem?: undefined }
  | { readonly line: number; readonly problem: string };
