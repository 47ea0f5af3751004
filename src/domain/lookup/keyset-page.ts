/** At most `limit` rows of an ordered list after the cursor, if there is one. */
export interface KeysetPage<Place> {
  readonly limit: number;
  readonly after: Place | null;
}
