/** The sign of the service. */
export function Mark() {
  return (
    <svg className="mark" viewBox="0 0 32 32" width="22" height="22" aria-hidden="true">
      <rect width="32" height="32" rx="8" />
      <path d="M10 22v-6a6 6 0 0 1 12 0v6M16 16v7" />
    </svg>
  );
}
