/** A part of a list that is gone through from one end to the other: so many, from behind a place on, when one is given. */
export interface PageFrom<Place> {
  readonly limit: number;
  readonly after: Place | null;
}
