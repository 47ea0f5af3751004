/** A part that is being loaded: nothing at first, so that what comes at once does not flicker. */
export function Loading({ what = 'the page' }: { readonly what?: string | undefined }) {
  return (
    <p className="loading" aria-busy="true">
      Loading {what}…
    </p>
  );
}
